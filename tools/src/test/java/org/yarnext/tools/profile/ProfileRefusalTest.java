// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.nio.file.Files;
import org.junit.Test;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;

/** Runs that are left out and models that are refused. */
public class ProfileRefusalTest extends ProfileCommandTestBase {
  @Test
  public void reducersThatKeepNothingInMemoryAreRefused() throws Exception {
    for (int mb : new int[] {512, 1600}) {
      job("sort", mb).map(1000, 1, 1, MB).reducer(20_000, 500 * MB, 50, 100, 100).write(done);
    }
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.FAILED, run.status);
    said(run, "sort, reduce: No profile. ");
    said(run, "mapreduce.reduce.input.buffer.percent");
    assertFalse(Files.exists(out));
  }

  @Test
  public void profileThatTheSchedulerWouldRefuseIsNotWritten() throws Exception {
    for (int mb : new int[] {1024, 512}) {
      boolean small = mb == 512;
      job("count", mb)
          .set("mapreduce.reduce.shuffle.input.buffer.percent", "0.0009")
          .set("mapreduce.reduce.input.buffer.percent", "0.7")
          .map(small ? 13_000 : 10_000, 1000, small ? 2000 : 1000, 10 * MB)
          .reducer(small ? 6000 : 5000, MB * 9 / 40, 10, 100, small ? 100 : 0)
          .write(done);
    }
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    said(run, "count, reduce: No profile. The scheduler would refuse its profile: field buffer=");
    assertEquals("the maps' one", 1, ProfileFile.read(out).all().size());
  }

  @Test
  public void runsOfOneSizeAreRefused() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 1024, 10_000, true);
    CommandRun run = profile();
    assertEquals(ExitCode.FAILED, run.status);
    said(run, "count, map: No profile. All its runs that can be compared had 1024 MB");
  }

  @Test
  public void mapsWithAnUnsuitableSortBufferAreRefused() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 10_000, true);
    said(profile(), "mapreduce.task.io.sort.mb");
    mapRun("other", 1024, 10_000, false);
    mapRun("other", 512, 10_000, true);
    said(profile("--job", "other"), "did not follow their memory");
    mapRun("third", 1024, 10_000, false);
    mapRun("third", 512, 10_000, false);
    said(profile("--job", "third"), "merged them even with 1024 MB");
  }

  @Test
  public void runsOnOtherDataAreLeftOut() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    job("count", 768).map(40_000, 4000, 8000, 40 * MB).reducer(1000, 40 * MB, 1, 1, 0).write(done);
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    said(run, "is ignored: its tasks had 40.00 MB each");
    assertEquals(0, made("count", "map").quality().runs());
    assertEquals(
        "with more tolerance it is compared, and shows that nothing fits",
        ExitCode.FAILED,
        profile("--input-tolerance", "4").status);
  }

  @Test
  public void largerCombinedOutputIsNotTakenForOtherData() throws Exception {
    mapRun("count", 1024, 10_000, true);
    job("count", 512)
        .map(13_000, 1000, 1400, 18 * MB)
        .counter(org.apache.hadoop.mapreduce.TaskCounter.MAP_OUTPUT_BYTES, 10 * MB)
        .reducer(1000, 18 * MB, 1, 1, 0)
        .write(done);
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    StepModel step = (StepModel) made("count", "map").model();
    assertEquals(1.3, step.penalty(), 1e-9);
    assertEquals("of the well-sized one", 10, step.outputMb(), 1e-9);
  }

  @Test
  public void poorModelIsRefusedUnlessAllowed() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    mapRun("count", 768, 26_000, false);
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.FAILED, run.status);
    said(run, "The median error of the model is 50 %");
    said(run, "--max-error 0.50");
    assertEquals(ExitCode.DONE, profile("--max-error", "0.50").status);
    assertEquals(0.5, made("count", "map").quality().medianError(), 1e-6);
  }

  @Test
  public void modelWithoutFurtherRunsIsMarked() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    said(run, "is unknown");
    said(run, "measure a third run");
  }

  @Test
  public void sizesWithTooFewRunsDoNotCount() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 1024, 10_200, true);
    mapRun("count", 512, 13_000, false);
    CommandRun run = profile("--minimum-runs", "2");
    assertEquals(ExitCode.FAILED, run.status);
    said(run, "The size of 512 MB is ignored");
    mapRun("count", 512, 13_100, false);
    assertEquals(ExitCode.DONE, profile("--minimum-runs", "2").status);
  }

  @Test
  public void exactNamesAreDifferentJobs() throws Exception {
    mapRun("count 1", 1024, 10_000, true);
    mapRun("count 2", 512, 13_000, false);
    assertEquals(ExitCode.FAILED, profile("--exact-names").status);
    assertEquals(ExitCode.DONE, profile().status);
  }
}
