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
package org.yarnext.elastic.rm;

import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Decides by the job's profile and its expected end (YARN-ME section 3.3): without either, nothing
 * is shrunk, nor with a profile that was wrong lately. Thread-safe.
 */
final class ProfiledDecider implements UndersizeDecider {
  private final Models models;
  private final Trust trust;
  private final JobEnds ends;
  private final SizeRule rule;
  private final LongSupplier clockMs;

  ProfiledDecider(Models models, Trust trust, JobEnds ends, SizeRule rule, LongSupplier clockMs) {
    this.models = models;
    this.trust = trust;
    this.ends = ends;
    this.rule = rule;
    this.clockMs = clockMs;
  }

  @Override
  public boolean concerns(AskedJob job, int priority) {
    return models.of(job, priority) != null;
  }

  @Override
  public boolean mayWait() {
    return rule.mayWait();
  }

  @Override
  public Decision<Long> decide(Offer offer) throws Exception {
    Models.Found found = models.find(offer.job(), offer.priority());
    ElasticityModel model = found.model;
    TaskClass task = found.taskClass;
    if (model == null || task == null) {
      return Decision.of(null, PlacementReason.NO_PROFILE);
    }
    Decision<Boolean> trusted = trust.of(task);
    if (!trusted.value()) {
      return Trust.refusal(trusted);
    }
    long endMs = ends.endMs(offer.job().id());
    return endMs < 0
        ? Decision.<Long>of(null, PlacementReason.JOB_END_UNKNOWN)
            .with("askedMb", offer.askedMb())
            .with("freeMb", offer.freeMb())
        : rule.decide(offer.withHeapMb(trust.heapMb(task)), model, endMs, clockMs.getAsLong());
  }

  @Override
  public long estimate() {
    return ends.estimate();
  }

  @Override
  public double diskMbPerSecond(AskedJob job, int priority, long askedMb, long grantedMb) {
    ElasticityModel model = models.of(job, priority);
    if (model == null) {
      return 0;
    }
    long modelMb = Models.modelMb(model, askedMb, grantedMb);
    return model.knowsDiskUse() || modelMb >= model.idealMemoryMb()
        ? model.diskMbPerSecond(modelMb)
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public Decision<Boolean> ended(AskedJob job, int priority, UndersizedEnd end, long madeMs) {
    Models.Found found = models.find(job, priority);
    ElasticityModel model = found.model;
    TaskClass task = found.taskClass;
    if (model == null || task == null) {
      return null; // there is nothing to distrust
    }
    // Of a model that came later its end says nothing, nor that to other runs of the job.
    boolean byAnother = madeMs < found.sinceMs;
    double expectedMs =
        job.oneTaskAContainer() && !byAnother
            ? model.runTimeMs(Models.modelMb(model, end.askedMb(), end.grantedMb()))
            : 0;
    return trust.ended(
        byAnother ? task.inItsApplication() : task, end, expectedMs, !job.oneTaskAContainer());
  }

  @Override
  public void lasted(
      AskedJob job,
      int priority,
      long askedMb,
      long grantedMb,
      boolean whole,
      long lastedMs,
      long madeMs) {
    Models.Found found = models.find(job, job.runsAs(priority));
    if (found.model == null || !job.oneTaskAContainer() || madeMs < found.sinceMs) {
      return;
    }
    double profileMs = found.model.runTimeMs(Models.modelMb(found.model, askedMb, grantedMb));
    if (profileMs > 0) {
      trust.lasted(found.taskClass, grantedMb < askedMb, whole, lastedMs, profileMs);
    }
  }

  @Override
  public void applicationEnded(ApplicationId id) {
    models.applicationEnded(id);
    trust.applicationEnded(id);
  }
}
