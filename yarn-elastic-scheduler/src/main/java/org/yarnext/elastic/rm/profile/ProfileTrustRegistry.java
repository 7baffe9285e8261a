// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.profile;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.policy.trust.RunEvidence;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Thread-safe access to {@link ProfileTrust}. {@link #of} is called at every placement, and takes a
 * lock only while some class is distrusted.
 */
public final class ProfileTrustRegistry {
  private static final Decision<Boolean> KEPT = Decision.of(true, TrustReason.TRUST_KEPT);

  private final ProfileTrust records;
  private final LongSupplier clockMs;
  private final AtomicLong version = new AtomicLong();
  private volatile long distrustedUntilMs = Long.MIN_VALUE;

  /** True if evidence was read since {@link #version} changed; only claimed profiles need it. */
  private boolean evidenceRead;

  /**
   * Creates a registry.
   *
   * @param records exclusive to this registry
   */
  public ProfileTrustRegistry(ProfileTrust records, LongSupplier clockMs) {
    this.records = records;
    this.clockMs = clockMs;
  }

  /** Decides whether tasks of the class may be under-sized now. */
  public Decision<Boolean> of(TaskClass task) {
    long now = clockMs.getAsLong();
    if (now >= distrustedUntilMs) {
      return KEPT;
    }
    synchronized (this) {
      return records.trusted(task, now);
    }
  }

  /** Returns the evidence from the run times of the last tasks of the class; never null. */
  synchronized RunEvidence evidence(TaskClass task, boolean undersized) {
    evidenceRead = true;
    return records.evidence(task, undersized);
  }

  /** Returns the largest heap that nodes have found in tasks of the class, in MB; -1 if unknown. */
  public synchronized long heapMb(TaskClass task) {
    return records.heapMb(task);
  }

  /** Records the duration of a container of the class; see {@link ProfileTrust#lasted}. */
  public synchronized void lasted(
      TaskClass task, boolean undersized, boolean whole, long lastedMs, double profileMs) {
    records.lasted(task, undersized, whole, lastedMs, profileMs, clockMs.getAsLong());
    evidenceChanged();
    distrustedUntilMs = records.distrustedUntilMs();
  }

  /**
   * Returns a number that changes whenever evidence may have changed that was read after the
   * previous change. Read it before {@link #evidence}.
   */
  public long version() {
    return version.get();
  }

  /** Converts distrust to a refusal of a smaller size, with the same reason and inputs. */
  public static Decision<Long> refusal(Decision<Boolean> distrusted) {
    Decision<Long> refusal = Decision.of(null, distrusted.reason());
    for (Map.Entry<String, Object> input : distrusted.inputs().entrySet()) {
      refusal = refusal.with(input.getKey(), input.getValue());
    }
    return refusal;
  }

  /**
   * Records the end of an under-sized container.
   *
   * @param expectedMs expected run time, in ms; 0 or less if it is not to be judged by that
   * @param shared whether tasks of other classes may have run in it too
   * @return the reason if the class becomes distrusted; else null
   */
  public synchronized Decision<Boolean> ended(
      TaskClass task, UndersizedEnd end, double expectedMs, boolean shared) {
    long now = clockMs.getAsLong();
    boolean before = records.trusted(task, now).value();
    records.ended(task, end, expectedMs, now);
    if (shared && end.outcome() == UndersizedEnd.Outcome.OUT_OF_MEMORY) {
      records.ranOutInShared(task.application(), now);
    }
    distrustedUntilMs = records.distrustedUntilMs();
    Decision<Boolean> after = records.trusted(task, now);
    return before && !after.value() ? after : null;
  }

  /** Forgets what was learnt about the application alone. */
  public synchronized void applicationEnded(ApplicationId id) {
    records.applicationEnded(id.toString());
    evidenceChanged();
  }

  private void evidenceChanged() {
    if (evidenceRead) {
      evidenceRead = false;
      version.incrementAndGet();
    }
  }
}
