/**
 * Decorators of both ports that count requests, bytes and DynamoDB's units, so that the cost of an operation is a number
 * that a test can hold.
 */
@NullMarked
package io.tidemark.store.metered;

import org.jspecify.annotations.NullMarked;
