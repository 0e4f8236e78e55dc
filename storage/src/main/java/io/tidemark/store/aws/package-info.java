/**
 * The two ports on AWS: items in one DynamoDB table, objects in one S3 bucket, through the AWS SDK, which nothing else
 * sees. Each port call is one request, but for an object in parts and for deleting more than a thousand; each
 * conditional update is one UpdateItem, refused with the item as it is.
 *
 * <p>What is sent again, and by whom: reads and writes that may be repeated, by the SDK, a set number of times; a
 * conditional write of an item never, by nobody: after a lost reply the log finds out what became of it by reading.
 * {@link io.tidemark.store.aws.Failures} is the one place where an exception of the SDK becomes a
 * {@link io.tidemark.store.StoreUnavailableException}.
 */
@NullMarked
package io.tidemark.store.aws;

import org.jspecify.annotations.NullMarked;
