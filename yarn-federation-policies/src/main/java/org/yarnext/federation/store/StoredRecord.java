// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

/** A record as it was read: its bytes, and what the store knows of its changes. Immutable. */
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

  /** Not to be changed. */
  public byte[] data() {
    return data;
  }

  /** To be given when it is to be replaced only if nobody else did so. */
  public int version() {
    return version;
  }

  /** Its place in the order in which the store's records were created, no two the same. */
  public long sequence() {
    return sequence;
  }

  /** When it was written last, in ms of the store's clock. */
  public long changedMs() {
    return changedMs;
  }

  /** The transaction of the store that wrote it last. */
  long changedIn() {
    return changedIn;
  }
}
