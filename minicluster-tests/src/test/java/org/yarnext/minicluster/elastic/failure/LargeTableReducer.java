// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic.failure;

import org.apache.hadoop.examples.WordCount;

/**
 * The word count's reducer with a table of 150 MB, for which a heap of 192 MB has no room, and a
 * heap of 320 MB has.
 */
public final class LargeTableReducer extends WordCount.IntSumReducer {
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
