// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.task;

import com.google.protobuf.ByteString;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.tez.common.ReflectionUtils;
import org.apache.tez.dag.api.TezReflectionException;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.mapreduce.protos.MRRuntimeProtos.MRSplitProto;
import org.apache.tez.runtime.api.Event;
import org.apache.tez.runtime.api.events.InputDataInformationEvent;
import org.apache.tez.runtime.api.impl.TezEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.tez.policy.estimate.AttemptRun;

/**
 * Reads the input sizes of one vertex's tasks before they run, from the splits that Tez will send
 * to them, for MRInput and similar inputs. Tez has all splits before it requests the first
 * container. They are read once per task; Tez then logs that it has sent them. Thread-safe.
 */
public final class SplitSizeReader {
  private static final Logger LOG = LoggerFactory.getLogger(SplitSizeReader.class);

  /** Maximum number of tasks in the mean: reading the splits of all would take long. */
  private static final int SAMPLED = 32;

  /** Maximum number of events examined; splits are sent before all others. */
  private static final int MAX_EVENTS = 1_000;

  private final Vertex vertex;

  /** Sizes in bytes by the task's index, including tasks without splits. */
  private final Map<Integer, Long> sizes = new HashMap<>();

  /** True if the vertex's tasks have another kind of input. */
  private boolean unreadable;

  public SplitSizeReader(Vertex vertex) {
    this.vertex = vertex;
  }

  /** Returns whether a vertex has inputs that are not vertices. */
  static boolean readsSplits(Vertex vertex) {
    return vertex.getAdditionalInputs() != null && !vertex.getAdditionalInputs().isEmpty();
  }

  /**
   * Returns the total size of the splits of an attempt's task, in bytes; {@link AttemptRun#UNKNOWN}
   * if it has none, or another kind of input.
   */
  public synchronized long of(TezTaskAttemptID attempt) {
    int index = attempt.getTaskID().getId();
    Long known = sizes.get(index);
    if (known == null && !unreadable && readsSplits(vertex)) {
      known = read(attempt);
      sizes.put(index, known);
    }
    return known == null ? AttemptRun.UNKNOWN : known;
  }

  private long read(TezTaskAttemptID attempt) {
    Task task = vertex.getTask(attempt.getTaskID());
    long bytes = AttemptRun.UNKNOWN;
    try {
      for (TezEvent routed : task.getTaskAttemptTezEvents(attempt, 0, MAX_EVENTS)) {
        Event event = routed.getEvent();
        if (event instanceof InputDataInformationEvent) {
          bytes = Math.max(0, bytes) + length((InputDataInformationEvent) event);
        }
      }
      return bytes;
    } catch (Exception | LinkageError e) { // the application's classes may throw anything
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      unreadable = true;
      LOG.info(
          "The input sizes of tasks of vertex {} of {} are unknown until they report them: {}",
          vertex.getName(),
          vertex.getDAG().getName(),
          e.toString());
      return AttemptRun.UNKNOWN;
    }
  }

  private static long length(InputDataInformationEvent made)
      throws IOException, InterruptedException, TezReflectionException {
    if (made.getUserPayload() == null) {
      throw new IOException("the tasks have no splits");
    }
    MRSplitProto split = MRSplitProto.parseFrom(ByteString.copyFrom(made.getUserPayload()));
    Object read =
        org.apache.hadoop.util.ReflectionUtils.newInstance(
            ReflectionUtils.getClazz(split.getSplitClassName()), new Configuration(false));
    ((Writable) read).readFields(new DataInputStream(split.getSplitBytes().newInput()));
    long length =
        read instanceof InputSplit
            ? ((InputSplit) read).getLength()
            : ((org.apache.hadoop.mapred.InputSplit) read).getLength();
    if (length < 0) {
      throw new IOException(split.getSplitClassName() + " does not report its length");
    }
    return length;
  }

  /**
   * Returns the mean size of an even sample of the tasks requested so far, in bytes; {@link
   * AttemptRun#UNKNOWN} if none is known.
   */
  public synchronized long mean() {
    int tasks = vertex.getTotalTasks();
    int sampled = Math.min(SAMPLED, tasks);
    double sum = 0;
    int known = 0;
    for (int i = 0; i < sampled && !unreadable && readsSplits(vertex); i++) {
      Task task = vertex.getTask((int) ((i + 0.5) * tasks / sampled));
      Iterator<TezTaskAttemptID> attempts =
          task == null ? null : task.getAttempts().keySet().iterator();
      long bytes =
          attempts == null || !attempts.hasNext() ? AttemptRun.UNKNOWN : of(attempts.next());
      if (bytes >= 0) {
        sum += bytes;
        known++;
      }
    }
    return known == 0 ? AttemptRun.UNKNOWN : Math.round(sum / known);
  }
}
