// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.tez.client.TezClient;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.api.TezException;
import org.apache.tez.examples.OrderedWordCount;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Tez's ordered word count example (tokenizer, summation and sorter vertices) as a DAG on a test
 * cluster, over files of the local file system.
 */
public final class TezWordCount {
  private final MiniCluster cluster;
  private String tags = "";
  private final Map<String, String> settings = new LinkedHashMap<>();
  private int summations = 1;

  public TezWordCount(MiniCluster cluster) {
    this.cluster = cluster;
  }

  /** Sets the application tags, separated by commas. */
  public TezWordCount tags(String value) {
    tags = value;
    return this;
  }

  /** Sets a key of Tez, which overrides all other settings. */
  public TezWordCount set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /** Sets the number of tasks of the summation vertex. Default 1. */
  public TezWordCount summations(int count) {
    summations = count;
    return this;
  }

  /**
   * Runs the DAG in its own Application Master, with one tokenizer for each file of {@code input}.
   *
   * @param output directory, which must not exist
   * @throws IllegalStateException if the DAG fails
   */
  public WordCountResult run(Path input, Path output) throws IOException {
    TezConfiguration conf = tezConf();
    TezClient client = TezClient.create("ordered word count", conf);
    long start = System.nanoTime();
    long latencyMs;
    try {
      client.start();
      String[] arguments = {
        "-disableSplitGrouping",
        input.toUri().toString(),
        output.toUri().toString(),
        Integer.toString(summations)
      };
      int status = new OrderedWordCount().run(conf, arguments, client);
      latencyMs = (System.nanoTime() - start) / 1_000_000;
      if (status != 0) {
        throw new IllegalStateException(
            "Tez DAG failed with status "
                + status
                + "; see the containers' logs below "
                + cluster.workDir());
      }
    } catch (RuntimeException | IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    } finally {
      stop(client);
    }
    return WordCountResult.read(output, latencyMs);
  }

  private TezConfiguration tezConf() {
    TezConfiguration conf = TezSession.clusterConf(cluster);
    conf.setBoolean(TezConfiguration.TEZ_AM_SPECULATION_ENABLED, false);
    conf.set(TezConfiguration.TEZ_APPLICATION_TAGS, tags);
    settings.forEach(conf::set);
    return conf;
  }

  private static void stop(TezClient client) throws IOException {
    try {
      client.stop();
    } catch (TezException e) {
      throw new IOException(e);
    }
  }
}
