// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

/**
 * A ZooKeeper node as read: its bytes, version, order of creation and time of change. Immutable.
 */
public final class StoredRecord {
  private final byte[] data;
  private final int version;
  private final long sequence;
  private final long changedMs;
  private final long changedIn;

  StoredRecord(byte[] data, int version, long sequence, long changedMs, long changedIn) {
    this.data = data;
    this.version = version;
    this.sequence = sequence;
    this.changedMs = changedMs;
    this.changedIn = changedIn;
  }

  /** Returns the bytes; not a copy, must not change. */
  public byte[] data() {
    return data;
  }

  /** Returns the version, for {@link ZooKeeperRecordStore#replace}. */
  public int version() {
    return version;
  }

  /**
   * Returns the id of the transaction that created the record; unique, and rising in the order of
   * creation.
   */
  public long sequence() {
    return sequence;
  }

  /** Returns the time of the last write, in ms of the store's clock. */
  public long changedMs() {
    return changedMs;
  }

  /** Returns the id of the transaction that last wrote the record. */
  long changedIn() {
    return changedIn;
  }
}
