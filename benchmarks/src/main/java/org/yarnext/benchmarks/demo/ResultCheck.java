// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.yarnext.minicluster.shell.AttemptRecord;

/**
 * Checks the clusters' results: every word count must equal that of plain Java, and no shell task
 * may have failed.
 */
final class ResultCheck {

  private ResultCheck() {}

  /** Returns one sentence for each fault; empty if there is none. */
  static List<String> faults(SortedMap<String, Long> truth, List<Measurements> measurements) {
    List<String> wrong = new ArrayList<>();
    for (Measurements m : measurements) {
      compare("MapReduce on " + m.cluster, truth, m.mapReduce.counts, wrong);
      compare("Tez on " + m.cluster, truth, m.tez.counts, wrong);
      List<AttemptRecord> failed = m.failed();
      if (!failed.isEmpty()) {
        wrong.add(
            failed.size() + " shell tasks failed on " + m.cluster + ", first " + failed.get(0).why);
      }
    }
    return wrong;
  }

  private static void compare(
      String who,
      SortedMap<String, Long> truth,
      SortedMap<String, Long> counts,
      List<String> wrong) {
    if (counts.equals(truth)) {
      return;
    }
    for (Map.Entry<String, Long> word : truth.entrySet()) {
      Long count = counts.get(word.getKey());
      if (!word.getValue().equals(count)) {
        wrong.add(
            String.format(
                "%s counted %s as %s, it occurs %s times",
                who, word.getKey(), count, word.getValue()));
        return;
      }
    }
    wrong.add(who + " counted " + (counts.size() - truth.size()) + " words that do not occur");
  }
}
