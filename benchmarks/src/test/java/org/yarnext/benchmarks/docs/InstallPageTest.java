// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.StockHadoop;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;

/**
 * The commands of the pages on installing and uninstalling work as they are shown, in the order of
 * the pages, and leave Hadoop and its configuration as they were. Those that ask daemons are left
 * out: {@code demo --daemons} runs them.
 */
public class InstallPageTest {
  private static final String PROGRAM = "bin/yarnext ";
  private static final List<String> ASK_DAEMONS = Arrays.asList("status", "set");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private UnpackedDistribution pack;
  private StockHadoop hadoop;
  private Path conf;

  @Test
  public void shownCommandsInstallAndUninstall() throws Exception {
    Path root = folder.getRoot().toPath();
    pack = UnpackedDistribution.make(Paths.get(".."), root.resolve("yarnext"));
    hadoop = StockHadoop.ofClassPath(root.resolve("hadoop"));
    try (DaemonCluster cluster = new DaemonCluster(root.resolve("cluster"), hadoop, 0, 1)) {
      conf = cluster.conf();
      Map<String, String> homeBefore = StockHadoop.tree(hadoop.home());
      Map<String, String> confBefore = StockHadoop.tree(conf);
      assertEquals(
          Arrays.asList("install", "install", "configure", "doctor", "configure"),
          runAll("install.md"));
      assertNotEquals(homeBefore, StockHadoop.tree(hadoop.home()));
      assertNotEquals(confBefore, StockHadoop.tree(conf));
      assertTrue(pack.done("doctor", "--conf", conf.toString()).isEmpty());
      assertEquals(
          Arrays.asList("configure", "configure", "uninstall"), runAll("how-to/uninstall.md"));
      assertEquals(homeBefore, StockHadoop.tree(hadoop.home()));
      assertEquals(confBefore, StockHadoop.tree(conf));
    }
  }

  /** Runs the commands of a page, and returns their names. */
  private List<String> runAll(String page) throws Exception {
    List<String> names = new ArrayList<>();
    for (String line : new MarkdownPage(Paths.get("..", "docs").resolve(page)).shellLines) {
      if (line.startsWith(PROGRAM)) {
        String[] words =
            line.replaceFirst(" #.*", "")
                .substring(PROGRAM.length())
                .replace("\"$HADOOP_HOME\"", hadoop.home().toString())
                .replace("\"$HADOOP_CONF_DIR\"", conf.toString())
                .trim()
                .split(" +");
        if (!ASK_DAEMONS.contains(words[0])) {
          pack.done(words);
          names.add(words[0]);
        }
      }
    }
    return names;
  }
}
