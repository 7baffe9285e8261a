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
package org.yarnext.minicluster.bench;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.minicluster.ShuffleJob;

public class ShuffleDataTest {
  private static final double MB = 1 << 20;

  @Rule public final TemporaryFolder dir = new TemporaryFolder();

  private Path write(String name, ShuffleJob.Kind kind, long seed) throws IOException {
    Path data = dir.getRoot().toPath().resolve(name);
    ShuffleData.write(data, kind, 2, 1, seed);
    return data;
  }

  @Test
  public void theSameSeedGivesTheSameWords() throws IOException {
    Path one = write("one", ShuffleJob.Kind.WORD_COUNT, 1);
    Path same = write("same", ShuffleJob.Kind.WORD_COUNT, 1);
    byte[] first = Files.readAllBytes(one.resolve("part-0"));
    assertArrayEquals(first, Files.readAllBytes(same.resolve("part-0")));
    assertFalse(Arrays.equals(first, Files.readAllBytes(one.resolve("part-1"))));
    assertEquals(1 / 1.15, first.length / MB, 0.01);
  }

  @Test
  public void recordsAreAsManyAsAskedFor() throws IOException {
    Path sort = write("sort", ShuffleJob.Kind.SORT, 1);
    assertEquals(1, Files.size(sort.resolve("part-0")) / MB, 0.15);
  }
}
