/**
 * Lambda handlers: decode, one call, encode. They hold no rules of the log and no stored formats.
 *
 * <p>In reading order: {@code route} lists the HTTP surface, {@code http} carries requests, answers and errors,
 * {@code json} reads and writes bodies, and this package has one handler a function.
 */
@NullMarked
package io.tidemark.functions;

import org.jspecify.annotations.NullMarked;
