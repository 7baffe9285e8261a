/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
