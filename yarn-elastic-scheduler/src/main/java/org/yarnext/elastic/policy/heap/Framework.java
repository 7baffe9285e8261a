// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

/**
 * The framework whose task a JVM runs, recognised by the JVM's main class or, in the
 * ResourceManager, by the application's type. It determines the minimum heap, the memory left
 * outside the heap, and whether the JVM may exit when it runs out of memory.
 */
public enum Framework {
  MAPREDUCE,
  TEZ,
  /** A Spark executor, which reserves memory itself and handles some allocation failures. */
  SPARK,
  OTHER;

  /**
   * Returns the framework of a main class.
   *
   * @param mainClass null if unknown
   * @return never null
   */
  static Framework of(String mainClass) {
    if (mainClass == null) {
      return OTHER;
    }
    switch (mainClass) {
      case "org.apache.hadoop.mapred.YarnChild":
        return MAPREDUCE;
      case "org.apache.tez.runtime.task.TezChild":
        return TEZ;
      case "org.apache.spark.executor.CoarseGrainedExecutorBackend":
      case "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend":
        return SPARK;
      default:
        return OTHER;
    }
  }

  /**
   * Returns the framework of an application type.
   *
   * @param type in any case, such as {@code MAPREDUCE}
   * @return never null
   */
  public static Framework ofType(String type) {
    for (Framework framework : values()) {
      if (framework.name().equalsIgnoreCase(type)) {
        return framework;
      }
    }
    return OTHER;
  }

  /**
   * Returns whether the framework gives tasks a fixed share of their container as heap, four fifths
   * by default, whatever the container's size.
   */
  boolean heapFollowsContainer() {
    return this == MAPREDUCE || this == TEZ;
  }

  /**
   * Returns whether a task that runs out of heap may exit, since it gains nothing by continuing.
   */
  boolean mayExitOnOutOfMemory() {
    return this == MAPREDUCE || this == TEZ;
  }
}
