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

import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.MapReduceSpills;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.ShuffleSettings;
import org.yarnext.elastic.policy.model.StepModel;

/**
 * The elasticity of a task that sleeps as long as a real one would work: made from the memory it
 * asks for and its penalty, and told to its process in one word. Stateless.
 */
final class SleepModel {
  /** As the model needs it: what does not fill the buffer stays for the reduce function. */
  static final ShuffleSettings SETTINGS = new ShuffleSettings(0.7f, 0.25f, 0.66f, 0.7f, 10);

  /** Of what a task asks for, what is not heap, in MB. */
  static final int NON_HEAP_MB = 128;

  /** So that what a task asks for is enough, whatever is rounded. */
  private static final double SLACK = 0.999;

  /** How many maps a reducer reads from; in the paper's jobs it is hundreds. */
  private static final int OUTPUTS = 200;

  private SleepModel() {}

  /** A map that spills as soon as it has less than it asks for. */
  static StepModel map(int memoryMb, double ms, double penalty) {
    return new StepModel(memoryMb, ms, penalty, 0);
  }

  /**
   * A reducer whose input just fits into the memory it asks for, and which takes {@code penalty}
   * times as long if it spills all of it.
   */
  static SawToothModel reduce(int memoryMb, double ms, double penalty) {
    double inputMb =
        SLACK * (memoryMb - NON_HEAP_MB) * SETTINGS.buffer() * (double) SETTINGS.merge();
    double rate = penalty == 1 ? SawToothModel.UNLIMITED : inputMb * 1000 / ((penalty - 1) * ms);
    return saw(inputMb, ms, rate);
  }

  private static SawToothModel saw(double inputMb, double ms, double rate) {
    return new SawToothModel(
        new MapReduceSpills(inputMb, OUTPUTS, NON_HEAP_MB, SETTINGS), ms, rate);
  }

  /** In one word, for {@link #parse}. */
  static String text(ElasticityModel model) {
    if (model instanceof StepModel) {
      StepModel step = (StepModel) model;
      return "map:" + step.idealMemoryMb() + ":" + step.idealMs() + ":" + step.penalty();
    }
    SawToothModel saw = (SawToothModel) model;
    MapReduceSpills spills = (MapReduceSpills) saw.spills();
    return "reduce:" + spills.inputMb() + ":" + saw.idealMs() + ":" + saw.spillMbPerSecond();
  }

  /** The reverse of {@link #text}. */
  static ElasticityModel parse(String text) {
    String[] parts = text.split(":");
    return parts[0].equals("map")
        ? map(Integer.parseInt(parts[1]), number(parts[2]), number(parts[3]))
        : saw(number(parts[1]), number(parts[2]), number(parts[3]));
  }

  private static double number(String text) {
    return Double.parseDouble(text);
  }
}
