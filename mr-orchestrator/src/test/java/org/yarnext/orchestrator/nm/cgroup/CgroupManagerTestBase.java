// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;

/** A simulated kernel with cgroups of version 1 and 2. */
@RunWith(Parameterized.class)
abstract class CgroupManagerTestBase {
  static final long MB = 1 << 20;
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  final Layout layout;
  FakeKernel kernel;
  Path undoFile;
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
    undoFile = folder.getRoot().toPath().resolve("state/journal.json");
    cgroups = newManager("yarn/next");
  }

  CgroupManager newManager(String parent) throws IOException {
    return new CgroupManager(kernel.mounts(), kernel, parent, new CgroupUndoLog(undoFile));
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

  /** Ends the group's processes. */
  void leave(ContainerCgroup group) throws IOException {
    for (Path directory : group.directories()) {
      kernel.set(directory.resolve("cgroup.procs"), "");
    }
  }
}
