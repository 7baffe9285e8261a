// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** Options of the experiment {@link Experiment#ELASTICITY}. */
public final class ElasticityOptions {

  /**
   * Heap of the well-sized run, in percent of the ideal heap. The margin allows for outputs of
   * different sizes.
   */
  static final int WELL_SIZED = 110;

  @Option(
      names = "--shares",
      paramLabel = "P,P",
      split = ",",
      description =
          "elasticity: measured heap sizes, in percent of the ideal heap (default"
              + " 10,20,30,40,52,65)")
  List<Integer> shares = new ArrayList<>(Arrays.asList(10, 20, 30, 40, 52, 65));

  @Option(
      names = "--fit-share",
      paramLabel = "P",
      description =
          "elasticity: under-sized heap to which the models are fitted, in percent of the"
              + " ideal heap (default 52)")
  public int fitShare = 52;

  @Option(
      names = "--maps",
      paramLabel = "N",
      description = "elasticity: number of maps of a job (default 6)")
  public int maps = 6;

  @Option(
      names = "--map-mb",
      paramLabel = "MB",
      description = "elasticity: approximate output of each map in MB (default 50)")
  public int mapMb = 50;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "elasticity: number of maps that run at the same time (default 2)")
  public int parallel = 2;

  @Option(
      names = "--min-heap",
      paramLabel = "MB",
      description =
          "elasticity: minimum heap of a map in MB; the smallest of --shares is raised to it, and"
              + " the others are spread between (default 64)")
  public int minHeapMb = 64;

  @Option(
      names = "--reducers-only",
      description =
          "elasticity: measure only the reducer; maps keep their ideal memory, so there can be many"
              + " small ones")
  public boolean reducersOnly;

  @Option(
      names = "--limit-page-cache",
      description =
          "elasticity: count the page cache of a container against its memory, so that spills reach"
              + " the disk; needs root and cgroup v1 (default: the machine caches spills in"
              + " memory)")
  public boolean limitPageCache;

  /**
   * Returns false for maps and true for reducers, for those that are measured, in the order of the
   * table.
   */
  public List<Boolean> reduces() {
    return reducersOnly ? Collections.singletonList(true) : Arrays.asList(false, true);
  }

  /**
   * Returns all heaps to measure, in percent of the ideal one, in ascending order. The last one is
   * well-sized.
   */
  public List<Integer> sizes() {
    TreeSet<Integer> all = new TreeSet<>(shares);
    all.add(fitShare);
    all.add(WELL_SIZED);
    return new ArrayList<>(all);
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if an option is out of range
   */
  void check() {
    for (int share : shares) {
      within("--shares", share, 1, 99);
    }
    within("--fit-share", fitShare, 1, 99);
    within("--maps", maps, 5, 1000);
    within("--map-mb", mapMb, 1, 1000);
    within("--parallel", parallel, 1, 1000);
    within("--min-heap", minHeapMb, 32, 4096);
  }

  private static void within(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          option + " needs " + min + " to " + max + ", not " + value);
    }
  }
}
