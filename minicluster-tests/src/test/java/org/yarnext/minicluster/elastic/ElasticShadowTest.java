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
package org.yarnext.minicluster.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import javax.management.ObjectName;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/**
 * In mode shadow it is decided and counted what would be placed with less memory, and nothing is;
 * in mode off there is no sign of the feature. On either scheduler.
 */
@RunWith(Parameterized.class)
public class ElasticShadowTest {
  private static final int MAPS = 6;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<String> schedulers() {
    return Arrays.asList("fair", "capacity");
  }

  private final String scheduler;

  public ElasticShadowTest(String scheduler) {
    this.scheduler = scheduler;
  }

  @Test
  public void shadowDecidesAndGivesWhatIsAskedFor() throws Exception {
    long shadowed = ElasticCluster.onNodes("Decision_HEAP_SHRUNK_shadow");
    long shrunk = ElasticCluster.onNodes("HeapsShrunk");
    try (ElasticCluster elastic = start("shadow")) {
      run(elastic);
      assertTrue(ElasticCluster.scheduled("Decision_ELASTIC_PLACED_shadow") > 0);
      assertEquals(0, ElasticCluster.scheduled("Decision_ELASTIC_PLACED_applied"));
      assertEquals(0, ElasticCluster.scheduled("ContainersUndersized"));
      assertTrue(ElasticCluster.onNodes("Decision_HEAP_SHRUNK_shadow") > shadowed);
      assertEquals(shrunk, ElasticCluster.onNodes("HeapsShrunk"));
      elastic.awaitEvenBooks();
    }
  }

  @Test
  public void offIsStock() throws Exception {
    Set<ObjectName> before = ElasticCluster.beans();
    try (ElasticCluster elastic = start("off")) {
      run(elastic);
      Set<ObjectName> beans = ElasticCluster.beans();
      beans.removeAll(before);
      assertEquals(Collections.emptySet(), beans);
      elastic.awaitEvenBooks();
    }
  }

  private ElasticCluster start(String mode) throws Exception {
    return ElasticCluster.start(
        ElasticCluster.witnessed("elastic-" + mode, scheduler)
            .set("yarn.elastic.mode", mode)
            // What a node would do to a container of half the size is more than leave it.
            .set("yarn.elastic.heap.floor", "64"),
        MAPS);
  }

  private static void run(ElasticCluster elastic) throws Exception {
    elastic.run(
        (text, output) ->
            elastic
                .mapReduce()
                .tags(ElasticCluster.mapReduceTags())
                .run(text, output, ElasticCluster.PATIENCE_MS));
    elastic.watch().granted().forEach((container, granted) -> assertWhole(container, granted));
    elastic.assertSizesAreTrue();
  }

  private static void assertWhole(String container, Granted granted) {
    assertEquals(container + ": " + granted, ElasticCluster.TASK_MB, granted.mb);
    assertEquals(container + ": " + granted, -1, granted.askedMb);
  }
}
