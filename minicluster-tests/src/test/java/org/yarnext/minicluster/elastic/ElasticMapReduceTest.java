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

import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/**
 * An unmodified MapReduce job runs with under-sized maps and reducers on either scheduler, as the
 * sample configurations are: its result is right, its JVMs have the smaller heap, and all books are
 * even in the end.
 */
@RunWith(Parameterized.class)
public class ElasticMapReduceTest {
  private static final int MAPS = 10;
  private static final int REDUCERS = 5;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<String> schedulers() {
    return Arrays.asList("fair", "capacity");
  }

  private final String scheduler;

  public ElasticMapReduceTest(String scheduler) {
    this.scheduler = scheduler;
  }

  @Test
  public void tasksRunWithLessMemory() throws Exception {
    try (ElasticCluster elastic =
        ElasticCluster.start(ElasticCluster.settings("elastic", scheduler), MAPS)) {
      elastic.run(
          (text, output) ->
              elastic
                  .mapReduce()
                  .reducers(REDUCERS)
                  .tags(ElasticCluster.mapReduceTags())
                  .run(text, output, ElasticCluster.PATIENCE_MS));
      assertTrue("some tasks had less", ElasticCluster.scheduled("ContainersUndersized") > 0);
      Set<Long> heapsKb =
          elastic.watch().jvms().values().stream()
              .map(jvm -> jvm.heapKb)
              .collect(Collectors.toSet());
      assertTrue("smaller heaps: " + heapsKb, heapsKb.contains(ElasticCluster.SMALL_HEAP_KB));
      assertTrue("and full ones: " + heapsKb, heapsKb.contains(ElasticCluster.HEAP_KB));
      elastic.assertSizesAreTrue();
      elastic.awaitEvenBooks();
    }
  }
}
