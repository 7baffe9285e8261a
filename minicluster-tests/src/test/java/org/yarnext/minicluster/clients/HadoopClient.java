// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.ContainerClassPath;
import org.yarnext.minicluster.process.DaemonProcess;

/**
 * A client of Hadoop's own applications in a process of its own, with a home directory of its own.
 * Their masters read its configuration.
 */
public final class HadoopClient {
  /** Class path in single jars, because these clients copy the jars of their masters. */
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private static final int HEAP_MB = 256;
  private static final int MASTER_MB = 512;
  private static final int CONTAINER_MB = 128;

  private final Path dir;
  private final Configuration conf;

  private HadoopClient(MiniCluster cluster, String name) throws IOException {
    dir = Files.createDirectories(cluster.workDir().resolve(name));
    conf = cluster.masterConf();
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, false);
    conf.set(
        YarnConfiguration.YARN_APPLICATION_CLASSPATH,
        dir.resolve("client/conf") + "," + ContainerClassPath.jar());
  }

  private void run(String main, long timeoutMs, String... arguments) throws IOException {
    DaemonProcess client =
        new DaemonProcess("the client in " + dir, dir.resolve("client"), HEAP_MB)
            .classPath(CLASS_PATH)
            .options("-Duser.home=" + dir);
    try {
      client.configure("yarn-site.xml", conf);
      client.start(main, Arrays.asList(arguments));
      int status = client.awaitEnd(timeoutMs);
      if (status != 0) {
        throw new IllegalStateException(main + " ended with status " + status + client.tail());
      }
    } finally {
      client.close();
    }
  }

  /**
   * Runs a shell command with Distributed Shell.
   *
   * @throws IllegalStateException if the application does not succeed in time
   */
  public static void runShell(MiniCluster cluster, int containers, String command, long timeoutMs)
      throws IOException {
    HadoopClient client = new HadoopClient(cluster, "distributed-shell");
    // Not shipped by Distributed Shell, whose containers all rename the file that it has shipped.
    Path script = client.dir.resolve("script.sh");
    Files.write(script, Collections.singletonList(command), UTF_8);
    client.run(
        "org.apache.hadoop.yarn.applications.distributedshell.Client",
        timeoutMs,
        "--jar",
        jar("hadoop-yarn-applications-distributedshell"),
        "--shell_command",
        "sh " + script,
        "--num_containers",
        String.valueOf(containers),
        "--container_memory",
        String.valueOf(CONTAINER_MB),
        "--master_memory",
        String.valueOf(MASTER_MB));
  }

  private static String jar(String name) {
    return Arrays.stream(CLASS_PATH.split(File.pathSeparator))
        .filter(entry -> new File(entry).getName().startsWith(name))
        .findAny()
        .orElseThrow(IllegalStateException::new);
  }

  /** A service of YARN with one component. */
  public static final class Service {
    private static final String MAIN = "org.apache.hadoop.yarn.client.cli.ApplicationCLI";
    private static final String NAME = "sleeper";

    private final HadoopClient client;

    /**
     * @param zooKeeper address of the server for the registry
     */
    public Service(MiniCluster cluster, String zooKeeper) throws IOException {
      client = new HadoopClient(cluster, "service");
      Configuration conf = client.conf;
      conf.set("hadoop.registry.zk.quorum", zooKeeper);
      conf.set("yarn.service.base.path", client.dir.resolve("services").toString());
      conf.set("yarn.service.classpath", conf.get(YarnConfiguration.YARN_APPLICATION_CLASSPATH));
      conf.setInt("yarn.service.am-resource.memory", MASTER_MB);
      conf.set("yarn.service.am.java.opts", "-Xmx" + HEAP_MB + "m");
      // Without the server of services, which is a daemon of its own or part of a ResourceManager.
      conf.set(
          "yarn.application.admin.client.class.yarn-service",
          "org.apache.hadoop.yarn.service.client.ServiceClient");
    }

    /** Starts the service. Its containers follow. */
    public void launch(int containers, String command, long timeoutMs) throws IOException {
      Path spec = client.dir.resolve("service.json");
      String text =
          String.format(
              Locale.ROOT,
              "{'name': '%s', 'version': '1', 'components': [{'name': 'worker',"
                  + " 'number_of_containers': %d, 'launch_command': '%s',"
                  + " 'resource': {'cpus': 1, 'memory': '%d'}}]}",
              NAME,
              containers,
              command,
              CONTAINER_MB);
      Files.write(spec, Collections.singletonList(text.replace('\'', '"')), UTF_8);
      client.run(MAIN, timeoutMs, "app", "-launch", NAME, spec.toString());
    }

    /** Stops the service. */
    public void stop(long timeoutMs) throws IOException {
      client.run(MAIN, timeoutMs, "app", "-stop", NAME);
    }
  }
}
