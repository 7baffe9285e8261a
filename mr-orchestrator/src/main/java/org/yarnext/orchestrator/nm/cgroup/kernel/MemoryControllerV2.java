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
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Memory in cgroup version 2. */
public final class MemoryControllerV2 implements MemoryController {
  @Override
  public MemoryUsage usage(CgroupFiles files, Path group) throws IOException {
    Map<String, Long> stat = KernelTextParser.table(files.read(group.resolve("memory.stat")));
    Map<String, Long> events = KernelTextParser.table(files.read(group.resolve("memory.events")));
    Path swap = group.resolve("memory.swap.current");
    Path pressure = group.resolve("memory.pressure");
    return new MemoryUsage(
        KernelTextParser.number(files.read(group.resolve("memory.current"))),
        KernelTextParser.of(stat, "inactive_file"),
        files.exists(swap) ? KernelTextParser.number(files.read(swap)) : -1,
        events.getOrDefault("high", 0L) + events.getOrDefault("max", 0L),
        events.getOrDefault("oom_kill", -1L),
        files.exists(pressure) ? KernelTextParser.waitedMicros(files.read(pressure)) : -1);
  }

  @Override
  public String limitFile() {
    return "memory.max";
  }

  @Override
  public String highFile() {
    return "memory.high";
  }

  @Override
  public String unlimited() {
    return "max";
  }
}
