package io.tidemark.audit;

/** What each batch of a partition is held against, in offset order. */
record Truths(IndexTruth index, TransactionTruth transactions) {}
