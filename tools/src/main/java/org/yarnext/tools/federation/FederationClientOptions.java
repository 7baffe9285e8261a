// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.federation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.store.UnusableStoreException;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.DaemonClients;
import org.yarnext.tools.site.SiteDirectory;
import picocli.CommandLine.Option;

/** Command line options that select the federation. */
final class FederationClientOptions {
  @Option(
      names = "--site",
      paramLabel = "FILE",
      description =
          "the Router's yarn-site.xml, with core-site.xml beside it (default: HADOOP_CONF_DIR)")
  private Path site;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  /** Returns the values that the Router reads. */
  Configuration configuration() throws ToolException {
    Configuration conf = new YarnConfiguration();
    if (site != null) {
      // The rights and the login of ZooKeeper are often in the file beside it.
      Path core = site.resolveSibling(SiteDirectory.CORE);
      if (Files.exists(core)) {
        add(conf, core);
      }
      add(conf, site);
    }
    DaemonClients.setLogin(conf);
    return conf;
  }

  private static void add(Configuration conf, Path file) throws ToolException {
    if (!Files.isReadable(file)) {
      throw new ToolException(file + " cannot be read: check the path.");
    }
    conf.addResource(new org.apache.hadoop.fs.Path(file.toAbsolutePath().toUri()));
  }

  /**
   * Runs a task on the daemons' records in ZooKeeper.
   *
   * @return {@link ExitCode#DONE}
   * @throws ToolException if the configuration or the task is refused, or ZooKeeper does not answer
   */
  int withRecords(RecordsTask task) throws ToolException {
    Configuration conf = configuration();
    try (ZooKeeperRecordStore records =
        ZooKeeperRecordStore.open(conf, FederationConfiguration.read(conf).storePath())) {
      task.run(records);
      return ExitCode.DONE;
    } catch (IllegalArgumentException | InvalidConfigurationException | UnusableStoreException e) {
      throw new ToolException(e.getMessage(), e);
    } catch (IOException e) {
      throw new ToolException(
          "ZooKeeper does not answer ("
              + e.getMessage()
              + "): check that it runs, and hadoop.zk.address in --site.",
          e);
    }
  }

  /** A task on the records in ZooKeeper. */
  interface RecordsTask {
    void run(ZooKeeperRecordStore records) throws IOException;
  }
}
