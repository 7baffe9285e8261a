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
package org.yarnext.minicluster.tez;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import org.junit.After;
import org.junit.Test;

/**
 * An unmodified Tez DAG comes to the right result with estimates on: its second run knows from the
 * first how long its tasks take before one of them has ended, and its containers say so.
 */
public class TezEstimatorTest {
  private static final int TOKENIZERS = 6;
  private static final int VERTICES = 3;
  private static final long DEFAULT_RUN_MS = 10_000;

  private EstimatedTez tez;

  @After
  public void close() throws IOException {
    if (tez != null) {
      tez.close();
    }
  }

  @Test
  public void aSecondRunKnowsWhatTheFirstLearnt() throws IOException {
    tez = EstimatedTez.start("tez-estimator", TOKENIZERS, 20_000);
    tez.run(tez.job());
    tez.awaitMasterLines(1, "What was learnt of (3) vertices of OrderedWordCount is kept");
    final List<Long> first = tez.declared();
    long least = Collections.min(first);
    assertTrue(
        "nothing is known of the first wave: " + first, Collections.max(first) >= DEFAULT_RUN_MS);
    final long opportunistic = tez.opportunistic();

    tez.run(tez.job());
    tez.awaitMasterLines(2, "What was learnt of (3) vertices of OrderedWordCount is kept");
    List<Long> second = tez.declared();
    assertTrue(second + " after " + first, second.size() > first.size());
    assertTrue("shorter than the default: " + second, Collections.min(second) < least);
    assertTrue("opportunistic from the first wave on", tez.opportunistic() > opportunistic);
    assertEquals(2 * VERTICES, tez.masterLines("(Estimates of .*)").size());
    assertEquals(2, tez.masterLines("Tokenizer: ([1-9]\\d* tasks of the first wave)").size());
    assertEquals(0, tez.masterLines("(Feature tez-estimator failed)").size());
  }

  @Test
  public void inModeShadowNothingIsDone() throws IOException {
    tez = EstimatedTez.start("tez-shadow", 2, 20_000);
    tez.run(tez.job().set("tez.estimator.mode", "shadow"));
    tez.awaitMasterLines(VERTICES, "(Estimates of .*)");
    assertEquals(Collections.emptyList(), tez.declared());
    assertEquals(0, tez.opportunistic());
  }

  @Test
  public void aRefusedConfigurationLeavesTezStock() throws IOException {
    tez = EstimatedTez.start("tez-refused", 2, 20_000);
    tez.run(tez.job().set("tez.estimator.mod", "on"));
    assertEquals(1, tez.masterLines("(did you mean tez.estimator.mode)").size());
    assertEquals(Collections.emptyList(), tez.declared());
    assertTrue("nothing is kept", Files.notExists(tez.history()));
  }
}
