/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
    int most = 4 * (args[0].equals("hold") ? 500 : 4096);
    while (kept.size() < most) {
      kept.add(new byte[1 << 18]);
    }
    TimeUnit.MINUTES.sleep(1);
    System.out.println(kept.size());
  }
}
