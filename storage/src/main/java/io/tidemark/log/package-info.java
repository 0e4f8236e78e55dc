/** What is asked of a partition that has records: list offsets, fetch and delete records, one class each. */
@NullMarked
package io.tidemark.log;

import org.jspecify.annotations.NullMarked;
