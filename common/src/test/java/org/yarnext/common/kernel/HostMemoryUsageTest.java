// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.util.SysInfoLinux;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Memory of a host by the files of several kernels. */
public class HostMemoryUsageTest {
  private static final long PAGES_PER_MB = (1 << 20) / SysInfoLinux.PAGE_SIZE;

  @Rule public final TemporaryFolder proc = new TemporaryFolder();

  private void write(String file, String text) throws IOException {
    Files.write(proc.getRoot().toPath().resolve(file), text.getBytes(US_ASCII));
  }

  /** A zone with a list of free pages for each CPU. */
  private static String zone(Object... pages) {
    StringBuilder text = new StringBuilder("Node 0, zone   Normal\n  pages free     9999\n");
    text.append("      nr_free_pages 9999\n  pagesets\n");
    for (Object each : pages) {
      text.append("    cpu: 0\n              count:    ").append(each);
      text.append("\n              high:     777\n              batch:    63\n");
    }
    return text + "  start_pfn:           1048576\n";
  }

  private long availableMb() throws IOException {
    HostMemoryUsage memory = HostMemoryUsage.read(proc.getRoot().toPath());
    assertEquals(8_192, memory.totalMb());
    return memory.availableMb();
  }

  @Test
  public void freePagesOfEachCpuAreAvailable() throws IOException {
    write("meminfo", "MemTotal:  8388608 kB\nMemFree: 1 kB\nMemAvailable:  4194304 kB\n");
    assertEquals("without zones", 4_096, availableMb());
    write("zoneinfo", zone(0, 0) + zone(1_000 * PAGES_PER_MB, 24 * PAGES_PER_MB));
    assertEquals(5_120, availableMb());
    write("zoneinfo", zone(8_000 * PAGES_PER_MB));
    assertEquals("never more than all", 8_192, availableMb());
    write("zoneinfo", zone(1_000 * PAGES_PER_MB, "many"));
    assertEquals("not a number", 4_096, availableMb());
  }

  @Test
  public void memoryThatTheKernelDoesNotReportIsAnError() throws IOException {
    write("meminfo", "MemTotal:  8388608 kB\nMemFree: 1 kB\n");
    assertThrows(IOException.class, this::availableMb);
  }
}
