// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.shares;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.federation.policy.share.ShareView;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.simulate.report.SharesReport;

public class SharesStudyTest {
  private static final int NODES = 20;
  private static final int SETUPS = 40;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void scenariosHaveTheirStatedSizes() {
    boolean deep = false;
    boolean flat = false;
    for (long seed = 1; seed <= SETUPS; seed++) {
      ShareScenario setup = ShareScenario.make(seed, NODES);
      ShareView view = setup.view();
      assertTrue(view.subClusters() >= 10 && view.subClusters() <= 40);
      assertEquals(setup.nodes() * 32.0, view.capacity(), 1e-6);
      double wanted = view.demand(QueueTree.ROOT) / view.capacity();
      double leaves = view.queues().leaves().length;
      double floors = leaves * view.subClusters() / view.capacity();
      assertTrue(wanted + " of " + setup.load(), wanted <= setup.load() + 1e-6);
      assertTrue(wanted + " of " + setup.load(), wanted >= setup.load() - floors);
      for (int leaf : view.queues().leaves()) {
        int places = 0;
        int level = 0;
        for (int s = 0; s < view.subClusters(); s++) {
          places += view.demand(leaf, s) > 0 ? 1 : 0;
        }
        for (int q = leaf; q != QueueTree.ROOT; q = view.queues().parent(q)) {
          level++;
        }
        assertTrue(places <= setup.spread());
        assertTrue(level <= setup.depth());
        deep |= level >= 6;
        flat |= level == 1;
      }
    }
    assertTrue("of varying complexity", deep && flat);
  }

  @Test
  public void globalFairnessUsesAsMuchAsACentralScheduler() throws Exception {
    double gif = 0;
    double uniform = 0;
    double gifError = 0;
    double lendingError = 0;
    for (ShareResult row : SharesStudy.run(NODES, SETUPS, 1, 2)) {
      double one = row.utilisation().get(ShareMethod.CENTRALISED);
      assertEquals("seed " + row.seed(), one, row.utilisation().get(ShareMethod.GIF), 0.01);
      gif += row.utilisation().get(ShareMethod.GIF);
      uniform += row.utilisation().get(ShareMethod.UNIFORM);
      gifError += row.error().get(ShareMethod.GIF);
      lendingError += row.error().get(ShareMethod.UNIFORM_LENDING);
    }
    assertTrue(gif + " and " + uniform, gif > 1.05 * uniform);
    assertTrue(gifError + " and " + lendingError, gifError < lendingError);
  }

  @Test
  public void outputDependsOnTheSeedButNotOnThreads() throws Exception {
    byte[] one = written(SharesStudy.run(NODES, 6, 1, 1), "one");
    byte[] two = written(SharesStudy.run(NODES, 6, 1, 2), "two");
    assertEquals(new String(one, "UTF-8"), new String(two, "UTF-8"));
    byte[] other = written(SharesStudy.run(NODES, 6, 7, 1), "other");
    assertTrue(!new String(one, "UTF-8").equals(new String(other, "UTF-8")));
  }

  private byte[] written(List<ShareResult> rows, String name) throws Exception {
    File out = new File(folder.getRoot(), name);
    assertEquals(
        "[shares.csv, report.html]", new SharesReport(rows).write(out.toPath()).toString());
    assertTrue(new File(out, "report.html").length() > 1_000);
    return Files.readAllBytes(new File(out, "shares.csv").toPath());
  }

  @Test
  public void commandShowsBothMeasuresOfAllMethods() {
    CommandRun run =
        CommandRun.of(
            "simulate", SharesStudy.ID, "--nodes", "20", "--seeds", "3", "--threads", "1");
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.out, run.out.startsWith("3 set-ups of "));
    for (ShareMethod division : ShareMethod.values()) {
      assertEquals(
          run.out,
          3,
          (" " + run.out.replace("\n", "\n ")).split("\n " + division.label() + " ", -1).length);
    }
    assertTrue(CommandRun.of("simulate", "--list").out.contains("hydra-shares  Hydra figure 5"));
    assertEquals(2, CommandRun.of("simulate", SharesStudy.ID, "--systems", "fair").status);
    assertEquals(2, CommandRun.of("simulate", SharesStudy.ID, "--nodes", "1").status);
  }
}
