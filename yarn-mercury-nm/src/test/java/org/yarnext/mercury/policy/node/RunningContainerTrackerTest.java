// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.Test;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;

public class RunningContainerTrackerTest {
  private final RunningContainerTracker tracker = new RunningContainerTracker(0);

  @Test
  public void snapshotsKeepWhatRanThen() {
    Random random = new Random(1);
    List<Collection<ContainerView>> snapshots = new ArrayList<>();
    List<List<String>> expected = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      String id = "c" + random.nextInt(150);
      switch (random.nextInt(4)) {
        case 0:
          tracker.containerEnded(id, i);
          break;
        case 1:
          tracker.onChanged(ContainerViews.running(id, 1024, 1, 1_000, i));
          break;
        default:
          tracker.onStarted(ContainerViews.waiting(id, i), i);
      }
      snapshots.add(tracker.snapshot());
      expected.add(texts(tracker.all()));
    }
    for (int i = 0; i < snapshots.size(); i++) {
      assertEquals(expected.get(i).size(), snapshots.get(i).size());
      assertEquals("after event " + i, expected.get(i), texts(snapshots.get(i)));
    }
  }

  private static List<String> texts(Collection<ContainerView> containers) {
    List<String> texts = new ArrayList<>();
    containers.forEach(c -> texts.add(c + " " + c.elapsedMs(10_000)));
    return texts;
  }

  @Test
  public void nothingIsKeptOfContainersThatEndedOnceNoneRuns() throws InterruptedException {
    WeakReference<ContainerView> ended =
        new WeakReference<>(ContainerViews.running("c1", 1024, 1, 1_000, 1));
    tracker.onStarted(ended.get(), 1);
    tracker.containerEnded("c1", 2);
    for (int i = 0; ended.get() != null && i < 100; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertNull(ended.get());
  }
}
