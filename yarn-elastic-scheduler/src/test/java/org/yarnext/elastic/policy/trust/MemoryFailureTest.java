// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import static org.junit.Assert.assertEquals;
import static org.yarnext.elastic.policy.trust.MemoryFailure.HEAP;
import static org.yarnext.elastic.policy.trust.MemoryFailure.KILLED_OUTSIDE;
import static org.yarnext.elastic.policy.trust.MemoryFailure.NONE;
import static org.yarnext.elastic.policy.trust.MemoryFailure.PHYSICAL_LIMIT;
import static org.yarnext.elastic.policy.trust.MemoryFailure.VIRTUAL_LIMIT;

import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.junit.Test;
import org.yarnext.elastic.policy.trust.MemoryFailure.Jvm;

/** Only what is known to be for want of memory is taken for that. */
public class MemoryFailureTest {
  private static final String OUT =
      "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n\tat A.main";

  private static MemoryFailure of(int exit, String diagnostics) {
    return MemoryFailure.of(exit, diagnostics, Jvm.ANY);
  }

  @Test
  public void nodeKillForMemoryIsAMemoryFailure() {
    assertEquals(VIRTUAL_LIMIT, of(ContainerExitStatus.KILLED_EXCEEDED_VMEM, null));
    assertEquals(PHYSICAL_LIMIT, of(ContainerExitStatus.KILLED_EXCEEDED_PMEM, ""));
  }

  @Test
  public void otherKillsAreNotMemoryFailures() {
    int[] others = {
      ContainerExitStatus.ABORTED,
      ContainerExitStatus.DISKS_FAILED,
      ContainerExitStatus.PREEMPTED,
      ContainerExitStatus.KILLED_BY_APPMASTER,
      ContainerExitStatus.KILLED_BY_RESOURCEMANAGER,
      ContainerExitStatus.KILLED_AFTER_APP_COMPLETION,
      ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER,
      ContainerExitStatus.KILLED_FOR_EXCESS_LOGS,
      ContainerExitStatus.INVALID,
      137,
      143,
      0
    };
    for (int exit : others) {
      for (Jvm jvm : Jvm.values()) {
        assertEquals("" + exit, NONE, MemoryFailure.of(exit, OUT, jvm));
      }
    }
  }

  @Test
  public void killFromOutsideYarnIsAMemoryFailure() {
    String said = "Container exited with a non-zero exit code 137. \nKilled by external signal\n";
    for (Jvm jvm : Jvm.values()) {
      assertEquals(KILLED_OUTSIDE, MemoryFailure.of(137, said, jvm));
    }
    assertEquals("asked to end", NONE, of(143, said));
    assertEquals("by its master", NONE, of(ContainerExitStatus.KILLED_BY_APPMASTER, said));
    assertEquals("as after a restart of its node", NONE, of(137, null));
  }

  @Test
  public void outOfMemoryErrorInTheDiagnosticsIsAHeapFailure() {
    for (int exit : new int[] {1, 3, 134, 255}) {
      assertEquals(HEAP, of(exit, OUT));
      assertEquals(NONE, of(exit, "java.io.IOException: disk full"));
      assertEquals(NONE, of(exit, null));
    }
    assertEquals(HEAP, of(1, "java.lang.OutOfMemoryError: GC overhead limit exceeded"));
    assertEquals(HEAP, of(1, "java.lang.OutOfMemoryError"));
  }

  @Test
  public void outOfMemoryErrorBesideTheHeapIsNotAMemoryFailure() {
    for (String other :
        new String[] {
          "Metaspace",
          "Compressed class space",
          "unable to create new native thread",
          "unable to create native thread: possibly out of memory or process/resource limits reached"
        }) {
      assertEquals(other, NONE, of(1, "java.lang.OutOfMemoryError: " + other));
    }
    assertEquals("both", HEAP, of(1, "java.lang.OutOfMemoryError: Metaspace\n" + OUT));
  }

  @Test
  public void outOfMemoryExitCodeSufficesWithoutDiagnostics() {
    assertEquals(HEAP, MemoryFailure.of(3, null, Jvm.EXITS));
    assertEquals(NONE, MemoryFailure.of(3, null, Jvm.SPARK));
    assertEquals(HEAP, MemoryFailure.of(52, null, Jvm.SPARK));
    assertEquals(NONE, MemoryFailure.of(52, null, Jvm.EXITS));
    assertEquals(NONE, MemoryFailure.of(1, null, Jvm.EXITS));
  }
}
