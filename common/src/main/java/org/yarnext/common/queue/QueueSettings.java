// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.queue;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Settings of queues, parsed from text such as {@code root.b:max=10;adhoc:relative=2}. A queue
 * without a setting has its nearest parent's. A name without a dot also names a queue by its last
 * part, as in the CapacityScheduler. Immutable.
 *
 * @param <T> type of a queue's value
 */
public final class QueueSettings<T> {
  private final Map<String, T> byQueue;

  private QueueSettings(Map<String, T> byQueue) {
    this.byQueue = byQueue;
  }

  /**
   * Parses the settings.
   *
   * @param text {@code queue:setting} separated by semicolons; may be empty
   * @param setting parses one setting, throwing IllegalArgumentException if it is invalid
   * @throws IllegalArgumentException naming the invalid part of the text and the reason
   */
  public static <T> QueueSettings<T> parse(String text, Function<String, T> setting) {
    Map<String, T> byQueue = new LinkedHashMap<>();
    for (String part : text.split(";")) {
      String p = part.trim();
      if (p.isEmpty()) {
        continue;
      }
      int colon = p.indexOf(':');
      String queue = colon < 0 ? "" : p.substring(0, colon).trim();
      if (queue.isEmpty()) {
        throw new IllegalArgumentException(
            "\"" + p + "\" does not name a queue: write queue:setting");
      }
      T value;
      try {
        value = setting.apply(p.substring(colon + 1).trim());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("Queue " + queue + ": " + e.getMessage(), e);
      }
      if (byQueue.put(queue, value) != null) {
        throw new IllegalArgumentException("Queue " + queue + " is set twice");
      }
    }
    return new QueueSettings<>(Collections.unmodifiableMap(byQueue));
  }

  /**
   * Returns the setting of a queue or of its nearest parent that has one.
   *
   * @param queue the application's queue, as path or name
   * @return null if neither the queue nor any parent has a setting
   */
  public T get(String queue) {
    for (String path = queue; ; path = path.substring(0, path.lastIndexOf('.'))) {
      T value = byQueue.get(path);
      if (value == null) {
        value = byQueue.get(path.substring(path.lastIndexOf('.') + 1));
      }
      if (value != null || path.indexOf('.') < 0) {
        return value;
      }
    }
  }

  @Override
  public String toString() {
    return byQueue.toString();
  }
}
