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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.tez.examples.HashJoinExample;
import org.apache.tez.examples.JoinDataGen;
import org.apache.tez.examples.JoinValidate;
import org.apache.tez.examples.SortMergeJoinExample;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.minicluster.SkewedCount;
import org.yarnext.minicluster.SkewedText;
import org.yarnext.minicluster.TezSession;
import org.yarnext.minicluster.WordCountResult;
import org.yarnext.minicluster.WordText;

/**
 * Tez's joins, by hash, by broadcast and by sorting, and a skewed DAG come to the right result in
 * one session with estimates and speculation on; a DAG that is run again is known. Whether tasks
 * are short enough here to be opportunistic depends on the machine: {@link TezEstimatorTest} sees
 * to that.
 */
public class TezEstimatorSessionTest {
  private static final int TASKS = 4;

  private EstimatedTez tez;

  @Before
  public void start() throws IOException {
    tez = EstimatedTez.start("tez-session", 1, 1_000);
  }

  @After
  public void close() throws IOException {
    tez.close();
  }

  @Test
  public void joinsOfEveryKindAndASkewedCount() throws IOException {
    Map<String, String> settings = tez.settings();
    settings.put("tez.am.speculation.enabled", "true");
    String tasks = Integer.toString(TASKS);
    try (TezSession session = TezSession.start(tez.cluster(), "joins", settings)) {
      Path text = tez.cluster().workDir().resolve("skewed-text");
      SkewedText.write(text, 7, 6, 400_000);
      session.run(new SkewedCount(), text.toUri().toString(), at("counts"), tasks);
      assertEquals(WordText.count(text), WordCountResult.read(path("counts"), 0).counts);
      session.run(
          new JoinDataGen(), at("large"), "400000", at("small"), "100000", at("right"), tasks);
      session.run(new HashJoinExample(), at("large"), at("small"), tasks, at("hash"));
      session.run(new HashJoinExample(), at("large"), at("small"), tasks, at("hash2"));
      session.run(
          new HashJoinExample(), at("large"), at("small"), "1", at("broadcast"), "doBroadcast");
      session.run(new SortMergeJoinExample(), at("large"), at("small"), tasks, at("sorted"));
      for (String joined : new String[] {"hash", "hash2", "broadcast", "sorted"}) {
        session.run(new JoinValidate(), at("right"), at(joined));
      }
    }
    List<String> kept =
        tez.awaitMasterLines(9, "What was learnt of \\d+ vertices of (\\S+) is kept");
    assertTrue(kept.toString(), kept.contains("HashJoinExample"));
    assertTrue(kept.toString(), kept.contains("SortMergeJoinExample"));
    assertTrue(kept.toString(), kept.contains("SkewedCount"));
    assertTrue("nodes were told", !tez.declared().isEmpty());
    assertEquals(0, tez.masterLines("(Feature tez-estimator failed)").size());
  }

  private Path path(String name) {
    return tez.cluster().workDir().resolve("joins").resolve(name);
  }

  private String at(String name) {
    return path(name).toUri().toString();
  }
}
