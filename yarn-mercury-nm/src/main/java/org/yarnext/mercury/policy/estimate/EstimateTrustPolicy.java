// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.snapshot.SnapshotCodec;

/**
 * Decides whether an application's declared run times are trusted. Trust ends when too many of its
 * last containers ran far longer or shorter than declared, and returns when few did. Without trust,
 * no guaranteed request of the application becomes opportunistic. Its own opportunistic requests
 * stay opportunistic, unlike in the paper (Mercury section 4.3). There is one instance for each
 * application. Not thread-safe.
 *
 * <p>Only containers that ran to their end count: the run time of a killed one says nothing about
 * the declaration. Wrong declarations are counted, not averaged, so that a few outliers do not
 * decide.
 */
public final class EstimateTrustPolicy {
  private static final int VERSION = 1;

  private final EstimateTolerance tolerance;
  private final Deque<Boolean> lastWrong = new ArrayDeque<>();
  private boolean judged;

  public EstimateTrustPolicy(EstimateTolerance tolerance) {
    this.tolerance = tolerance;
  }

  /**
   * Records a container that ran to its end.
   *
   * @param declaredMs run time declared by the application, in ms
   * @param measuredMs measured run time, in ms; a negative one is ignored
   */
  public void observe(long declaredMs, long measuredMs) {
    if (measuredMs < 0) {
      return;
    }
    lastWrong.add(tolerance.wrong(declaredMs, measuredMs));
    if (lastWrong.size() > tolerance.window()) {
      lastWrong.remove();
    }
    judged = judged ? wrong() > tolerance.pardonAt() : wrong() >= tolerance.judgeAt();
  }

  private int wrong() {
    return Collections.frequency(lastWrong, true);
  }

  /** Decides whether the application's estimates can be trusted. */
  public Decision<Boolean> trusted() {
    RequestReason reason =
        !judged
            ? RequestReason.ESTIMATES_RIGHT
            : wrong() >= tolerance.judgeAt()
                ? RequestReason.ESTIMATES_WRONG
                : RequestReason.ESTIMATES_ON_PROBATION;
    return Decision.of(!judged, reason)
        .with("wrong", wrong())
        .with("of", lastWrong.size())
        .with("judgeAt", tolerance.judgeAt())
        .with("pardonAt", tolerance.pardonAt());
  }

  /** Returns the state as maps and lists. */
  public Map<String, Object> snapshot() {
    Map<String, Object> s = SnapshotCodec.version(VERSION);
    s.put("judged", judged);
    s.put("lastWrong", new ArrayList<>(lastWrong));
    return s;
  }

  /**
   * Restores the policy from a snapshot.
   *
   * @throws IllegalArgumentException if the snapshot is invalid
   */
  public static EstimateTrustPolicy restore(EstimateTolerance tolerance, Map<String, ?> snapshot) {
    SnapshotCodec.check(snapshot, VERSION);
    EstimateTrustPolicy judge = new EstimateTrustPolicy(tolerance);
    for (Object wrong : SnapshotCodec.list(snapshot, "lastWrong")) {
      judge.lastWrong.add(SnapshotCodec.typed(wrong, "lastWrong", Boolean.class));
    }
    while (judge.lastWrong.size() > tolerance.window()) {
      judge.lastWrong.remove();
    }
    judge.judged = SnapshotCodec.flag(snapshot, "judged");
    return judge;
  }
}
