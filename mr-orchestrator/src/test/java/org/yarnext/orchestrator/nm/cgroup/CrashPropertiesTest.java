// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static org.junit.Assert.assertEquals;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Random;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;

/** A restart leaves nothing behind, after any actions and a crash at any change. */
@RunWith(JUnitQuickcheck.class)
public class CrashPropertiesTest {
  private static final long MB = 1 << 20;

  /** A container whose group is not ours. */
  private static final String STOCK = "stock";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Property(trials = 20, shrink = false)
  public void restartAfterAnyCrashRestoresTheHost(@When(seed = 1) long seed) throws IOException {
    Random random = new Random(seed);
    Path directory = folder.newFolder().toPath();
    FakeKernel kernel =
        new FakeKernel(directory, Layout.values()[random.nextInt(Layout.values().length)]);
    kernel.makeStock("p", STOCK);
    Map<String, String> before = kernel.snapshot();
    Path undoFile = directory.resolve("journal.json");
    for (int life = 0; life < 3; life++) {
      kernel.crash.changesLeft = random.nextInt(60);
      kernel.crash.isAfterChange = random.nextBoolean();
      try {
        live(random, new CgroupManager(kernel.mounts(), kernel, "p", new CgroupUndoLog(undoFile)));
      } catch (CrashPoint.Crash e) {
        continue;
      }
    }
    kernel.crash.changesLeft = -1;
    CgroupManager last =
        new CgroupManager(kernel.mounts(), kernel, "p", new CgroupUndoLog(undoFile));
    assertEquals(0, last.recover(Collections.emptySet()));
    assertEquals(0, last.close());
    assertEquals(before, kernel.snapshot());
  }

  private static void live(Random random, CgroupManager cgroups) throws IOException {
    cgroups.recover(Collections.singleton("c" + random.nextInt(3)));
    for (int i = 0; i < 30; i++) {
      String name = random.nextBoolean() ? STOCK : "c" + random.nextInt(3);
      ContainerCgroup group = cgroups.make(name, 1000);
      switch (random.nextInt(8)) {
        case 0:
          cgroups.values().setCpuShare(group, 1 + random.nextInt(5000));
          break;
        case 1:
          cgroups.values().setCpuQuota(group, 100 + random.nextInt(5000));
          break;
        case 2:
          cgroups.values().setMemoryLimit(group, (100 + random.nextInt(1000)) * MB);
          break;
        case 3:
          cgroups.values().setMemoryHigh(group, (100 + random.nextInt(1000)) * MB);
          break;
        case 4:
          cgroups.putBackAll();
          break;
        case 6:
          // Some of it is then done, some is not, and some otherwise.
          cgroups
              .values()
              .announceCpuShares(Collections.singletonMap(group, 1L + random.nextInt(5000)));
          break;
        case 5:
          cgroups.setShareOfAll(1 + random.nextInt(64_000));
          break;
        default:
          cgroups.release(group);
      }
    }
  }
}
