// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.common.kernel.CgroupMounts;
import org.yarnext.common.kernel.KernelTextParser;
import org.yarnext.common.kernel.MemoryController;
import org.yarnext.common.kernel.MemoryControllerV1;
import org.yarnext.common.kernel.MemoryControllerV2;
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.KernelCgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;

/**
 * A cgroup file system in a directory that does as the kernel does: a group comes with its files
 * and goes with them, only without processes and groups below it; values are checked and rounded;
 * in version 2 a group has the controllers that its parent has switched on, and either processes or
 * groups with controllers; and a group that wants more memory than its limit loses its processes.
 */
public final class FakeKernel implements CgroupFiles {
  /** What is mounted. */
  public enum Layout {
    VERSION_1,
    VERSION_2,
    /** CPU in version 1, memory in version 2. */
    MIXED
  }

  /** Names of files that cannot be written, with as much of their path as is meant. */
  public final Set<String> refused = new HashSet<>();

  /** The names of groups that were made long ago. */
  public final Set<String> abandoned = new HashSet<>();

  /** Is told right before each change. */
  public Runnable beforeChange = () -> {};

  /** Whether another process has claimed the groups. */
  public boolean isClaimed;

  /** In which group this process is; null for one that is beside all others. */
  public Path own;

  /** After how many changes the process dies; below 0 for never. */
  int changesUntilCrash = -1;

  /** Whether the last change is made before it dies. */
  boolean crashesAfterChange;

  private int oomKills;
  private final CgroupFiles plain = new KernelCgroupFiles();
  private final Path root;
  private final Path mountTable;

  /** Thrown when the process is to die. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  public FakeKernel(Path directory, Layout layout) throws IOException {
    root = Files.createDirectories(directory.resolve("cgroup"));
    mountTable = directory.resolve("mounts");
    List<String> mounts = new ArrayList<>();
    mounts.add("20 1 0:5 / /proc rw,nosuid - proc proc rw");
    if (layout != Layout.VERSION_2) {
      mounts.add(version1("cpu"));
      mounts.add(version1("cpuacct"));
      mounts.add(mounted(root.resolve("pids"), "cgroup", "rw,pids"));
    }
    if (layout == Layout.VERSION_1) {
      mounts.add(version1("memory"));
    }
    Path unified = Files.createDirectories(root.resolve("unified"));
    mounts.add(mounted(unified, "cgroup2", "rw,nsdelegate"));
    String controllers =
        layout == Layout.VERSION_1
            ? "hugetlb"
            : layout == Layout.MIXED ? "memory io" : "cpu memory io";
    set(unified.resolve("cgroup.controllers"), controllers);
    set(unified.resolve("cgroup.subtree_control"), controllers);
    Files.write(mountTable, mounts, UTF_8);
  }

  /** What a CgroupManager opened from now on does without; a controller of version 1. */
  public void unmount(String controller) throws IOException {
    List<String> mounts = Files.readAllLines(mountTable, UTF_8);
    mounts.removeIf(line -> line.contains(" " + mount(controller) + " "));
    Files.write(mountTable, mounts, UTF_8);
  }

  private String version1(String controller) throws IOException {
    Path mount = Files.createDirectories(root.resolve(controller));
    fill(mount);
    return mounted(mount, "cgroup", "rw," + controller);
  }

  private static String mounted(Path mount, String type, String options) {
    return "31 20 0:28 / " + mount + " rw,relatime shared:9 - " + type + " cgroup " + options;
  }

  public Path mount(String name) {
    return root.resolve(name);
  }

  /** Makes a container's groups, and theirs above, as LinuxContainerExecutor does. */
  public void makeStock(String parent, String name) throws IOException {
    for (String mount : new String[] {"cpu", "cpuacct", "memory", "unified"}) {
      boolean isUsed = !mount.equals("unified") || !mountControllers().equals("hugetlb");
      if (exists(mount(mount)) && isUsed) {
        makeStock(mount, parent, name);
      }
    }
  }

  private void makeStock(String mount, String parent, String name) throws IOException {
    Path group = mount(mount);
    for (String part : parent.split("/")) {
      group = group.resolve(part);
      make(group);
      if (mount.equals("unified")) {
        String on = mountControllers().contains("cpu") ? "+cpu +memory" : "+memory";
        write(group.resolve("cgroup.subtree_control"), on);
      }
    }
    make(group.resolve(name));
  }

  private String mountControllers() throws IOException {
    return read(mount("unified").resolve("cgroup.controllers"));
  }

  /** A CgroupManager for it, with an undo log beside it. */
  public CgroupManager cgroups(String parent) throws IOException {
    return cgroups(parent, new CgroupUndoLog(mountTable.resolveSibling("journal.json")));
  }

  /** A CgroupManager for it, with that undo log. */
  public CgroupManager cgroups(String parent, CgroupUndoLog log) throws IOException {
    return new CgroupManager(mounts(), this, parent, log);
  }

  /** As a process does that steers nothing. */
  public int undo() throws IOException {
    return undo(new CgroupUndoLog(mountTable.resolveSibling("journal.json")));
  }

  /** The same with that undo log. */
  public int undo(CgroupUndoLog log) {
    return CgroupManager.undo(this, log);
  }

  CgroupMounts mounts() throws IOException {
    return CgroupMounts.read(mountTable);
  }

  /** Every file and its text, every group and nothing. */
  public Map<String, String> snapshot() {
    Map<String, String> snapshot = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.collect(Collectors.toList())) {
        snapshot.put(root.relativize(path).toString(), Files.isDirectory(path) ? "" : read(path));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return snapshot;
  }

  /** Sets what only the kernel, or somebody else, sets. */
  public void set(Path file, String text) throws IOException {
    put(file, text);
    if (file.endsWith("memory.current") || file.endsWith("memory.usage_in_bytes")) {
      bound(file.getParent());
    }
  }

  private static void put(Path file, String text) throws IOException {
    Files.write(file, (text + "\n").getBytes(UTF_8));
  }

  /** How many groups have lost their processes because they wanted more than their limits. */
  public int oomKills() {
    return oomKills;
  }

  private void bound(Path group) throws IOException {
    boolean isVersion2 = exists(group.resolve("memory.max"));
    String limit = isVersion2 ? "memory.max" : "memory.limit_in_bytes";
    if (exists(group.resolve(limit))
        && unreclaimable(group) > KernelTextParser.limit(read(group.resolve(limit)))) {
      oomKills++;
      put(group.resolve("cgroup.procs"), "");
      put(group.resolve(isVersion2 ? "memory.current" : "memory.usage_in_bytes"), "0");
      put(group.resolve(isVersion2 ? "memory.events" : "memory.oom_control"), "oom_kill 1");
    }
  }

  /** What is left of a group's memory once its idle page cache is dropped. */
  private long unreclaimable(Path group) throws IOException {
    MemoryController memory =
        exists(group.resolve("memory.max")) ? new MemoryControllerV2() : new MemoryControllerV1();
    return memory.usage(this, group).workingSetBytes();
  }

  @Override
  public String read(Path file) throws IOException {
    return plain.read(file);
  }

  @Override
  public void write(Path file, String text) throws IOException {
    String name = file.getFileName().toString();
    if (!exists(file)) {
      plain.write(file, text);
    } else if (refused.stream().anyMatch(file.toString()::endsWith)
        || refused.stream().anyMatch(text::contains)) {
      throw new FileSystemException(file.toString(), null, "Read-only file system");
    }
    changing();
    if (name.equals("cgroup.procs")) {
      move(file, text);
    } else if (name.equals("cgroup.subtree_control")) {
      switchControllers(file.getParent(), text);
    } else {
      String kept = KernelFileRules.accepted(name, text);
      if (name.equals("memory.limit_in_bytes")
          && unreclaimable(file.getParent()) > KernelTextParser.limit(kept)) {
        throw new FileSystemException(file.toString(), null, "Device or resource busy");
      }
      set(file, kept);
      if (name.equals("memory.max")) {
        bound(file.getParent());
      }
    }
    changed();
  }

  private void move(Path file, String pid) throws IOException {
    Path controllers = file.resolveSibling("cgroup.subtree_control");
    if (exists(controllers)
        && !file.getParent().equals(mount("unified"))
        && !read(controllers).isEmpty()) {
      throw new FileSystemException(file.toString(), null, "Device or resource busy");
    }
    Path hierarchy = root.resolve(root.relativize(file).getName(0));
    try (Stream<Path> all = Files.walk(hierarchy)) {
      for (Path each : all.filter(p -> p.endsWith("cgroup.procs")).collect(Collectors.toList())) {
        List<String> pids = new ArrayList<>(Arrays.asList(read(each).split("\n")));
        pids.remove(pid);
        if (each.equals(file)) {
          pids.add(pid);
        }
        set(each, String.join("\n", pids).trim());
      }
    }
  }

  private void switchControllers(Path group, String text) throws IOException {
    Set<String> on = new TreeSet<>(words(read(group.resolve("cgroup.subtree_control"))));
    for (String word : words(text)) {
      String controller = word.substring(1);
      if (!words(read(group.resolve("cgroup.controllers"))).contains(controller)) {
        throw new IOException(controller + ": No such file or directory");
      }
      if (word.startsWith("+")) {
        on.add(controller);
      } else {
        on.remove(controller);
      }
    }
    if (!group.equals(mount("unified")) && !read(group.resolve("cgroup.procs")).isEmpty()) {
      throw new FileSystemException(group.toString(), null, "Device or resource busy");
    }
    List<Path> children;
    try (Stream<Path> below = Files.list(group)) {
      children = below.filter(Files::isDirectory).collect(Collectors.toList());
    }
    for (Path child : children) {
      if (!on.containsAll(words(read(child.resolve("cgroup.subtree_control"))))) {
        throw new FileSystemException(group.toString(), null, "Device or resource busy");
      }
    }
    set(group.resolve("cgroup.subtree_control"), String.join(" ", on));
    for (Path child : children) {
      fill(child);
      try (Stream<Path> files = Files.list(child)) {
        for (Path file : files.collect(Collectors.toList())) {
          String owner = file.getFileName().toString().split("\\.")[0];
          boolean always = file.toString().endsWith(".pressure") || file.endsWith("cpu.stat");
          if (!always && !owner.equals("cgroup") && !on.contains(owner)) {
            Files.delete(file);
          }
        }
      }
    }
  }

  @Override
  public List<Path> olderThan(Path group, String prefix, long ms) throws IOException {
    List<Path> older = new ArrayList<>();
    try (DirectoryStream<Path> below = Files.newDirectoryStream(group, prefix + "*")) {
      below.forEach(older::add);
    }
    older.removeIf(each -> !abandoned.contains(each.getFileName().toString()));
    return older;
  }

  @Override
  public void make(Path group) throws IOException {
    if (refused.stream().anyMatch(root -> group.startsWith(root))) {
      throw new AccessDeniedException(group.toString());
    }
    if (!exists(group)) {
      changing();
      plain.make(group);
      fill(group);
      changed();
    }
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? new ArrayList<>() : Arrays.asList(text.split("\\s+"));
  }

  private void fill(Path group) throws IOException {
    String hierarchy = root.relativize(group).getName(0).toString();
    Map<String, String> files = KernelFileRules.VERSION_1.get(hierarchy);
    if (files == null) {
      String controllers = read(group.resolveSibling("cgroup.subtree_control"));
      set(group.resolve("cgroup.controllers"), controllers);
      files = KernelFileRules.version2(words(controllers));
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      if (!exists(group.resolve(file.getKey()))) {
        set(group.resolve(file.getKey()), file.getValue());
      }
    }
  }

  @Override
  public void remove(Path group) throws IOException {
    List<Path> inside;
    try (Stream<Path> files = Files.list(group)) {
      inside = files.collect(Collectors.toList());
    }
    boolean busy = inside.stream().anyMatch(Files::isDirectory);
    if (busy || !read(group.resolve("cgroup.procs")).isEmpty()) {
      throw new FileSystemException(group.toString(), null, "Device or resource busy");
    }
    changing();
    for (Path file : inside) {
      Files.delete(file);
    }
    Files.delete(group);
    changed();
  }

  @Override
  public void enter(Path processes) throws IOException {
    if (!exists(processes) || refused.stream().anyMatch(processes.toString()::endsWith)) {
      throw new IOException("bash: line 1: echo: write error: Permission denied");
    }
  }

  @Override
  public boolean holdsThisProcess(Path processes) {
    return processes.getParent().equals(own);
  }

  @Override
  public Closeable claim(Path group) {
    return isClaimed ? null : () -> {};
  }

  @Override
  public boolean exists(Path fileOrGroup) {
    return Files.exists(fileOrGroup);
  }

  private void changing() {
    beforeChange.run();
    if (changesUntilCrash == 0 && !crashesAfterChange) {
      throw new Crash();
    }
  }

  private void changed() {
    if (changesUntilCrash-- == 0) {
      throw new Crash();
    }
  }
}
