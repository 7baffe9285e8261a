// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ApplicationClassLoader;
import org.junit.Before;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.daemons.cluster.LaterBuild;
import org.yarnext.benchmarks.daemons.cluster.StockHadoop;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;

/** Two builds of the distribution: in one Hadoop home, and one reading what the other stored. */
public class LaterBuildTest {

  private static final String MERCURY = "org.yarnext.mercury.";

  @ClassRule public static final TemporaryFolder builds = new TemporaryFolder();
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static UnpackedDistribution now;
  private static UnpackedDistribution later;
  private Path stored;

  @Before
  public void makeBuilds() throws Exception {
    if (now == null) {
      now = UnpackedDistribution.make(Paths.get(".."), root("now"));
      later = UnpackedDistribution.makeLater(Paths.get(".."), root("later"));
    }
    stored = folder.getRoot().toPath().resolve(LaterBuild.CHANGED_FILE);
  }

  private static Path root(String build) {
    return builds.getRoot().toPath().resolve(build);
  }

  @Test
  public void upgradeAndRollbackLeaveNoTrace() throws Exception {
    Path home = folder.getRoot().toPath().resolve("hadoop");
    Path yarn = Files.createDirectories(home.resolve("share/hadoop/yarn/lib")).getParent();
    Files.write(yarn.resolve("hadoop-yarn-common-3.4.2.jar"), new byte[0]);
    Map<String, String> stock = StockHadoop.tree(home);
    now.done("install", "--hadoop-home", home.toString(), "--role", "resourcemanager,nodemanager");
    Map<String, String> installed = StockHadoop.tree(home);
    assertFalse(
        later.run("install", "--hadoop-home", home.toString(), "--role", "router").text,
        isLater(home));
    assertEquals("versions are not mixed", installed, StockHadoop.tree(home));
    later.done("upgrade", "--hadoop-home", home.toString());
    assertTrue(isLater(home));
    now.done("upgrade", "--hadoop-home", home.toString());
    assertEquals("a roll-back", installed, StockHadoop.tree(home));
    later.done("upgrade", "--hadoop-home", home.toString());
    later.done("uninstall", "--hadoop-home", home.toString());
    assertEquals(stock, StockHadoop.tree(home));
  }

  /** Whether all jars of the pack are of the later build, and the manifest says so. */
  private static boolean isLater(Path home) throws IOException {
    List<String> jars =
        StockHadoop.tree(home).keySet().stream()
            .filter(file -> file.matches(".*/yarnext-[^/]*\\.jar"))
            .collect(Collectors.toList());
    String manifest =
        new String(Files.readAllBytes(home.resolve("share/hadoop/yarnext/manifest.json")), UTF_8);
    return jars.size() > 4
        && jars.stream().allMatch(jar -> jar.endsWith("-" + LaterBuild.VERSION + ".jar"))
        && manifest.contains(LaterBuild.VERSION);
  }

  @Test
  public void laterBuildReadsRecordsOfTheEarlierBuild() throws Exception {
    try (Build earlier = new Build("now")) {
      earlier.save(1234);
      assertTrue(text(stored), text(stored).contains("\"version\":1"));
    }
    try (Build next = new Build("later")) {
      assertEquals(1, next.load());
      next.save(1234);
      assertTrue(text(stored), text(stored).contains("\"version\":2"));
      assertEquals(1, next.load());
    }
  }

  @Test
  public void earlierBuildRefusesRecordsOfTheLaterBuild() throws Exception {
    try (Build next = new Build("later")) {
      next.save(1234);
    }
    String whole = text(stored);
    try (Build earlier = new Build("now")) {
      IOException refused = assertThrows(IOException.class, earlier::load);
      Path aside = stored.resolveSibling(LaterBuild.CHANGED_FILE + ".corrupt");
      assertTrue(refused.getMessage(), refused.getMessage().contains(aside.toString()));
      assertEquals("nothing is lost", whole, text(aside));
      assertEquals("and it goes on without", 0, earlier.load());
      earlier.save(1234);
      assertEquals(1, earlier.load());
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }

  /** The classes of a build that keep what a NodeManager has learnt of run times. */
  private final class Build implements AutoCloseable {
    private final ApplicationClassLoader classes;

    Build(String build) throws IOException {
      List<URL> jars = new ArrayList<>();
      try (Stream<Path> files = Files.list(root(build).resolve("lib/nodemanager"))) {
        for (Path jar : files.collect(Collectors.toList())) {
          jars.add(jar.toUri().toURL());
        }
      }
      classes =
          new ApplicationClassLoader(
              jars.toArray(new URL[0]), LaterBuildTest.class.getClassLoader(), null);
    }

    void save(long ms) throws Exception {
      Object cache = cache();
      call(cache, "observe", "application_1_0001", 20, ms);
      call(store(), "save", cache);
    }

    /** Returns the number of applications whose run times were read. */
    int load() throws Exception {
      Object cache = cache();
      call(store(), "load", cache);
      return (int) call(cache, "applications");
    }

    private Object store() throws Exception {
      return make("nm.store.RunTimeEstimateStore", stored.getParent());
    }

    private Object cache() throws Exception {
      Object configuration =
          classes
              .loadClass(MERCURY + "MercuryConfiguration")
              .getMethod("read", Configuration.class)
              .invoke(null, new Configuration(false));
      Object users = call(configuration, "newUserRunTimes");
      return make("nm.store.RunTimeEstimateCache", 1000L, 10, users);
    }

    private Object make(String name, Object... arguments) throws Exception {
      Constructor<?> constructor = classes.loadClass(MERCURY + name).getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    }

    private Object call(Object target, String name, Object... arguments) throws Exception {
      try {
        return MethodUtils.invokeMethod(target, true, name, arguments);
      } catch (InvocationTargetException e) {
        throw (Exception) e.getCause();
      }
    }

    @Override
    public void close() throws IOException {
      classes.close();
    }
  }
}
