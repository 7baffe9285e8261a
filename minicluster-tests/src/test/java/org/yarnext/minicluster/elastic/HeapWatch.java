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
package org.yarnext.minicluster.elastic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.minicluster.MiniCluster;

/** Looks at the command lines of a cluster's containers and keeps the heap sizes it sees. */
final class HeapWatch implements AutoCloseable {
  private static final long POLL_MS = 50;
  private static final Pattern HEAP = Pattern.compile("\\x00-Xmx(\\d+)([kKmM])\\x00");

  private final MiniCluster cluster;
  private final Set<Long> seenKb = new TreeSet<>();
  private final Thread thread = new Thread(this::watch, "watching heaps");
  private volatile boolean closed;

  HeapWatch(MiniCluster cluster) {
    this.cluster = cluster;
    thread.start();
  }

  private void watch() {
    while (!closed) {
      try {
        for (int i = 0; i < cluster.size(); i++) {
          for (String pid : cluster.containerPids(i)) {
            read(pid);
          }
        }
        Thread.sleep(POLL_MS);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void read(String pid) {
    String command;
    try {
      command = new String(Files.readAllBytes(Paths.get("/proc", pid, "cmdline")), UTF_8);
    } catch (IOException e) {
      return; // ended meanwhile
    }
    Matcher heap = HEAP.matcher(command);
    while (heap.find()) {
      long size = Long.parseLong(heap.group(1));
      synchronized (seenKb) {
        seenKb.add(heap.group(2).equalsIgnoreCase("m") ? size * 1024 : size);
      }
    }
  }

  /** All sizes of {@code -Xmx} so far, in KB. */
  Set<Long> seenKb() {
    synchronized (seenKb) {
      return new TreeSet<>(seenKb);
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
  }
}
