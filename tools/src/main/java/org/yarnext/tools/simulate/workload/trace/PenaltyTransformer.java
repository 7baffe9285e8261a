// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.FixedPenaltyModel;

/**
 * Makes tasks without a profile elastic with a given model and penalty, as the YARN-ME paper does
 * with a step for mappers and a saw-tooth for reducers. The ideal memory is that of a stage's
 * largest task; a task that spills writes and reads as much data as it has memory. Immutable.
 */
public final class PenaltyTransformer {
  private static final Pattern FORM =
      Pattern.compile("(?:(.+)=)?(saw-tooth|step):(\\d{1,4}(?:\\.\\d{1,6})?)");

  /** Model and penalty by task class; the empty text is for all others. */
  private final Map<String, Penalty> byClass = new LinkedHashMap<>();

  /** One model. */
  private static final class Penalty {
    private final boolean step;
    private final double slowdown;

    Penalty(boolean step, double slowdown) {
      this.step = step;
      this.slowdown = slowdown;
    }

    ElasticityModel of(long mb, double ms) {
      return step ? new StepModel(mb, ms, slowdown, mb) : new FixedPenaltyModel(mb, ms, slowdown);
    }
  }

  private PenaltyTransformer() {}

  /**
   * Reads penalties.
   *
   * @param texts each {@code [CLASS=]saw-tooth:PENALTY} or {@code [CLASS=]step:PENALTY}; may be
   *     empty
   * @throws ToolException naming one of another form
   */
  public static PenaltyTransformer of(List<String> texts) throws ToolException {
    PenaltyTransformer made = new PenaltyTransformer();
    for (String text : texts) {
      Matcher form = FORM.matcher(text.trim());
      if (!form.matches() || Double.parseDouble(form.group(3)) < 1) {
        throw new ToolException(
            "--elasticity: "
                + TraceRecord.shortened(text)
                + " is not [CLASS=]MODEL:PENALTY with a model saw-tooth or step and a penalty of 1"
                + " or more: write for example saw-tooth:3 or map=step:1.5.");
      }
      String of = form.group(1) == null ? "" : form.group(1);
      Penalty penalty =
          new Penalty(form.group(2).equals("step"), Double.parseDouble(form.group(3)));
      if (made.byClass.put(of, penalty) != null) {
        throw new ToolException("--elasticity is given twice for the same tasks: remove one.");
      }
    }
    return made;
  }

  /** Returns the workload with elasticity for the stages without. */
  public Workload in(Workload workload) {
    if (byClass.isEmpty()) {
      return workload;
    }
    List<SimJob> jobs = new ArrayList<>();
    for (SimJob job : workload.jobs()) {
      List<SimStage> stages = new ArrayList<>();
      for (SimStage stage : job.stages()) {
        Penalty penalty = byClass.getOrDefault(stage.name(), byClass.get(""));
        boolean applies = penalty != null && stage.elasticity() == null;
        stages.add(applies ? elastic(stage, penalty) : stage);
      }
      jobs.add(job.withStages(stages));
    }
    return new Workload(workload.name(), jobs);
  }

  private static SimStage elastic(SimStage stage, Penalty penalty) {
    long mb = stage.tasks().stream().mapToLong(SimTask::memoryMb).max().getAsLong();
    double ms = stage.tasks().stream().mapToLong(SimTask::durationMs).average().getAsDouble();
    return ProfileTransformer.elastic(stage, SimElasticity.known(penalty.of(mb, Math.max(1, ms))));
  }
}
