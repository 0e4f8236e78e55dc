/**
 * What surrounds one call of a function, in one place for all handlers: how long it may take, the request that its log
 * lines name, and what it is measured by.
 */
@NullMarked
package io.tidemark.functions.invocation;

import org.jspecify.annotations.NullMarked;
