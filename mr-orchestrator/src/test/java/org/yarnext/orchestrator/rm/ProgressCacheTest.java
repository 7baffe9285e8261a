// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.Test;

public class ProgressCacheTest {
  private final ProgressCache cache = new ProgressCache(50_000);

  @Test
  public void progressIsExtrapolatedFromTheLastReport() {
    cache.put(Collections.singletonMap("a1", 0.4), 1_000_000);
    assertEquals(0.4, cache.progress("a1", 40_000, 1_000_000), 1e-12);
    assertEquals(0.5, cache.progress("a1", 50_000, 1_010_000), 1e-12);
  }

  @Test
  public void oldOrMissingProgressIsUnknown() {
    cache.put(Collections.singletonMap("a1", 0.4), 0);
    assertTrue(Double.isNaN(cache.progress("a2", 40_000, 0)));
    assertTrue(Double.isNaN(cache.progress(null, 40_000, 0)));
    assertTrue(Double.isNaN(cache.progress("a1", 100_000, 50_001)));
    cache.evictOld(50_000);
    assertEquals(1, cache.size());
    cache.evictOld(50_001);
    assertEquals(0, cache.size());
  }

  @Test
  public void invalidProgressIsIgnored() {
    Map<String, Double> progress = new HashMap<>();
    progress.put("a1", Double.NaN);
    progress.put("a2", -0.1);
    progress.put("a3", 1.1);
    progress.put("a4", null);
    progress.put("a5", 1.0);
    cache.put(progress, 0);
    assertEquals(1, cache.size());
  }

  @Test
  public void decreasedProgressIsUnknownUntilItIsExceeded() {
    cache.put(Collections.singletonMap("a1", 0.9), 0);
    cache.put(Collections.singletonMap("a1", 0.85), 10_000);
    assertEquals("hardly a fall", 0.85, cache.progress("a1", 60_000, 10_000), 1e-12);
    cache.put(Collections.singletonMap("a1", 0.5), 20_000);
    assertTrue(Double.isNaN(cache.progress("a1", 70_000, 20_000)));
    cache.put(Collections.singletonMap("a1", 0.6), 30_000);
    assertTrue("it was further before", Double.isNaN(cache.progress("a1", 80_000, 30_000)));
    cache.put(Collections.singletonMap("a1", 0.95), 40_000);
    assertEquals(0.95, cache.progress("a1", 90_000, 40_000), 1e-12);
  }
}
