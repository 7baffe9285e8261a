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
package org.yarnext.minicluster.elastic;

import org.apache.hadoop.examples.WordCount;

/**
 * The example's reducer with a table of 150 MB: more than a heap of 192 MB has for one object, and
 * less than one of 320 MB has.
 */
public final class HungryReducer extends WordCount.IntSumReducer {
  private static final int TABLE_BYTES = 150 << 20;

  private byte[] table;

  @Override
  protected void setup(Context context) {
    table = new byte[TABLE_BYTES];
  }

  @Override
  protected void cleanup(Context context) {
    if (table.length != TABLE_BYTES) {
      throw new IllegalStateException("lost the table");
    }
  }
}
