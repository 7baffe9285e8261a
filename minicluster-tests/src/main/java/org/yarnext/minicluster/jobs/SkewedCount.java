// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.client.TezClient;
import org.apache.tez.dag.api.DAG;
import org.apache.tez.dag.api.Edge;
import org.apache.tez.dag.api.ProcessorDescriptor;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.api.Vertex;
import org.apache.tez.examples.TezExampleBase;
import org.apache.tez.examples.WordCount;
import org.apache.tez.mapreduce.input.MRInput;
import org.apache.tez.mapreduce.output.MROutput;
import org.apache.tez.runtime.library.conf.OrderedPartitionedKVEdgeConfig;
import org.apache.tez.runtime.library.partitioner.HashPartitioner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Tez DAG with one scanner for each input file and a given number of counters. It has no
 * combiner, so a text like {@link SkewedText} makes run times differ greatly, among scanners and
 * among counters.
 *
 * <p>Arguments: input, output, number of counters and, optionally, the memory of a counter's
 * container and its heap in MB. Without the latter, counters have the same size as all tasks.
 */
public final class SkewedCount extends TezExampleBase {
  private static final Logger LOG = LoggerFactory.getLogger(SkewedCount.class);
  private static final int FEWEST_ARGUMENTS = 3;
  private static final int MAX_ARGUMENTS = 5;

  /** Vertex names that Tez's own processors expect. */
  private static final String SCAN = "Tokenizer";

  private static final String COUNT = "Summation";

  @Override
  protected void printUsage() {
    System.err.println("Usage: skewed count: input output counters [memory heap]");
  }

  @Override
  protected int validateArgs(String[] arguments) {
    return arguments.length == FEWEST_ARGUMENTS || arguments.length == MAX_ARGUMENTS ? 0 : 2;
  }

  @Override
  protected int runJob(String[] arguments, TezConfiguration conf, TezClient client)
      throws Exception {
    return runDag(dag(conf, arguments), false, LOG);
  }

  private static DAG dag(TezConfiguration conf, String[] arguments) throws IOException {
    String input = arguments[0];
    String output = arguments[1];
    Vertex scan =
        Vertex.create(SCAN, ProcessorDescriptor.create(WordCount.TokenProcessor.class.getName()))
            .addDataSource(
                "Input",
                MRInput.createConfigBuilder(new Configuration(conf), TextInputFormat.class, input)
                    .groupSplits(false)
                    .build());
    Vertex count =
        counters(arguments)
            .addDataSink(
                "Output",
                MROutput.createConfigBuilder(
                        new Configuration(conf), TextOutputFormat.class, output)
                    .build());
    OrderedPartitionedKVEdgeConfig edge =
        OrderedPartitionedKVEdgeConfig.newBuilder(
                Text.class.getName(), IntWritable.class.getName(), HashPartitioner.class.getName())
            .setFromConfiguration(conf)
            .build();
    return DAG.create("SkewedCount")
        .addVertex(scan)
        .addVertex(count)
        .addEdge(Edge.create(scan, count, edge.createDefaultEdgeProperty()));
  }

  private static Vertex counters(String[] arguments) {
    ProcessorDescriptor sum = ProcessorDescriptor.create(WordCount.SumProcessor.class.getName());
    int count = Integer.parseInt(arguments[2]);
    if (arguments.length == FEWEST_ARGUMENTS) {
      return Vertex.create(COUNT, sum, count);
    }
    Resource container = Resource.newInstance(Integer.parseInt(arguments[3]), 1);
    // The option makes the launch command unique, because Tez reuses containers among tasks with
    // equal commands.
    return Vertex.create(COUNT, sum, count, container)
        .setTaskLaunchCmdOpts(
            TezSession.jvmOptions(Integer.parseInt(arguments[4])) + " -Dyarnext.vertex=" + COUNT);
  }
}
