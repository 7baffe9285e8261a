// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.Closeable;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.hadoop.io.IOUtils;
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;

/**
 * Claims the cgroup above all containers for one {@link CgroupManager}. Two managers of one parent
 * would overwrite each other's share of all containers. Thread-safe.
 */
public final class CgroupParentLock implements Closeable {
  private final CgroupFiles files;
  private final ContainerCgroup parent;

  /** Null without a claim. */
  private Closeable claim;

  CgroupParentLock(CgroupFiles files, ContainerCgroup parent) {
    this.files = files;
    this.parent = parent;
  }

  /**
   * Claims the parent until this is closed or the process ends.
   *
   * @return false if another NodeManager on this host has claimed it. True without a claim where
   *     the kernel's permissions allow none
   */
  public synchronized boolean acquire() {
    try {
      claim = files.claim(parent.directories().iterator().next());
      return claim != null;
    } catch (IOException | NoSuchElementException e) {
      return true;
    }
  }

  /** Gives the claim up, if there is one. */
  @Override
  public synchronized void close() {
    IOUtils.cleanupWithLogger(null, claim);
    claim = null;
  }
}
