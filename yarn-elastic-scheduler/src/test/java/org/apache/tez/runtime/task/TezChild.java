// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.tez.runtime.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Stands in for the class by which a Tez task is known: tells its heap, uses it up, or uses 500 MB
 * of it for a while.
 */
public final class TezChild {
  private TezChild() {}

  public static void main(String[] args) throws InterruptedException {
    if (args[0].equals("tell")) {
      System.out.println("heap " + Runtime.getRuntime().maxMemory());
      return;
    }
    List<byte[]> kept = new ArrayList<>();
    int max = 4 * (args[0].equals("hold") ? 500 : 4096);
    while (kept.size() < max) {
      kept.add(new byte[1 << 18]);
    }
    TimeUnit.MINUTES.sleep(1);
    System.out.println(kept.size());
  }
}
