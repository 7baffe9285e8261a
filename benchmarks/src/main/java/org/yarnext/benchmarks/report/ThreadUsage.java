// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.function.Predicate;
import javax.management.MBeanServerConnection;

/** CPU time and allocations of some threads of a daemon since they started. Immutable. */
public final class ThreadUsage {
  /** CPU time in ms. */
  public final double cpuMs;

  /** Allocated memory in MB (of a million bytes). */
  public final double allocatedMb;

  private ThreadUsage(double cpuMs, double allocatedMb) {
    this.cpuMs = cpuMs;
    this.allocatedMb = allocatedMb;
  }

  /** Reads the use of all live threads whose name is {@code selected}. */
  public static ThreadUsage read(MBeanServerConnection beans, Predicate<String> selected)
      throws IOException {
    ThreadMXBean threads =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    long[] ids =
        Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
            .filter(thread -> thread != null && selected.test(thread.getThreadName()))
            .mapToLong(ThreadInfo::getThreadId)
            .toArray();
    return new ThreadUsage(
        Arrays.stream(threads.getThreadCpuTime(ids)).sum() / 1e6,
        Arrays.stream(threads.getThreadAllocatedBytes(ids)).sum() / 1e6);
  }
}
