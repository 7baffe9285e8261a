// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.IOException;

/**
 * Parses the content of a record.
 *
 * @param <T> the value's type
 */
public interface RecordParser<T> {
  /**
   * Reads the content. Whatever this throws, {@link Error} included, makes the record a bad one.
   *
   * @param in the record's bytes
   * @param record what the store knows of them
   */
  T read(BoundedRecordReader in, StoredRecord record) throws IOException;
}
