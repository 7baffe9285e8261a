// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.ToolException;

public class HadoopHomeTest {
  private static final String LIB = "share/hadoop/yarn/lib/";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path home;
  private SortedMap<String, String> stock;

  @Before
  public void hadoop() throws IOException {
    home = hadoop("hadoop", "3.4.2");
    stock = tree(home);
  }

  private Path hadoop(String name, String version) throws IOException {
    Path made = folder.newFolder(name).toPath();
    write(made.resolve("share/hadoop/yarn/hadoop-yarn-common-" + version + ".jar"), "yarn");
    write(made.resolve(LIB + "guice-4.2.3.jar"), "guice");
    write(made.resolve("share/hadoop/common/lib/x.jar"), "x");
    return made;
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(UTF_8));
  }

  private Distribution distribution(String version) throws Exception {
    Path root = folder.getRoot().toPath().resolve("yarnext-" + version);
    for (HostRole role : HostRole.values()) {
      for (String jar : jars(role)) {
        write(
            root.resolve("lib/" + role.text() + "/yarnext-" + jar + "-" + version + ".jar"),
            jar + " of " + version);
      }
    }
    return Distribution.at(root);
  }

  private static List<String> jars(HostRole role) {
    switch (role) {
      case ROUTER:
        return Arrays.asList("common", "federation-policies");
      case GATEWAY:
        return Arrays.asList("common", "tez-estimator");
      default:
        return Arrays.asList("common", "mercury-nm", "federation-policies");
    }
  }

  /** Every file and directory below a directory, with what is in it. */
  private static SortedMap<String, String> tree(Path root) throws IOException {
    SortedMap<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : all.collect(Collectors.toList())) {
        boolean isFile = Files.isRegularFile(each);
        String text = isFile ? new String(Files.readAllBytes(each), UTF_8) : "directory";
        tree.put(root.relativize(each).toString(), text);
      }
    }
    return tree;
  }

  private List<String> yarnextJars() throws IOException {
    return tree(home).keySet().stream()
        .filter(path -> path.contains("yarnext-"))
        .map(path -> path.substring(path.indexOf("yarnext-")))
        .collect(Collectors.toList());
  }

  private static String failure(ThrowingWork work) {
    return assertThrows(ToolException.class, work::run).getMessage();
  }

  private interface ThrowingWork {
    void run() throws Exception;
  }

  @Test
  public void uninstallRestoresTheOriginalState() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    for (HostRole role : HostRole.values()) {
      Map<String, HadoopHome.Change> changes =
          hadoop.install(distribution("1.0"), Collections.singleton(role), false);
      assertEquals(
          Collections.singleton(HadoopHome.Change.COPIED), EnumSet.copyOf(changes.values()));
      assertEquals(jars(role).size(), yarnextJars().size());
      hadoop.uninstall(Collections.emptyList(), false);
      assertEquals(role.text(), stock, tree(home));
    }
  }

  @Test
  public void repeatedInstallChangesNothing() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    hadoop.install(distribution("1.0"), EnumSet.of(HostRole.NODEMANAGER), false);
    SortedMap<String, String> first = tree(home);
    Map<String, HadoopHome.Change> changes =
        hadoop.install(distribution("1.0"), EnumSet.of(HostRole.NODEMANAGER), false);
    assertEquals(
        Collections.singleton(HadoopHome.Change.UNCHANGED), EnumSet.copyOf(changes.values()));
    assertEquals(first, tree(home));
  }

  @Test
  public void uninstalledRoleKeepsTheJarsOfOtherRoles() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    hadoop.install(distribution("1.0"), EnumSet.of(HostRole.ROUTER), false);
    SortedMap<String, String> router = tree(home);
    hadoop.install(
        distribution("1.0"), EnumSet.of(HostRole.RESOURCEMANAGER, HostRole.GATEWAY), false);
    assertEquals(5, yarnextJars().size());
    hadoop.uninstall(EnumSet.of(HostRole.RESOURCEMANAGER, HostRole.GATEWAY), false);
    assertEquals(router, tree(home));
    hadoop.uninstall(EnumSet.of(HostRole.ROUTER), false);
    assertEquals(stock, tree(home));
  }

  @Test
  public void versionsAreUpgradedButNotMixed() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    hadoop.install(distribution("1.0"), EnumSet.of(HostRole.ROUTER), false);
    SortedMap<String, String> old = tree(home);
    String refusal =
        failure(() -> hadoop.install(distribution("1.1"), EnumSet.of(HostRole.NODEMANAGER), false));
    assertTrue(refusal, refusal.contains("1.0") && refusal.contains("yarnext upgrade"));
    assertEquals(old, tree(home));
    hadoop.upgrade(distribution("1.1"), Collections.emptyList(), false);
    assertEquals(
        Arrays.asList("yarnext-common-1.1.jar", "yarnext-federation-policies-1.1.jar"),
        yarnextJars());
    hadoop.upgrade(distribution("1.0"), Collections.emptyList(), false);
    assertEquals(old, tree(home));
    hadoop.uninstall(Collections.emptyList(), false);
    assertEquals(stock, tree(home));
  }

  /** As on a full disk, where staged jars would take the room that Hadoop's logs need. */
  @Test
  public void changeThatFailsBeforeItBeginsLeavesNoJars() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    Path own = home.resolve("share/hadoop/yarnext");
    Path obstacle = own.resolve("manifest.json.next/x");
    write(obstacle, "");
    List<HostRole> role = Arrays.asList(HostRole.NODEMANAGER);
    assertThrows(
        DirectoryNotEmptyException.class, () -> hadoop.install(distribution("1"), role, false));
    assertEquals(Collections.emptyList(), yarnextJars());
    assertFalse(Files.exists(own.resolve("staging")));
    Files.delete(obstacle);
    hadoop.install(distribution("1"), role, false);
    assertEquals(3, yarnextJars().size());
  }

  /** An upgrade that stopped after any part of the files. */
  @Test
  public void interruptedUpgradeIsFinished() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    Distribution from = distribution("1.0");
    Distribution to = distribution("1.1");
    hadoop.install(to, EnumSet.of(HostRole.NODEMANAGER), false);
    SortedMap<String, String> wanted = tree(home);
    Map<String, PluginJar> either = new TreeMap<>(from.jars(EnumSet.of(HostRole.NODEMANAGER)));
    either.putAll(to.jars(EnumSet.of(HostRole.NODEMANAGER)));
    Random random = new Random(7);
    for (int run = 0; run < 50; run++) {
      for (PluginJar jar : either.values()) {
        Files.deleteIfExists(home.resolve(jar.path()));
        if (random.nextBoolean()) {
          Files.copy(jar.source(), home.resolve(jar.path()));
        }
      }
      write(home.resolve("share/hadoop/yarnext/staging/left"), "half of a j");
      Files.write(
          home.resolve("share/hadoop/yarnext/manifest.json"),
          new InstallManifest("1.1", EnumSet.of(HostRole.NODEMANAGER), false, either).write());
      switch (run % 3) {
        case 0:
          hadoop.upgrade(to, Collections.emptyList(), false);
          assertEquals(wanted, tree(home));
          break;
        case 1:
          hadoop.install(to, EnumSet.of(HostRole.NODEMANAGER), false);
          assertEquals(wanted, tree(home));
          break;
        default:
          hadoop.uninstall(Collections.emptyList(), false);
          assertEquals(stock, tree(home));
      }
    }
  }

  /** An uninstallation that stopped before it had removed all files. */
  @Test
  public void interruptedUninstallIsFinished() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    hadoop.install(distribution("1.0"), EnumSet.of(HostRole.NODEMANAGER), false);
    Path jar = home.resolve(LIB + "yarnext-mercury-nm-1.0.jar");
    Files.delete(jar);
    write(jar.resolve("x"), "keeps the directory from being deleted");
    assertThrows(
        DirectoryNotEmptyException.class, () -> hadoop.uninstall(Collections.emptyList(), true));
    Files.delete(jar.resolve("x"));
    hadoop.uninstall(Collections.emptyList(), false);
    assertEquals(stock, tree(home));
  }

  @Test
  public void manuallyCopiedJarsAreRefused() throws Exception {
    write(home.resolve(LIB + "yarnext-common-0.9.jar"), "by hand");
    SortedMap<String, String> before = tree(home);
    HadoopHome hadoop = HadoopHome.at(home);
    String refusal =
        failure(() -> hadoop.install(distribution("1.0"), EnumSet.of(HostRole.ROUTER), false));
    assertTrue(refusal, refusal.contains("yarnext-common-0.9.jar"));
    assertEquals(before, tree(home));
  }

  @Test
  public void jarsGetThePermissionsOfHadoopsWhateverTheUmask() throws Exception {
    Set<PosixFilePermission> all = PosixFilePermissions.fromString("rw-r--r--");
    Set<PosixFilePermission> owners = PosixFilePermissions.fromString("rw-------");
    Path hadoops = home.resolve("share/hadoop/yarn/hadoop-yarn-common-3.4.2.jar");
    Files.setPosixFilePermissions(hadoops, all);
    Distribution distribution = distribution("1.0");
    for (Path jar : files(folder.getRoot().toPath().resolve("yarnext-1.0"))) {
      Files.setPosixFilePermissions(jar, owners);
    }
    HadoopHome.at(home).install(distribution, EnumSet.of(HostRole.ROUTER), false);
    for (Path file : files(home)) {
      if (file.getFileName().toString().matches("yarnext-.*|manifest.json")) {
        assertEquals(file.toString(), all, Files.getPosixFilePermissions(file));
      }
    }
    assertEquals(Collections.emptyMap(), InstalledPack.in(home).problems());
    Files.setPosixFilePermissions(home.resolve(LIB + "yarnext-common-1.0.jar"), owners);
    String problems = InstalledPack.in(home).problems().toString();
    assertTrue(problems, problems.contains("chmod 644"));
    Files.setPosixFilePermissions(hadoops, owners);
    assertEquals(Collections.emptyMap(), InstalledPack.in(home).problems());
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).collect(Collectors.toList());
    }
  }

  @Test
  public void modifiedJarIsReplacedOnlyIfForced() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    hadoop.install(distribution("1.0"), EnumSet.of(HostRole.ROUTER), false);
    write(home.resolve(LIB + "yarnext-common-1.0.jar"), "patched");
    SortedMap<String, String> patched = tree(home);
    String refusal = failure(() -> hadoop.uninstall(Collections.emptyList(), false));
    assertTrue(refusal, refusal.contains("--force"));
    failure(() -> hadoop.install(distribution("1.0"), EnumSet.of(HostRole.ROUTER), false));
    assertEquals(patched, tree(home));
    hadoop.uninstall(Collections.emptyList(), true);
    assertEquals(stock, tree(home));
  }

  @Test
  public void unsupportedHadoopDirectoryIsRefused() throws Exception {
    String none = failure(() -> HadoopHome.at(folder.newFolder("empty").toPath()));
    assertTrue(none, none.contains("HADOOP_HOME"));
    String old = failure(() -> HadoopHome.at(hadoop("old", "3.3.6")));
    assertTrue(old, old.contains("3.3"));
    HadoopHome.at(hadoop("new", "3.5.0"));
  }

  @Test
  public void concurrentCommandIsRefused() throws Exception {
    Path lock = home.resolve("share/hadoop/yarnext/lock");
    Files.createDirectories(lock.getParent());
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertTrue(held.isValid());
      HadoopHome hadoop = HadoopHome.at(home);
      failure(() -> hadoop.install(distribution("1.0"), EnumSet.of(HostRole.ROUTER), false));
    }
    assertTrue(yarnextJars().isEmpty());
  }

  @Test
  public void unreadableManifestIsNamed() throws Exception {
    HadoopHome hadoop = HadoopHome.at(home);
    for (String text : new String[] {"", "{", "{\"format\":2}", "[]"}) {
      write(home.resolve("share/hadoop/yarnext/manifest.json"), text);
      String refusal =
          failure(() -> hadoop.install(distribution("1.0"), EnumSet.of(HostRole.ROUTER), false));
      assertTrue(refusal, refusal.contains("manifest.json"));
    }
  }

  @Test
  public void classPathIncludesTheJarsOfTezMasters() throws Exception {
    HadoopHome.at(home).install(distribution("1.0"), EnumSet.of(HostRole.GATEWAY), false);
    assertTrue(
        InstalledPack.in(home).classPath().stream()
            .anyMatch(jar -> jar.getPath().endsWith("/yarnext-tez-estimator-1.0.jar")));
  }

  @Test
  public void commandReportsItsChangesAndTheNextSteps() throws Exception {
    distribution("1.0");
    String old = System.setProperty("yarnext.home", folder.getRoot() + "/yarnext-1.0");
    try {
      CommandRun run =
          CommandRun.of(
              "install", "--hadoop-home", home.toString(), "--role", "nodemanager,gateway,router");
      assertEquals(run.toString(), ExitCode.DONE, run.status);
      assertTrue(run.out, run.out.contains("copied"));
      assertTrue(run.out, run.out.contains("restart the NodeManager; restart the Router"));
      run = CommandRun.of("uninstall", "--hadoop-home", home.toString());
      assertEquals(run.toString(), ExitCode.DONE, run.status);
      assertTrue(run.out, run.out.contains("remove the jars from where tez.aux.uris says."));
      assertFalse(run.out, run.out.contains("restart the NodeManager"));
      assertEquals(stock, tree(home));
      run = CommandRun.of("install", "--hadoop-home", home.toString());
      assertEquals(ExitCode.MISUSED, run.status);
      assertTrue(run.err, run.err.contains("--role"));
      assertEquals(
          ExitCode.MISUSED,
          CommandRun.of("install", "--hadoop-home", "x", "--role", "datanode").status);
      assertFalse(Files.exists(home.resolve("share/hadoop/yarnext")));
    } finally {
      if (old == null) {
        System.clearProperty("yarnext.home");
      } else {
        System.setProperty("yarnext.home", old);
      }
    }
  }
}
