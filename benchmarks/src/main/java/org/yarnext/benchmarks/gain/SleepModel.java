// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.ShuffleSpills;
import org.yarnext.elastic.policy.model.spill.TezSpills;

/**
 * Creates the elasticity models of sleeping tasks from their requested memory and their penalty.
 * Also converts models to text, to pass them to the tasks' processes. Stateless.
 */
public final class SleepModel {
  /**
   * Shuffle settings of the model: data that does not fill the buffer stays in memory for the
   * reduce function.
   */
  static final ShuffleSettings SETTINGS = new ShuffleSettings(0.7f, 0.25f, 0.66f, 0.7f, 10);

  /** Shuffle settings of Tez, with the same property. */
  private static final ShuffleSettings TEZ_SETTINGS =
      new ShuffleSettings(ShuffleSettings.TEZ.buffer(), 0.25f, 0.9f, 0.7f, 100);

  /** Memory of a container outside the heap, in MB. */
  public static final int NON_HEAP_MB = 128;

  /** Factor that keeps the requested memory sufficient despite rounding. */
  private static final double SLACK = 0.999;

  /** Number of maps that a reducer reads from. The paper's jobs have hundreds. */
  private static final int OUTPUTS = 200;

  /** Number of outputs that are on the reducer's own node and not fetched (section 2.4). */
  private static final int LOCAL_OUTPUTS = 20;

  private SleepModel() {}

  /** Returns the model of a map that spills as soon as it has less memory than it requests. */
  public static StepModel map(int memoryMb, double ms, double penalty) {
    return new StepModel(memoryMb, ms, penalty, 0);
  }

  /**
   * Returns the model of a reducer whose input just fits into the memory it requests. If it spills
   * all its input, it takes {@code penalty} times as long.
   */
  public static SawToothModel reduce(int memoryMb, double ms, double penalty) {
    double inputMb = fetchedMb(memoryMb, SETTINGS);
    return saw(inputMb, ms, rate(inputMb, ms, penalty));
  }

  /** Returns the model of a Tez reducer, which reads some outputs from its node's own disk. */
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

  /** Returns a model as one word, for {@link #parse}. */
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

  /** Parses a word that {@link #text} has written. */
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
