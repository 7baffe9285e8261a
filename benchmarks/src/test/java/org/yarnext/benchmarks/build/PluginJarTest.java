// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.build;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.nm.MercuryContainersLauncher;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tez.TezEstimatorConfiguration;

/**
 * The jars an operator adds hold our classes and nothing that Hadoop ships; skipped only in a build
 * that stops before it packs them.
 */
public class PluginJarTest {
  private static final List<Class<?>> ONE_OF_EACH =
      Arrays.asList(
          Guard.class,
          MercuryContainersLauncher.class,
          ElasticConfiguration.class,
          OrchestratorConfiguration.class,
          TezEstimatorConfiguration.class,
          FederationConfiguration.class);

  /** Phases before which a build packs the jars. */
  private static final List<String> PACKED_FOR =
      Arrays.asList("package", "integration-test", "verify", "install", "deploy");

  @Test
  public void jarsHoldOnlyOwnClassesAndHelpers() throws Exception {
    for (JarFile jar : jars()) {
      List<String> strangers =
          classes(jar).stream()
              .filter(name -> !name.startsWith("org/yarnext/"))
              .filter(name -> !name.startsWith("org/apache/hadoop/"))
              .filter(name -> !name.startsWith("org/apache/tez/dag/app/rm/Open"))
              .collect(Collectors.toList());
      assertEquals(jar.getName(), Collections.emptyList(), strangers);
    }
  }

  @Test
  public void noClassIsInTwoJars() throws Exception {
    for (JarFile jar : jars()) {
      for (String name : classes(jar)) {
        List<URL> copies = Collections.list(getClass().getClassLoader().getResources(name));
        assertEquals(name + " in " + copies, 1, copies.size());
      }
    }
  }

  @Test
  public void classesRunOnJava8() throws Exception {
    for (JarFile jar : jars()) {
      for (String name : classes(jar)) {
        byte[] head = new byte[8];
        assertEquals(8, jar.getInputStream(jar.getEntry(name)).read(head));
        assertTrue(name + " is newer than Java 8", head[7] <= 52);
      }
    }
  }

  private static List<JarFile> jars() throws IOException, URISyntaxException {
    List<JarFile> jars = new ArrayList<>();
    for (Class<?> c : ONE_OF_EACH) {
      File where = new File(c.getProtectionDomain().getCodeSource().getLocation().toURI());
      String problem = "the build has not packed " + where + "; run mvn verify";
      assertTrue(problem, where.isFile() || !isPacking());
      assumeTrue(problem, where.isFile());
      jars.add(new JarFile(where));
    }
    return jars;
  }

  /** Returns whether the jars are packed before this test, by what Maven's script exports. */
  private static boolean isPacking() {
    String arguments = System.getenv().getOrDefault("MAVEN_CMD_LINE_ARGS", "");
    return Arrays.stream(arguments.split("\\s+")).anyMatch(PACKED_FOR::contains);
  }

  private static List<String> classes(JarFile jar) {
    List<String> names =
        Collections.list(jar.entries()).stream()
            .map(e -> e.getName())
            .filter(name -> name.endsWith(".class"))
            .collect(Collectors.toList());
    assertTrue(jar.getName() + " is empty", !names.isEmpty());
    return names;
  }
}
