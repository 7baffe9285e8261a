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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Decides what each scheduler is asked for, given what an unmodified application asks for: the
 * application counts one number of outstanding containers a key, and at all times that number is
 * the sum of what is outstanding as guaranteed and as opportunistic (Mercury sections 5 and 6.2).
 *
 * <ul>
 *   <li>Only guaranteed asks with relaxed locality are divided, and enforced ones only where the
 *       operator said so: MapReduce marks every ask as enforced. All else passes as it came.
 *   <li>More than before: the {@link RequestSplitter} divides the difference. Fewer: opportunistic
 *       ones are cancelled first. The same: nothing changes.
 *   <li>What is guaranteed only because nothing told how long it runs is divided once something
 *       does.
 *   <li>Node and rack entries go to both schedulers, none above the scheduler's own total.
 *   <li>A container granted by one scheduler beyond its part is taken from the other's part, since
 *       the application subtracts it all the same; one beyond both is counted and changes nothing.
 *   <li>Opportunistic asks that the quota has no room for are held back and stay outstanding.
 * </ul>
 *
 * <p>Ledger: {@code asked == grantedGuaranteed + grantedOpportunistic + cancelled + guaranteed +
 * queueable} at all times. One for each application attempt; not thread-safe.
 */
public final class AskLedger {
  private static final int VERSION = 1;

  private final boolean evenEnforced;
  private final AskLines lines = new AskLines();
  private final AskCounts counts = new AskCounts();
  private boolean restating;

  /**
   * @param evenEnforced whether asks that enforce their execution type are divided as well, as
   *     MapReduce needs
   */
  public AskLedger(boolean evenEnforced) {
    this.evenEnforced = evenEnforced;
  }

  /**
   * Takes what the application sent, possibly nothing, and says what to send on. To be called for
   * each of its calls, since a grant or the quota may have changed what to send.
   *
   * @param asks as sent, in their order
   * @param splitter divides what is new
   * @param room how many opportunistic containers more than those alive the quota allows; asked
   *     once the ledger has taken what the application sent
   */
  public AskSplit ask(List<Ask> asks, RequestSplitter splitter, IntSupplier room) {
    AskCall call = new AskCall(lines, counts, evenEnforced, splitter);
    call.state(asks, restating);
    restating = false;
    call.divide();
    AskSplit split = call.tell(room.getAsInt());
    lines.dropFinished();
    return split;
  }

  /**
   * A scheduler granted a container. Each container counts once: see {@link LiveContainers}.
   *
   * @param key the container's priority, allocation request id and size
   * @return false if nothing was outstanding for it
   */
  public boolean granted(AskKey key, boolean opportunistic) {
    AskLine line = lines.granted(key, opportunistic);
    if (line == null) {
      counts.overGranted++;
      return false;
    }
    boolean fromQueueable = line.queueable > 0 && (opportunistic || line.guaranteed == 0);
    if (fromQueueable) {
      line.queueable--;
    } else {
      line.guaranteedFewer(1);
    }
    (opportunistic ? line.toOpportunistic : line.toGuaranteed).granted();
    counts.granted(opportunistic, fromQueueable != opportunistic);
    return true;
  }

  /**
   * Makes guaranteed what waits as opportunistic and was asked as guaranteed, when the feature is
   * turned off. The schedulers are told at the next {@link #ask}.
   */
  public void toGuaranteed() {
    for (AskLine line : lines.askedGuaranteed()) {
      counts.moved += line.queueable;
      line.guaranteed += line.queueable;
      line.queueable = 0;
    }
  }

  /** The policy is another one: what waits is divided anew at the next {@link #ask}. */
  public void redivide() {
    toGuaranteed();
    lines
        .askedGuaranteed()
        .forEach(line -> line.leaveUndecided(line.guaranteed - line.undecided()));
  }

  /** What was sent may not have arrived, or was refused: it is sent again at the next call. */
  public void undelivered(List<Ask> sent, boolean toOpportunistic) {
    for (Ask ask : sent) {
      AskLine own = lines.get(ask.key(), true);
      AskLine line = toOpportunistic && own != null ? own : lines.getOrCreate(ask.key(), false);
      line.divided |= toOpportunistic && line != own;
      (toOpportunistic ? line.toOpportunistic : line.toGuaranteed).unsure(ask.resourceName());
    }
  }

  /** A scheduler restarted and forgot its asks: it is told all of them at the next call. */
  public void forgotten(boolean byOpportunistic) {
    for (AskLine line : lines.all()) {
      (byOpportunistic ? line.toOpportunistic : line.toGuaranteed).forgotten();
    }
  }

  /**
   * A scheduler may have lost some of its asks, as in a call that failed after it had granted: it
   * is told all of them at the next call, and of nothing where nothing is left.
   */
  public void doubted(boolean byOpportunistic) {
    for (AskLine line : lines.all()) {
      (byOpportunistic ? line.toOpportunistic : line.toGuaranteed).doubted();
    }
  }

  /**
   * The application registered again, as after a restart of the ResourceManager: its next call
   * states all that it has outstanding, and what is missing there is outstanding no more.
   */
  public void restating() {
    forgotten(false);
    restating = true;
    lines.all().forEach(line -> line.stale = true);
  }

  /** Everything that is outstanding, as the application would ask it now. */
  public List<Ask> stated() {
    List<Ask> asks = new ArrayList<>();
    for (AskLine line : lines.all()) {
      for (String name : line.names()) {
        Ask ask = line.stated(name);
        asks.add(ask.isAny() ? ask.withCount(line.outstanding()) : ask);
      }
    }
    return asks;
  }

  /**
   * What is outstanding by a snapshot of whatever version, as far as it can be read: for whoever
   * cannot {@link #restore} it. Nothing if the application is about to state everything itself.
   *
   * @param unreadable told why a line, or all of them, is left out
   */
  public static List<Ask> stated(Map<String, ?> snapshot, Consumer<RuntimeException> unreadable) {
    AskLedger ledger = new AskLedger(true);
    try {
      if (Boolean.TRUE.equals(snapshot.get("restating"))) {
        return Collections.emptyList();
      }
      for (Object line : Plain.list(snapshot, "lines")) {
        ledger.readLine(line, unreadable);
      }
    } catch (IllegalArgumentException e) {
      unreadable.accept(e);
    }
    return ledger.stated();
  }

  private void readLine(Object line, Consumer<RuntimeException> unreadable) {
    try {
      lines.add(AskLine.restore(Plain.typed(line, "lines", Map.class)));
    } catch (RuntimeException e) {
      unreadable.accept(e);
    }
  }

  /** Whether the schedulers' parts of any key differ from what the application sent. */
  public boolean divided() {
    return lines.all().stream().anyMatch(line -> line.divided);
  }

  /** How many are outstanding as guaranteed. */
  public int guaranteed() {
    return lines.all().stream().mapToInt(line -> line.guaranteed).sum();
  }

  /** How many are outstanding as opportunistic, those that the quota holds back included. */
  public int queueable() {
    return lines.all().stream().mapToInt(line -> line.queueable).sum();
  }

  /** How many opportunistic containers the scheduler was told it may grant. */
  public int offered() {
    return lines.all().stream().mapToInt(line -> line.toOpportunistic.outstanding()).sum();
  }

  /** Whether the application itself asks for opportunistic containers of this key. */
  public boolean asksOpportunistic(AskKey key) {
    return lines.get(key, true) != null;
  }

  /** What {@code key} has outstanding that was asked as guaranteed, as opportunistic in part. */
  int outstanding(AskKey key, boolean asQueueable) {
    AskLine line = lines.get(key, false);
    return line == null ? 0 : asQueueable ? line.queueable : line.guaranteed;
  }

  /** The ledger by name; see the class comment for the equation it satisfies. */
  public Map<String, Long> ledger() {
    Map<String, Long> ledger = counts.byName();
    ledger.put("guaranteed", (long) guaranteed());
    ledger.put("queueable", (long) queueable());
    return ledger;
  }

  /** All of it in maps, lists, texts and numbers, as {@link #restore} reads it. */
  public Map<String, Object> snapshot() {
    Map<String, Object> s = Plain.version(VERSION);
    s.put("restating", restating);
    s.put("counts", counts.byName());
    List<Object> all = new ArrayList<>();
    lines.all().forEach(line -> all.add(line.snapshot()));
    s.put("lines", all);
    return s;
  }

  /**
   * A ledger that goes on where another one stopped.
   *
   * @throws IllegalArgumentException if it is no such snapshot
   */
  @SuppressWarnings("unchecked")
  public static AskLedger restore(boolean evenEnforced, Map<String, ?> snapshot) {
    Plain.check(snapshot, VERSION);
    AskLedger ledger = new AskLedger(evenEnforced);
    ledger.restating = Plain.flag(snapshot, "restating");
    ledger.counts.restore(Plain.map(snapshot, "counts"));
    for (Object line : Plain.list(snapshot, "lines")) {
      ledger.lines.add(AskLine.restore(Plain.typed(line, "lines", Map.class)));
    }
    return ledger;
  }
}
