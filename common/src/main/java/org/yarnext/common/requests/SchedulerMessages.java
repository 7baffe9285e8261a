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
package org.yarnext.common.requests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The entries that one call sends to each scheduler. Entries of cancelled keys come before all
 * others: for one priority and request id YARN's schedulers keep the size that they read last, so
 * the cancellation of a size must not follow the size that replaces it.
 */
final class SchedulerMessages {
  private final Map<String, List<RequestEntry>> ends = new TreeMap<>();
  private final Map<String, List<RequestEntry>> others = new TreeMap<>();

  void add(String scheduler, List<RequestEntry> entries, boolean isEnd) {
    if (!entries.isEmpty()) {
      (isEnd ? ends : others).computeIfAbsent(scheduler, name -> new ArrayList<>()).addAll(entries);
    }
  }

  /**
   * Returns the entries by scheduler, cancellations first; schedulers without entries are absent.
   */
  Map<String, List<RequestEntry>> byScheduler() {
    others.forEach(
        (scheduler, entries) ->
            ends.computeIfAbsent(scheduler, name -> new ArrayList<>()).addAll(entries));
    return ends;
  }
}
