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

/** Stands in for the class by which a Tez task is known: tells its heap, or uses it up. */
public final class TezChild {
  private TezChild() {}

  public static void main(String[] args) {
    if (args[0].equals("tell")) {
      System.out.println("heap " + Runtime.getRuntime().maxMemory());
      return;
    }
    List<byte[]> kept = new ArrayList<>();
    while (kept.size() < 4096) {
      kept.add(new byte[1 << 20]);
    }
    System.out.println(kept.size());
  }
}
