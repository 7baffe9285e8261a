// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.MapReduceSpills;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.ShuffleSettings;
import org.yarnext.elastic.policy.model.ShuffleSpills;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.model.TezSpills;

/**
 * The elasticity of a task that sleeps as long as a real one would work: made from the memory it
 * asks for and its penalty, and told to its process in one word. Stateless.
 */
public final class SleepModel {
  /** As the model needs it: what does not fill the buffer stays for the reduce function. */
  static final ShuffleSettings SETTINGS = new ShuffleSettings(0.7f, 0.25f, 0.66f, 0.7f, 10);

  /** Tez's, likewise. */
  private static final ShuffleSettings TEZ_SETTINGS =
      new ShuffleSettings(ShuffleSettings.TEZ.buffer(), 0.25f, 0.9f, 0.7f, 100);

  /** Of what a task asks for, what is not heap, in MB. */
  public static final int NON_HEAP_MB = 128;

  /** So that what a task asks for is enough, whatever is rounded. */
  private static final double SLACK = 0.999;

  /** How many maps a reducer reads from; in the paper's jobs it is hundreds. */
  private static final int OUTPUTS = 200;

  /** How many of them are read where they lie, on the reducer's own node (section 2.4). */
  private static final int LOCAL_OUTPUTS = 20;

  private SleepModel() {}

  /** A map that spills as soon as it has less than it asks for. */
  public static StepModel map(int memoryMb, double ms, double penalty) {
    return new StepModel(memoryMb, ms, penalty, 0);
  }

  /**
   * A reducer whose input just fits into the memory it asks for, and which takes {@code penalty}
   * times as long if it spills all of it.
   */
  public static SawToothModel reduce(int memoryMb, double ms, double penalty) {
    double inputMb = fetchedMb(memoryMb, SETTINGS);
    return saw(inputMb, ms, rate(inputMb, ms, penalty));
  }

  /** The same of Tez, where some outputs are read from the node's own disk. */
  static SawToothModel tezReduce(int memoryMb, double ms, double penalty) {
    double fetchedMb = fetchedMb(memoryMb, TEZ_SETTINGS);
    return tezSaw(
        fetchedMb * OUTPUTS / (OUTPUTS - LOCAL_OUTPUTS), ms, rate(fetchedMb, ms, penalty));
  }

  private static double fetchedMb(int memoryMb, ShuffleSettings settings) {
    return SLACK * (memoryMb - NON_HEAP_MB) * settings.buffer() * (double) settings.merge();
  }

  private static double rate(double spilledMb, double ms, double penalty) {
    return penalty == 1 ? SawToothModel.UNLIMITED : spilledMb * 1000 / ((penalty - 1) * ms);
  }

  private static SawToothModel saw(double inputMb, double ms, double rate) {
    return new SawToothModel(
        new MapReduceSpills(inputMb, OUTPUTS, NON_HEAP_MB, SETTINGS), ms, rate);
  }

  private static SawToothModel tezSaw(double inputMb, double ms, double rate) {
    return new SawToothModel(
        new TezSpills(inputMb, OUTPUTS, LOCAL_OUTPUTS, NON_HEAP_MB, TEZ_SETTINGS), ms, rate);
  }

  /** In one word, for {@link #parse}. */
  public static String text(ElasticityModel model) {
    if (model instanceof StepModel) {
      StepModel step = (StepModel) model;
      return "map:" + step.idealMemoryMb() + ":" + step.idealMs() + ":" + step.penalty();
    }
    SawToothModel saw = (SawToothModel) model;
    ShuffleSpills spills = (ShuffleSpills) saw.spills();
    String kind = spills instanceof TezSpills ? "tez:" : "reduce:";
    return kind + spills.inputMb() + ":" + saw.idealMs() + ":" + saw.spillMbPerSecond();
  }

  /** The reverse of {@link #text}. */
  static ElasticityModel parse(String text) {
    String[] parts = text.split(":");
    switch (parts[0]) {
      case "map":
        return map(Integer.parseInt(parts[1]), number(parts[2]), number(parts[3]));
      case "reduce":
        return saw(number(parts[1]), number(parts[2]), number(parts[3]));
      case "tez":
        return tezSaw(number(parts[1]), number(parts[2]), number(parts[3]));
      default:
        throw new IllegalArgumentException("No model of a task: " + text);
    }
  }

  private static double number(String text) {
    return Double.parseDouble(text);
  }
}
