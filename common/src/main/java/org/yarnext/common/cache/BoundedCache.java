// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;

/**
 * A map with a maximum size: adding one entry too many removes the eldest. Not thread-safe; in
 * order of use, reads change it, too.
 */
public final class BoundedCache<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int max;
  private final transient Consumer<K> onRemoval;

  private BoundedCache(int max, boolean isInOrderOfUse, Consumer<K> onRemoval) {
    super(16, 0.75f, isInOrderOfUse);
    this.max = max;
    this.onRemoval = onRemoval;
  }

  /**
   * Creates an empty cache that removes the entry which was added first.
   *
   * @param max maximum number of entries, 1 or more
   */
  public static <K, V> BoundedCache<K, V> inOrderOfInsertion(int max) {
    return new BoundedCache<>(max, false, key -> {});
  }

  /**
   * Creates an empty cache that removes the entry which was added or read the longest time ago.
   *
   * @param max maximum number of entries, 1 or more
   */
  public static <K, V> BoundedCache<K, V> inOrderOfUse(int max) {
    return inOrderOfUse(max, key -> {});
  }

  /**
   * Creates the same.
   *
   * @param onRemoval receives the key of each entry that the cache removes because it is full; must
   *     not use the cache
   */
  public static <K, V> BoundedCache<K, V> inOrderOfUse(int max, Consumer<K> onRemoval) {
    return new BoundedCache<>(max, true, onRemoval);
  }

  /**
   * Creates an empty cache that removes the entry which was added or read the longest time ago.
   * Thread-safe; reading takes no lock.
   *
   * @param max maximum number of entries, 1 or more
   */
  public static <K, V> ConcurrentMap<K, V> concurrent(int max) {
    // With one segment the maximum and the order hold for all entries together.
    return CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(max).<K, V>build().asMap();
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    boolean isFull = size() > max;
    if (isFull) {
      onRemoval.accept(eldest.getKey());
    }
    return isFull;
  }
}
