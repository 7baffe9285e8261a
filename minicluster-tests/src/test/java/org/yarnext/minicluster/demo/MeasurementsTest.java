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
package org.yarnext.minicluster.demo;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.minicluster.ObjectFile;

public class MeasurementsTest {

  private static final double EXACT = 1e-9;

  @Rule public final TemporaryFolder dir = new TemporaryFolder();

  private final Measurements measurements = Samples.measurements("stock", 2);

  @Test
  public void throughputCountsFinishedTasksOnly() {
    assertEquals(2 / 10.0, measurements.tasksPerSecond(), EXACT);
  }

  @Test
  public void waitsAreOfAttemptsThatRan() {
    assertArrayEquals(new double[] {1.0, 0.5, 4.0}, measurements.queueWaits(), EXACT);
    assertArrayEquals(new double[] {0.4}, measurements.guaranteedWaits(), EXACT);
  }

  @Test
  public void aJobLastsUntilItsLastAttempt() {
    assertArrayEquals(new double[] {3.0, 9.0}, measurements.jobLatencies(), EXACT);
  }

  @Test
  public void stopsAreToldApartByTheWorkTheyCost() {
    assertEquals(1, measurements.stoppedRunning());
    assertEquals(1, measurements.stoppedQueued());
    assertEquals(0.5, measurements.lostSeconds(), EXACT);
    assertTrue(measurements.failed().isEmpty());
  }

  @Test
  public void aFileKeepsThem() throws IOException {
    Path file = dir.getRoot().toPath().resolve("measurements");
    ObjectFile.write(file, measurements);
    Measurements read = ObjectFile.read(file);
    assertEquals("stock", read.cluster);
    assertEquals(measurements.mapReduce.counts, read.mapReduce.counts);
    assertArrayEquals(measurements.queueWaits(), read.queueWaits(), 0);
  }
}
