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
