// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.IOException;

/**
 * Parses the bytes of a record in ZooKeeper.
 *
 * @param <T> the value's type
 */
public interface RecordParser<T> {
  /**
   * Parses the contents. Anything thrown, {@link Error} included, makes the record invalid.
   *
   * @param in the record's bytes
   * @param record the record with its metadata
   */
  T read(BoundedRecordReader in, StoredRecord record) throws IOException;
}
