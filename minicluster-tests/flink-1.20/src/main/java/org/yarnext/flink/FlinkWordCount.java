// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.flink;

import java.io.File;
import java.nio.file.Files;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.util.Collector;

/**
 * Flink application that counts words in batch mode. Each task of the first stage leaves a file
 * below a gate's directory and waits until the gate is there, so that a test sees it run.
 */
public final class FlinkWordCount {
  private static final int PARALLELISM = 2;
  private static final long POLL_MS = 50;

  private FlinkWordCount() {}

  /**
   * Runs the application.
   *
   * @param args input directory, output directory, and the gate: a file that lets tasks continue
   */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
    flink.setRuntimeMode(RuntimeExecutionMode.BATCH);
    flink.setParallelism(PARALLELISM);
    FileSource<String> lines =
        FileSource.forRecordStreamFormat(new TextLineInputFormat(), local(args[0])).build();
    FileSink<String> counts =
        FileSink.forRowFormat(local(args[1]), new SimpleStringEncoder<String>())
            .withBucketAssigner(new BasePathBucketAssigner<>())
            .build();
    flink
        .fromSource(lines, WatermarkStrategy.noWatermarks(), "lines")
        .flatMap(new GatedSplit(args[2]))
        .keyBy(word -> word.f0)
        .sum(1)
        .map(count -> count.f0 + "\t" + count.f1)
        .returns(Types.STRING)
        .sinkTo(counts);
    flink.execute("word count");
  }

  private static Path local(String file) {
    return new Path(new File(file).toURI());
  }

  /** Splits lines into words, once the gate is open. */
  private static final class GatedSplit extends RichFlatMapFunction<String, Tuple2<String, Long>> {
    private static final long serialVersionUID = 1;

    private final String gate;

    GatedSplit(String gate) {
      this.gate = gate;
    }

    @Override
    public void open(OpenContext context) throws Exception {
      int task = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
      Files.write(new File(gate + ".task-" + task).toPath(), new byte[0]);
      while (!new File(gate).exists()) {
        Thread.sleep(POLL_MS);
      }
    }

    @Override
    public void flatMap(String line, Collector<Tuple2<String, Long>> words) {
      for (String word : line.trim().split(" ")) {
        words.collect(Tuple2.of(word, 1L));
      }
    }
  }
}
