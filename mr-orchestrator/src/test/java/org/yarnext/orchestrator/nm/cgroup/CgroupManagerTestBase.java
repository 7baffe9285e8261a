// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuUsage;
import org.yarnext.orchestrator.nm.cgroup.kernel.MemoryUsage;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;
import org.yarnext.orchestrator.policy.ResourceKind;

/** A simulated kernel with cgroups of version 1 and 2. */
@RunWith(Parameterized.class)
abstract class CgroupManagerTestBase {
  static final long MB = 1 << 20;
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  final Layout layout;
  FakeKernel kernel;
  Path journal;
  CgroupManager cgroups;

  CgroupManagerTestBase(Layout layout) {
    this.layout = layout;
  }

  @Parameters(name = "{0}")
  public static Object[] layouts() {
    return Layout.values();
  }

  @Before
  public void open() throws IOException {
    kernel = new FakeKernel(folder.getRoot().toPath(), layout);
    journal = folder.getRoot().toPath().resolve("state/journal.json");
    cgroups = newManager("yarn/next");
  }

  CgroupManager newManager(String parent) throws IOException {
    return new CgroupManager(kernel.mounts(), kernel, parent, new CgroupUndoLog(journal));
  }

  Path cpu(String group) {
    return kernel.mount(layout == Layout.VERSION_2 ? "unified" : "cpu").resolve(group);
  }

  Path memory(String group) {
    return kernel.mount(layout == Layout.VERSION_1 ? "memory" : "unified").resolve(group);
  }

  boolean cpuIsVersion2() {
    return layout == Layout.VERSION_2;
  }

  boolean memoryIsVersion2() {
    return layout != Layout.VERSION_1;
  }

  /** Its processes end. */
  void leave(ContainerCgroup group) throws IOException {
    for (Path directory : group.directories()) {
      kernel.set(directory.resolve("cgroup.procs"), "");
    }
  }
}
