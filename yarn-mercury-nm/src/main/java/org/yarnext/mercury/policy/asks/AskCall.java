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
package org.yarnext.mercury.policy.asks;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.decision.Decision;

/** One call of an application: takes its asks, divides what is new and tells the schedulers. */
final class AskCall {
  private final AskLines lines;
  private final AskCounts counts;
  private final boolean evenEnforced;
  private final RequestSplitter splitter;
  private final AskSplit split = new AskSplit();

  /** The names of the entries that the application sent, by line. */
  private final Map<AskLine, Set<String>> restated = new LinkedHashMap<>();

  AskCall(AskLines lines, AskCounts counts, boolean evenEnforced, RequestSplitter splitter) {
    this.lines = lines;
    this.counts = counts;
    this.evenEnforced = evenEnforced;
    this.splitter = splitter;
  }

  /**
   * @param everything whether the application states all it has, so that what is missing is over
   */
  void state(List<Ask> asks, boolean everything) {
    for (Ask ask : asks) {
      AskLine line = lines.getOrCreate(ask.key(), ask.opportunistic());
      line.state(ask);
      restated.computeIfAbsent(line, l -> new LinkedHashSet<>()).add(ask.resourceName());
    }
    for (AskLine line : everything ? lines.all() : Collections.<AskLine>emptyList()) {
      if (line.stale) {
        line.vanish();
        restated.put(line, Collections.singleton(Ask.ANY));
      }
    }
  }

  void divide() {
    restated.forEach(
        (line, names) -> {
          if (line.asksOpportunistic) {
            stepAside(lines.get(line.key, false), line);
          }
          boolean may = mayDivide(line);
          if (!may && !line.asksOpportunistic) {
            counts.moved += line.unify();
          }
          if (names.contains(Ask.ANY)) {
            setTotal(line, may);
          }
        });
    lines.all().forEach(this::divideLater);
  }

  /** An unmodified master may ask all at once, long before any of it tells how long it runs. */
  private void divideLater(AskLine line) {
    if (line.undecided() == 0 || !mayDivide(line)) {
      return;
    }
    Decision<Integer> d = splitter.divideLater(line.key, line.undecided());
    if (d != null) {
      split.add(d);
      line.decide(Math.max(0, Math.min(d.value(), line.undecided())));
    }
  }

  private boolean mayDivide(AskLine line) {
    return line.mayDivide(evenEnforced) && lines.get(line.key, true) == null;
  }

  /** The opportunistic scheduler keeps one number a key, so the application's own ask has it. */
  private void stepAside(AskLine lineOrNull, AskLine own) {
    if (lineOrNull != null) {
      counts.moved += lineOrNull.unify();
      own.divided |= lineOrNull.toOpportunistic.leaveTo(own.toOpportunistic);
    }
  }

  private void setTotal(AskLine line, boolean mayDivide) {
    int more = line.stated(Ask.ANY).count() - line.outstanding();
    if (more > 0) {
      int queueable = line.asksOpportunistic ? more : 0;
      if (mayDivide) {
        Decision<Integer> d = splitter.divide(line.key, more);
        split.add(d);
        queueable = Math.max(0, Math.min(d.value(), more));
        line.divided |= queueable > 0;
        if (d.reason() == AskReason.ASK_LENGTH_UNKNOWN) {
          line.leaveUndecided(more);
        }
      }
      line.queueable += queueable;
      line.guaranteed += more - queueable;
      counts.asked += more;
    } else {
      int fewer = -more;
      int queueable = Math.min(fewer, line.queueable);
      line.queueable -= queueable;
      line.guaranteedFewer(fewer - queueable);
      counts.cancelled += fewer;
    }
  }

  AskSplit tell(int room) {
    int left = room;
    for (AskLine line : overFirst(lines.all())) {
      int offer = Math.max(0, Math.min(line.queueable, left));
      left -= offer;
      line.divided |= line.asksOpportunistic && offer < line.queueable;
      Set<String> names = restated.getOrDefault(line, Collections.emptySet());
      if (line.divided) {
        tell(line, line.toGuaranteed, line.guaranteed, line.guaranteed, names, false);
        tell(line, line.toOpportunistic, offer, line.queueable, names, true);
      } else {
        Told told = line.asksOpportunistic ? line.toOpportunistic : line.toGuaranteed;
        if (!names.isEmpty() || told.differs(line.outstanding())) {
          split.to(line.asksOpportunistic).addAll(told.pass(line, names));
        }
      }
    }
    return split;
  }

  /**
   * YARN's guaranteed scheduler keeps one size a priority and request id, that of the last entry in
   * a call: the end of a size may not come behind the size that took its place.
   */
  private static List<AskLine> overFirst(List<AskLine> all) {
    all.sort(Comparator.comparing(line -> line.outstanding() > 0));
    return all;
  }

  private void tell(
      AskLine line, Told told, int wanted, int cap, Set<String> names, boolean opportunistic) {
    if (!names.isEmpty() || told.differs(wanted)) {
      split.to(opportunistic).addAll(told.tell(line, wanted, cap, names));
    }
  }
}
