/**
 * The HTTP surface as data: every route with its function, so that handlers, the local server, the deployment and
 * the API description cannot disagree.
 */
@NullMarked
package io.tidemark.functions.route;

import org.jspecify.annotations.NullMarked;
