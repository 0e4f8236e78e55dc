/**
 * The stored layout, one file per stored thing: its key, its encoding and beside it the decoding.
 *
 * <p>Everything lies in one table and one bucket. Items are keyed by two strings; numbers in sort keys have 20 digits,
 * so that their text sorts as they do. Every item carries its layout version {@code v}: a newer one is refused, an
 * older one is read.
 *
 * <table>
 * <caption>Items</caption>
 * <tr><th>partition key</th><th>sort key</th><th>item</th></tr>
 * <tr><td>{@code T}</td><td>topic name, '.' as '_'</td><td>{@link io.tidemark.layout.TopicItem}</td></tr>
 * <tr><td>{@code N}</td><td>{@code purge#<topic id>}</td><td>{@link io.tidemark.layout.PurgeEntry}</td></tr>
 * <tr><td>same</td><td>{@code sweep}</td><td>{@link io.tidemark.layout.SweepCursor}</td></tr>
 * <tr><td>same</td><td>{@code run}</td><td>{@link io.tidemark.layout.LastRun}</td></tr>
 * <tr><td>same</td><td>{@code producer-ids}</td><td>{@link io.tidemark.layout.ProducerIdBlock}</td></tr>
 * <tr><td>{@code N#<0..15>}</td><td>{@code due#<time>#<topic id>#<partition>}</td>
 * <td>{@link io.tidemark.layout.DueEntry}</td></tr>
 * <tr><td>same</td><td>{@code due#<time>#x#<transactional id>}</td>
 * <td>{@link io.tidemark.layout.DueTransaction}</td></tr>
 * <tr><td>{@code X}</td><td>transactional id</td><td>{@link io.tidemark.layout.TransactionItem}</td></tr>
 * <tr><td>{@code P#<topic id>#<partition>}</td><td>{@code H}</td><td>{@link io.tidemark.layout.Head}</td></tr>
 * <tr><td>same</td><td>{@code B#<base offset>}</td><td>{@link io.tidemark.layout.Page}</td></tr>
 * <tr><td>same</td><td>{@code S#<begin offset>}</td><td>{@link io.tidemark.layout.Segment}</td></tr>
 * <tr><td>same</td><td>{@code I<version>#<timestamp>}</td><td>{@link io.tidemark.layout.IndexEntry}</td></tr>
 * <tr><td>same</td><td>{@code A#<marker offset>}</td><td>{@link io.tidemark.layout.AbortedTransaction}</td></tr>
 * <tr><td>same</td><td>{@code C}</td><td>{@link io.tidemark.layout.CompactionCursor}</td></tr>
 * </table>
 *
 * <p>Objects: {@code data/<hex>/<ulid>} holds the batches of one produce request, back to back
 * ({@link io.tidemark.layout.ObjectId}); a {@link io.tidemark.layout.BatchReference} says where in it a batch is.
 * {@code segments/<topic id>/<partition>/<ulid>/<base offset>.log} holds batches of one partition with their offsets
 * ({@link io.tidemark.layout.Segment}).
 */
@NullMarked
package io.tidemark.layout;

import org.jspecify.annotations.NullMarked;
