// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.dag.api.DAG;
import org.apache.tez.dag.api.Edge;
import org.apache.tez.dag.api.ProcessorDescriptor;
import org.apache.tez.dag.api.UserPayload;
import org.apache.tez.dag.api.Vertex;
import org.apache.tez.runtime.api.LogicalInput;
import org.apache.tez.runtime.api.LogicalOutput;
import org.apache.tez.runtime.api.ProcessorContext;
import org.apache.tez.runtime.library.api.KeyValueReader;
import org.apache.tez.runtime.library.conf.UnorderedPartitionedKVEdgeConfig;
import org.apache.tez.runtime.library.partitioner.HashPartitioner;
import org.apache.tez.runtime.library.processor.SimpleProcessor;

/**
 * A Tez DAG of consecutive stages whose tasks sleep for given times and record when they began and
 * ended. It puts load on schedulers with hardly any CPU use.
 */
public final class SleepDag {
  private static final String SEPARATOR = ",";

  private SleepDag() {}

  /**
   * Creates the DAG.
   *
   * @param records a directory of this machine, into which each attempt writes a file
   * @param stages at least one stage
   */
  public static DAG of(String name, Path records, List<Stage> stages) {
    DAG dag = DAG.create(name);
    Vertex before = null;
    for (int s = 0; s < stages.size(); s++) {
      Vertex stage = vertex(stageName(s), records, stages.get(s));
      dag.addVertex(stage);
      if (before != null) {
        dag.addEdge(
            Edge.create(
                before,
                stage,
                UnorderedPartitionedKVEdgeConfig.newBuilder(
                        Text.class.getName(),
                        NullWritable.class.getName(),
                        HashPartitioner.class.getName())
                    .build()
                    .createDefaultEdgeProperty()));
      }
      before = stage;
    }
    return dag;
  }

  /** Returns the vertex name of a stage. The first stage is 0. */
  public static String stageName(int stage) {
    return "stage-" + stage;
  }

  private static Vertex vertex(String name, Path records, Stage stage) {
    String payload = records + SEPARATOR + String.join(SEPARATOR, stage.sleeps);
    ProcessorDescriptor sleeper =
        ProcessorDescriptor.create(stage.sleeper.getName())
            .setUserPayload(UserPayload.create(ByteBuffer.wrap(payload.getBytes(UTF_8))));
    return stage.memoryMb == 0
        ? Vertex.create(name, sleeper, stage.sleeps.size())
        : Vertex.create(name, sleeper, stage.sleeps.size(), Resource.newInstance(stage.memoryMb, 1))
            .setTaskLaunchCmdOpts(TezSession.jvmOptions(stage.heapMb));
  }

  /** A stage of the DAG: one vertex. Immutable. */
  public static final class Stage {
    private final Class<? extends Sleeper> sleeper;
    private final int memoryMb;
    private final int heapMb;
    private final List<String> sleeps;

    private Stage(Class<? extends Sleeper> sleeper, int memoryMb, int heapMb, List<String> sleeps) {
      this.sleeper = sleeper;
      this.memoryMb = memoryMb;
      this.heapMb = heapMb;
      this.sleeps = sleeps;
    }

    /**
     * Creates a stage whose containers have the default size.
     *
     * @param sleepsMs the time each task sleeps, in ms
     */
    public static Stage of(List<Integer> sleepsMs) {
      List<String> sleeps = sleepsMs.stream().map(String::valueOf).collect(Collectors.toList());
      return new Stage(Sleeper.class, 0, 0, sleeps);
    }

    /**
     * Creates a stage whose containers have a given size.
     *
     * @param sleeper processor of each task, a public class with a public constructor
     * @param sleeps a field for each task, in the form that {@link Sleeper#durationMs} expects and
     *     without commas
     */
    public static Stage sized(
        Class<? extends Sleeper> sleeper, int memoryMb, int heapMb, List<String> sleeps) {
      return new Stage(sleeper, memoryMb, heapMb, sleeps);
    }

    public int tasks() {
      return sleeps.size();
    }
  }

  /** A task attempt, read from its file. Immutable. */
  public static final class Sleep {
    /** Name of stage and task, the same for all attempts of a task. */
    public final String task;

    public final long startMs;

    /** 0 if the attempt has not completed. */
    public final long endMs;

    Sleep(String task, long startMs, long endMs) {
      this.task = task;
      this.startMs = startMs;
      this.endMs = endMs;
    }
  }

  /** Returns all attempts so far, or an empty list if no task has begun. */
  public static List<Sleep> read(Path records) throws IOException {
    List<Sleep> sleeps = new ArrayList<>();
    if (!Files.isDirectory(records)) {
      return sleeps;
    }
    try (Stream<Path> files = Files.list(records)) {
      for (Path file : files.collect(Collectors.toList())) {
        List<String> lines = Files.readAllLines(file, UTF_8);
        String name = file.getFileName().toString();
        sleeps.add(
            new Sleep(
                name.substring(0, name.lastIndexOf('-')),
                Long.parseLong(lines.get(0)),
                lines.size() > 1 ? Long.parseLong(lines.get(1)) : 0));
      }
    }
    return sleeps;
  }

  /** Processor of every task: waits for its inputs, sleeps, and records both times. */
  public static class Sleeper extends SimpleProcessor {
    private static final long SLICE_MS = 100;

    public Sleeper(ProcessorContext context) {
      super(context);
    }

    /**
     * Starts inputs and outputs without Tez's progress helper, which would report the progress of
     * the inputs instead of the sleep's.
     */
    @Override
    protected void preOp() throws Exception {
      for (LogicalInput input : getInputs().values()) {
        input.start();
      }
      for (LogicalOutput output : getOutputs().values()) {
        output.start();
      }
    }

    @Override
    public void run() throws Exception {
      ByteBuffer payload = getContext().getUserPayload().getPayload();
      String[] fields = UTF_8.decode(payload).toString().split(SEPARATOR);
      int task = getContext().getTaskIndex();
      Path file =
          Files.createDirectories(Paths.get(fields[0]))
              .resolve(
                  String.join(
                      "-",
                      Arrays.asList(
                          getContext().getTaskVertexName(),
                          Integer.toString(task),
                          Integer.toString(getContext().getTaskAttemptNumber()))));
      tell(file);
      awaitInputs();
      for (LogicalOutput output : getOutputs().values()) {
        output.getWriter();
      }
      sleep(durationMs(fields[1 + task]));
      tell(file);
    }

    /**
     * Returns how long to sleep in ms.
     *
     * @param field the task's field of the payload
     */
    protected long durationMs(String field) {
      return Long.parseLong(field);
    }

    private void awaitInputs() throws Exception {
      for (LogicalInput input : getInputs().values()) {
        KeyValueReader reader = (KeyValueReader) input.getReader();
        while (reader.next()) {
          throw new IllegalStateException("Sleepers say nothing, but: " + reader.getCurrentKey());
        }
      }
    }

    private void sleep(long forMs) throws InterruptedException {
      long start = System.nanoTime();
      long sleptMs = 0;
      while (sleptMs < forMs) {
        Thread.sleep(Math.min(SLICE_MS, forMs - sleptMs));
        sleptMs = (System.nanoTime() - start) / 1_000_000;
        getContext().setProgress(Math.min(1f, sleptMs / (float) forMs));
      }
    }

    private static void tell(Path file) throws IOException {
      Files.write(
          file,
          (System.currentTimeMillis() + "\n").getBytes(UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }
}
