/**
 * Both ports on one directory, or in memory: the store of a laptop and of the tests.
 *
 * <p>Items live in one H2 MVStore map. Writers queue up; whoever finds nobody at work takes the whole queue, decides
 * each write in turn, commits and syncs once, and wakes the others: a group commit without a thread of its own. Readers
 * see the map as of the last sync, so nothing that a crash could take back. Objects are files, written beside, synced,
 * and linked into place. A lock file keeps a second process out.
 *
 * <p>After a failed write or sync nobody knows what the disk holds: the item store then answers nothing more until it is
 * opened again, which reads what is really there.
 */
@NullMarked
package io.tidemark.store.embedded;

import org.jspecify.annotations.NullMarked;
