// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.CoreMatchers.not;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.configure.ConfigurationFixture;
import org.yarnext.tools.linkage.CompiledClasses;

public class DoctorCommandTest {
  @Rule public final ConfigurationFixture fixture = new ConfigurationFixture();

  @Test
  public void exitStatusIsTheSeverity() throws Exception {
    fixture.properties("yarn-site.xml");
    assertEquals(0, doctor().status);
    fixture.properties("yarn-site.xml", "yarn.mercury.mdoe", "on");
    assertEquals(1, doctor().status);
    fixture.properties("yarn-site.xml", "yarn.mercury.mdoe", "on", "yarn.mercury.tick", "x");
    assertEquals(2, doctor().status);
    fixture.write("yarn-site.xml", "<configuration>");
    CommandRun run = doctor();
    assertEquals(2, run.status);
    assertThat(run.out, containsString("not well-formed XML"));
  }

  /** As Spark's shuffle is often set up. */
  @Test
  public void serviceWithAClassPathOfItsOwnIsNotLookedForOnHadoops() throws Exception {
    String service = "yarn.nodemanager.aux-services.spark_shuffle";
    Map<String, String> values = new TreeMap<>();
    values.put("yarn.nodemanager.aux-services", "spark_shuffle");
    values.put(service + ".class", "org.apache.spark.network.yarn.YarnShuffleService");
    SeededMistake.write(fixture, "yarn-site.xml", values);
    assertEquals(2, doctor("--class-path", "../common/target/classes").status);
    values.put(service + ".classpath", "/opt/spark/yarn/*");
    SeededMistake.write(fixture, "yarn-site.xml", values);
    assertEquals("", doctor("--class-path", "../common/target/classes").out);
  }

  /** A caller takes 1 for warnings. */
  @Test
  public void checkThatIsImpossibleIsNoWarning() throws Exception {
    CommandRun run = CommandRun.of("doctor", "--conf", "no/such/conf");
    assertEquals(2, run.status);
    assertThat(run.err, containsString("no/such/conf is not a directory"));
    assertEquals(2, CommandRun.of("status", "--conf", "no/such/conf").status);
    fixture.properties("yarn-site.xml");
    assertEquals(2, doctor("--compare", "no/such/conf").status);
    assertThat(
        doctor("--class-path", "no/such/jar").out, containsString("names no jar that exists"));
    Files.delete(fixture.file("yarn-site.xml"));
    Files.createDirectory(fixture.file("yarn-site.xml"));
    run = doctor();
    assertEquals(2, run.status);
    assertThat(run.out, containsString("yarn-site.xml cannot be read (Is a directory)"));
  }

  /** The configuration has it twice, and only the tool's counts, as it must be. */
  @Test
  public void propertyThatConfigureCouldNotChangeIsNoMistake() throws Exception {
    fixture.write(
        "yarn-site.xml",
        "<configuration><property name='yarn.nodemanager.aux-services'"
            + " value='mapreduce_shuffle'/></configuration>");
    assertEquals(0, fixture.configure("--enable", "mercury").status);
    assertEquals("", doctor().out);
  }

  /** In ms, the last one is too large for an int. */
  @Test
  public void timeoutIsBounded() throws Exception {
    fixture.properties("yarn-site.xml");
    for (String seconds : new String[] {"0", "-1", "3601", "2147484"}) {
      CommandRun run = doctor("--live", "--timeout", seconds);
      assertEquals(run.toString(), 2, run.status);
      assertThat(run.err, containsString("--timeout " + seconds + " is outside 1..3600"));
    }
  }

  /** Records of waiting gangs have the tokens of their jobs. */
  @Test
  public void rightOfEverybodyToReadIsAMistakeForGangs() throws Exception {
    String acl = "auth::rwcda, world:anyone:r";
    String tokens = "Everybody may read the tokens of jobs that wait.";
    fixture.properties(
        "yarn-site.xml", "hadoop.zk.acl", acl, "yarn.federation.policies.gang.mode", "on");
    assertThat(doctor().out, containsString(tokens));
    fixture.properties(
        "yarn-site.xml", "hadoop.zk.acl", acl, "yarn.federation.policies.share.mode", "on");
    assertThat(doctor().out, not(containsString("Everybody may")));
  }

  @Test
  public void storeThatKeepsChangedCapacitiesIsAMistakeForShares() throws Exception {
    fixture.properties(
        "yarn-site.xml",
        "yarn.scheduler.configuration.store.class",
        "zk",
        "yarn.federation.policies.share.mode",
        "on");
    assertThat(doctor().out, containsString("The store zk would keep changed capacities"));
  }

  /** The scheduler's own store is not read, so its settings are not judged by the file. */
  @Test
  public void settingsInTheStoreOfTheSchedulerAreNotJudged() throws Exception {
    fixture.properties(
        "yarn-site.xml",
        "yarn.scheduler.configuration.store.class",
        "zk",
        "yarn.mr-orchestrator.mode",
        "shadow");
    CommandRun run = doctor("--role", "resourcemanager");
    assertThat(run.out, containsString("NOTE yarn-site.xml:yarn.scheduler.configuration.store"));
    assertThat(run.out, not(containsString("stays off, because the scheduler counts memory")));
  }

  @Test
  public void splitWithoutItsProxyIsNamedAsSuch() throws Exception {
    fixture.properties("yarn-site.xml", "yarn.federation.policies.split.mode", "on");
    assertThat(doctor().out, containsString("The division of requests needs the AMRMProxy"));
  }

  @Test
  public void duplicateKeyIsFound() throws Exception {
    fixture.properties("yarn-site.xml", "yarn.mercury.tick", "2s", "yarn.mercury.tick", "3s");
    CommandRun run = doctor();
    assertEquals(1, run.status);
    assertThat(run.out, containsString("only \"3s\" counts. Fix: Remove the other value, \"2s\"."));
  }

  @Test
  public void editedBlockIsFound() throws Exception {
    assertEquals(0, fixture.configure("--enable", "mercury").status);
    Path file = fixture.file("yarn-site.xml");
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    fixture.write("yarn-site.xml", text.replace("least-work-lost", "newest-first"));
    assertThat(doctor().out, containsString("was edited by hand; the next run replaces"));
  }

  @Test
  public void requestSplittingNeedsNoCapacityScheduler() throws Exception {
    Map<String, String> values = new TreeMap<>(SeededMistake.FEDERATED);
    values.put("yarn.federation.policies.split.mode", "shadow");
    values.put(
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler");
    SeededMistake.write(fixture, "yarn-site.xml", values);
    assertEquals("", doctor("--role", "resourcemanager").out);
  }

  @Test
  public void jsonReportsTheSameFindings() throws Exception {
    fixture.properties("yarn-site.xml", "yarn.mercury.mdoe", "on");
    JsonNode finding =
        new ObjectMapper().readTree(doctor("--format", "json").out).path("findings").path(0);
    assertEquals("warning", finding.path("severity").asText());
    assertEquals("yarn-site.xml:yarn.mercury.mdoe", finding.path("place").asText());
    assertThat(finding.path("fix").asText(), containsString("id you mean yarn.mercury.mode?"));
  }

  @Test
  public void missingClassesOnTheClassPathAreFound() throws Exception {
    fixture.properties(
        "yarn-site.xml",
        "yarn.nodemanager.container-state-transition-listener.classes",
        "com.example.Listener");
    assertEquals("others' classes are not known", "", doctor().out);
    CommandRun run = doctor("--class-path", "../common/target/classes");
    assertEquals(2, run.status);
    assertThat(run.out, containsString("There is no class com.example.Listener"));
    Path classes = fixture.getRoot().toPath().resolve("classes");
    Files.createDirectories(classes.resolve("com/example"));
    Files.write(classes.resolve("com/example/Listener.class"), new byte[0]);
    assertEquals("", doctor("--class-path", classes.toString()).out);
    fixture.properties(
        "yarn-site.xml",
        "yarn.nodemanager.containers-launcher.class",
        "org.yarnext.mercury.nm.MercuryContainersLauncher");
    run = doctor("--class-path", classes.toString());
    assertThat(run.out, containsString("Fix: Run \"yarnext install --role nodemanager\""));
    assertEquals(
        "a Router loads none",
        "",
        doctor("--class-path", classes.toString(), "--role", "router").out);
  }

  @Test
  public void unmanagedJarsAndUnsupportedHadoopAreFound() throws Exception {
    fixture.properties("yarn-site.xml");
    Path home = fixture.getRoot().toPath().resolve("hadoop");
    Path yarn = Files.createDirectories(home.resolve("share/hadoop/yarn/lib"));
    Path common = yarn.resolveSibling("hadoop-yarn-common-3.4.2.jar");
    Files.write(common, new byte[0]);
    assertThat(
        doctor("--hadoop-home", home.toString()).out,
        containsString("hadoop-yarn-common-3.4.2.jar is not a jar"));
    writeEmptyJar(common);
    assertEquals("", doctor("--hadoop-home", home.toString()).out);
    writeEmptyJar(yarn.resolve("yarnext-common-0.0.9.jar"));
    assertThat(
        doctor("--hadoop-home", home.toString()).out,
        containsString("lib/yarnext-common-0.0.9.jar was not installed by \"yarnext install\""));
    Files.move(common, yarn.resolveSibling("hadoop-yarn-common-3.3.6.jar"));
    assertThat(
        doctor("--hadoop-home", home.toString()).out,
        containsString("yarnext needs Hadoop 3.4 or 3.5"));
  }

  private static void writeEmptyJar(Path file) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new JarEntry("empty.txt"));
    }
  }

  @Test
  public void secondCopyOfThePackIsFound() throws Exception {
    fixture.properties("yarn-site.xml");
    String first = copy("yarnext-common-0.1.0.jar");
    String second = copy("old.jar");
    assertEquals("", doctor("--class-path", first).out);
    CommandRun run = doctor("--class-path", first + File.pathSeparator + second);
    assertEquals(2, run.status);
    assertThat(run.out, containsString(first + ", " + second));
    assertThat(run.out, containsString("remove the others, also from HADOOP_CLASSPATH"));
  }

  private String copy(String name) throws IOException {
    Path file = fixture.getRoot().toPath().resolve(name);
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new JarEntry("org/yarnext/common/FeatureMode.class"));
    }
    return file.toString();
  }

  @Test
  public void otherHostsAreCompared() throws Exception {
    Path conf = fixture.conf();
    Path other = conf.resolveSibling("other");
    fixture.properties("yarn-site.xml", "yarn.mercury.tick", "3s", "x", "1");
    Files.move(conf, other);
    fixture.properties("yarn-site.xml", "yarn.mercury.tick", "3s", "x", "2");
    assertEquals("", doctor("--compare", other.toString()).out);
    fixture.properties("yarn-site.xml", "yarn.mercury.tick", "2s");
    assertThat(
        doctor("--compare", other.toString()).out,
        containsString("which has yarn.mercury.tick=3s. Fix: Give hosts of one role the same"));
  }

  @Test
  public void equalEpochsOfSubClustersAreFound() throws Exception {
    Path conf = fixture.conf();
    Path other = conf.resolveSibling("other");
    Map<String, String> values = new TreeMap<>(SeededMistake.FEDERATED);
    SeededMistake.write(fixture, "yarn-site.xml", values);
    Files.move(conf, other);
    values.put("yarn.resourcemanager.cluster-id", "sc1");
    SeededMistake.write(fixture, "yarn-site.xml", values);
    assertThat(
        doctor("--compare", other.toString()).out,
        containsString("yarn-site.xml:yarn.resourcemanager.epoch: The sub-cluster of"));
    values.put("yarn.resourcemanager.epoch", "1000");
    SeededMistake.write(fixture, "yarn-site.xml", values);
    assertEquals("", doctor("--compare", other.toString()).out);
  }

  @Test
  public void directoryWithoutHadoopsFilesIsFound() throws Exception {
    fixture.write("hdfs-site.xml", "<configuration/>");
    CommandRun run = doctor();
    assertEquals(1, run.status);
    assertThat(run.out, containsString("Fix: Give the directory that HADOOP_CONF_DIR"));
  }

  @Test
  public void linkToAMissingFileIsFound() throws Exception {
    fixture.properties("core-site.xml");
    Files.createSymbolicLink(fixture.file("yarn-site.xml"), Paths.get("yarn-site.xml.now"));
    CommandRun run = doctor();
    assertEquals(2, run.status);
    assertThat(run.out, containsString("ERROR yarn-site.xml: It is a link"));
    fixture.properties("yarn-site.xml.now");
    assertEquals("", doctor().out);
  }

  @Test
  public void membersThatHadoopDoesNotHaveAreFound() throws Exception {
    fixture.properties("yarn-site.xml");
    String classPath = System.getProperty("java.class.path");
    assertEquals("", doctor("--class-path", classPath).out);
    Path classes = fixture.getRoot().toPath().resolve("other");
    CompiledClasses.compile(
        classes, "package org.apache.hadoop.yarn.util; public class Records { }");
    CommandRun run = doctor("--class-path", classes + File.pathSeparator + classPath);
    assertEquals(2, run.status);
    assertThat(
        run.out,
        containsString("there is no method org.apache.hadoop.yarn.util.Records.newRecord("));
  }

  @Test
  public void liveDaemonsAreQueried() throws Exception {
    HttpServer2 server =
        new HttpServer2.Builder()
            .setName("cluster")
            .setConf(new Configuration())
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.start();
    try {
      fixture.properties(
          "yarn-site.xml",
          "yarn.resourcemanager.webapp.address",
          "localhost:" + server.getConnectorAddress(0).getPort());
      assertEquals("", doctor("--live").out);
    } finally {
      server.stop();
    }
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      fixture.properties(
          "yarn-site.xml",
          "yarn.resourcemanager.webapp.address",
          "localhost:" + silent.getLocalPort());
      CommandRun run = doctor("--live", "--timeout", "1");
      assertEquals(1, run.status);
      assertThat(run.out, containsString("WARNING ResourceManager localhost:"));
    }
  }

  @Test
  public void hostCheckChangesNothing() throws Exception {
    fixture.properties("yarn-site.xml");
    assertEquals(0, doctor("--host").status);
  }

  private CommandRun doctor(String... args) throws Exception {
    String[] all = new String[args.length + 3];
    all[0] = "doctor";
    all[1] = "--conf";
    all[2] = fixture.conf().toString();
    System.arraycopy(args, 0, all, 3, args.length);
    return CommandRun.of(all);
  }
}
