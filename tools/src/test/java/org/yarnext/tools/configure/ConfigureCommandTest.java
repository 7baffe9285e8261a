// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.CoreMatchers.not;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThat;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.tools.CommandRun;

public class ConfigureCommandTest {
  private static final String AUX = "yarn.nodemanager.aux-services";
  private static final String LISTENERS =
      "yarn.nodemanager.container-state-transition-listener.classes";
  private static final String PROCESSORS =
      "yarn.resourcemanager.application-master-service.processors";
  private static final String POLICIES = "yarn.resourcemanager.scheduler.monitor.policies";
  private static final String MONITORS = "yarn.resourcemanager.scheduler.monitor.enable";
  private static final String PROXY = "yarn.nodemanager.amrmproxy.interceptor-class.pipeline";
  private static final String SCHEDULER = "yarn.resourcemanager.scheduler.class";
  private static final String LAUNCHER = "yarn.nodemanager.containers-launcher.class";
  private static final String SORT_MB = "mapreduce.task.io.sort.mb";
  private static final String PREEMPTION =
      "org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy";

  @Rule public final ConfigurationFixture fixture = new ConfigurationFixture();

  @Test
  public void featuresAreAddedToExistingLists() throws Exception {
    fixture.properties(
        "yarn-site.xml",
        AUX,
        "mapreduce_shuffle, spark_shuffle",
        LISTENERS,
        "com.example.Listener",
        PROCESSORS,
        "com.example.Processor",
        MONITORS,
        "true",
        POLICIES,
        "com.example.Policy");
    done("--enable", "mercury,elastic,orchestrator");
    Map<String, String> values = yarn();
    assertEquals("mapreduce_shuffle,spark_shuffle,mercury,mr_orchestrator", values.get(AUX));
    assertEquals(
        "com.example.Listener,org.yarnext.orchestrator.nm.OrchestratorContainerListener,"
            + "org.yarnext.elastic.nm.ElasticContainerListener",
        values.get(LISTENERS));
    assertEquals(
        "org.yarnext.elastic.rm.ElasticAmsProcessor,org.yarnext.mercury.rm.MercuryAmsProcessor,"
            + "com.example.Processor",
        values.get(PROCESSORS));
    assertEquals(
        "com.example.Policy,org.yarnext.mercury.rm.MercuryCoordinator,"
            + "org.yarnext.orchestrator.rm.ClusterOrchestrator",
        values.get(POLICIES));
  }

  @Test
  public void stockPreemptionPolicyStaysOnlyIfInForce() throws Exception {
    fixture.properties("yarn-site.xml", MONITORS, "true");
    done("--enable", "mercury");
    assertEquals(PREEMPTION + ",org.yarnext.mercury.rm.MercuryCoordinator", yarn().get(POLICIES));
    fixture.properties("yarn-site.xml", POLICIES, "com.example.Dormant");
    CommandRun run = done("--enable", "mercury");
    assertEquals("org.yarnext.mercury.rm.MercuryCoordinator", yarn().get(POLICIES));
    assertThat(run.out, containsString("com.example.Dormant had no effect"));
  }

  @Test
  public void interceptorsAreInsertedBeforeTheLast() throws Exception {
    String stock = "org.apache.hadoop.yarn.server.nodemanager.amrmproxy.DefaultRequestInterceptor";
    fixture.properties("yarn-site.xml", PROXY, "com.example.First," + stock);
    done("--enable", "mercury-distributed");
    assertEquals(
        "com.example.First,org.yarnext.mercury.amrmproxy.MercuryInterceptor," + stock,
        yarn().get(PROXY));
    fixture.properties("yarn-site.xml", PROXY, "com.example.First");
    refused(PROXY, "--enable", "mercury-distributed");
  }

  @Test
  public void valuesOfTheOperatorStay() throws Exception {
    fixture.properties(
        "yarn-site.xml",
        "yarn.mercury.coordinator.sigma",
        "3.0",
        "yarn.nodemanager.opportunistic-containers-max-queue-length",
        "20");
    fixture.properties("mapred-site.xml", SORT_MB, "256");
    CommandRun run = done("--enable", "mercury,elastic", "--mode", "on");
    assertEquals("3.0", yarn().get("yarn.mercury.coordinator.sigma"));
    assertEquals("20", yarn().get("yarn.nodemanager.opportunistic-containers-max-queue-length"));
    assertEquals(
        "${env.YARNEXT_ELASTIC_SORT_MB:-256}",
        ConfigurationFixture.values(fixture.file("mapred-site.xml")).get(SORT_MB));
    assertThat(run.out, containsString("sigma=3.0 stays; the sample has 2.0"));
  }

  @Test
  public void cgroupParentIsThatOfLinuxContainerExecutor() throws Exception {
    fixture.properties(
        "yarn-site.xml",
        "yarn.nodemanager.container-executor.class",
        "org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor",
        "yarn.nodemanager.linux-container-executor.cgroups.hierarchy",
        "/yarn/lce");
    done("--enable", "orchestrator");
    assertEquals("yarn/lce", yarn().get("yarn.mr-orchestrator.cgroup.parent"));
  }

  @Test
  public void featuresAreEnabledAndDisabledOneByOne() throws Exception {
    fixture.properties("yarn-site.xml", AUX, "mapreduce_shuffle");
    Map<String, String> before = fixture.tree();
    done("--enable", "mercury");
    Map<String, String> mercury = fixture.tree();
    done("--enable", "orchestrator");
    assertEquals("mapreduce_shuffle,mercury,mr_orchestrator", yarn().get(AUX));
    Map<String, String> both = fixture.tree();
    assertThat(done("--enable", "orchestrator").out, containsString("There was nothing to do."));
    assertEquals(both, fixture.tree());
    done("--disable", "orchestrator");
    assertEquals(mercury, fixture.tree());
    assertTrue(Files.exists(fixture.file("yarn-site.xml.yarnext-backup")));
    done("--disable");
    assertEquals(before, fixture.tree());
  }

  @Test
  public void onlyKeysOfTheRoleAreWritten() throws Exception {
    done("--enable", "mercury,elastic,tez", "--role", "nodemanager");
    assertEquals(null, yarn().get(SCHEDULER));
    assertEquals("mapreduce_shuffle,mercury", yarn().get(AUX));
    assertFalse(Files.exists(fixture.file("tez-site.xml")));
    assertFalse(Files.exists(fixture.file("capacity-scheduler.xml")));
  }

  /** Each file is complete for its host, though it lacks what others read. */
  @Test
  public void eachRoleCanHaveAFileOfItsOwn() throws Exception {
    for (String role : new String[] {"resourcemanager", "nodemanager", "gateway"}) {
      for (String mode : new String[] {"shadow", "on"}) {
        done("--enable", "mercury-hybrid,elastic,orchestrator,tez", "--role", role, "--mode", mode);
        CommandRun run =
            CommandRun.of("doctor", "--conf", fixture.conf().toString(), "--role", role);
        assertEquals(role + " " + mode, "", run.out);
        done("--disable");
      }
    }
  }

  @Test
  public void outputIsWrittenToAnotherDirectory() throws Exception {
    fixture.properties("yarn-site.xml", AUX, "mapreduce_shuffle");
    fixture.write("hadoop-env.sh", "# kept\n");
    Map<String, String> before = fixture.tree();
    Path to = fixture.getRoot().toPath().resolve("new");
    String[] args = {
      "configure", "--from", fixture.conf().toString(), "--to", to.toString(), "--enable", "mercury"
    };
    CommandRun run = CommandRun.of(args);
    assertEquals(run.toString(), 0, run.status);
    assertThat(run.out, containsString("\n+<!-- BEGIN yarnext configure: mercury=shadow -->\n"));
    assertThat(run.out, containsString("\n-    <value>mapreduce_shuffle</value>\n"));
    assertEquals(before, fixture.tree());
    assertTrue(Files.exists(to.resolve("hadoop-env.sh")));
    byte[] once = Files.readAllBytes(to.resolve("yarn-site.xml"));
    assertEquals(0, CommandRun.of(args).status);
    assertEquals(text(once), text(Files.readAllBytes(to.resolve("yarn-site.xml"))));
    Files.write(to.resolve("other.xml"), new byte[0]);
    assertEquals(1, CommandRun.of(args).status);
  }

  @Test
  public void onlyFilesAreCopiedAndNotIntoTheirOwnDirectory() throws Exception {
    fixture.properties("yarn-site.xml");
    Path lock = fixture.file(".#yarn-site.xml");
    Files.createSymbolicLink(lock, fixture.getRoot().toPath().resolve("operator@host.4711"));
    String conf = fixture.conf().toString();
    Path to = fixture.getRoot().toPath().resolve("new");
    CommandRun run =
        CommandRun.of("configure", "--from", conf, "--to", to.toString(), "--enable", "mercury");
    assertEquals(run.toString(), 0, run.status);
    assertThat(run.out, containsString(lock + " is not a regular file, so it is not copied."));
    assertTrue(Files.exists(to.resolve("yarn-site.xml")));
    run = CommandRun.of("configure", "--from", conf, "--to", conf + "/a/b", "--enable", "mercury");
    assertEquals(2, run.status);
    assertThat(run.err, containsString("or inside it"));
    assertFalse(Files.exists(fixture.conf().resolve("a")));
  }

  /** Mercury has the scheduler count vcores. */
  @Test
  public void capacitiesWithoutVcoresAndTheStoreOfTheSchedulerAreNoted() throws Exception {
    String capacity = "yarn.scheduler.capacity.root.a.capacity";
    fixture.properties("yarn-site.xml", "yarn.scheduler.configuration.store.class", "zk");
    fixture.properties(
        "capacity-scheduler.xml",
        "yarn.scheduler.capacity.root.queues",
        "a,b",
        capacity,
        "[memory=1024]",
        "yarn.scheduler.capacity.root.b.capacity",
        "[memory=1024, vcores=8]");
    CommandRun run = fixture.configure("--enable", "mercury,orchestrator", "--dry-run");
    assertThat(run.out, containsString("these capacities have none: " + capacity + ". Add them"));
    String store = "from its store, zk, not from capacity-scheduler.xml";
    assertThat(run.out, containsString(store));
    assertEquals("once for both features", run.out.indexOf(store), run.out.lastIndexOf(store));
    run = fixture.configure("--enable", "mercury", "--dry-run", "--role", "nodemanager");
    assertThat(run.out, not(containsString("Note:")));
  }

  @Test
  public void linkedDirectoryIsCopiedAsAWhole() throws Exception {
    fixture.properties("yarn-site.xml", AUX, "mapreduce_shuffle");
    fixture.write("hadoop-env.sh", "# kept\n");
    Path elsewhere = fixture.newFolder("shellprofile.d").toPath();
    Files.write(elsewhere.resolve("site.sh"), new byte[0]);
    Files.createSymbolicLink(fixture.file("shellprofile.d"), elsewhere);
    Path link = fixture.getRoot().toPath().resolve("link");
    Files.createSymbolicLink(link, fixture.conf());
    Path to = fixture.getRoot().toPath().resolve("new");
    CommandRun run =
        CommandRun.of(
            "configure", "--from", link.toString(), "--to", to.toString(), "--enable", "mercury");
    assertEquals(run.toString(), 0, run.status);
    assertTrue(Files.exists(to.resolve("hadoop-env.sh")));
    assertTrue(Files.exists(to.resolve("shellprofile.d/site.sh")));
    run =
        CommandRun.of(
            "configure",
            "--from",
            link.toString(),
            "--to",
            fixture.conf().toString(),
            "--enable",
            "mercury");
    assertThat(run.err, containsString("give --in-place"));
  }

  @Test
  public void dryRunWritesNothing() throws Exception {
    fixture.properties("yarn-site.xml", AUX, "mapreduce_shuffle");
    Map<String, String> before = fixture.tree();
    assertThat(done("--enable", "mercury", "--dry-run").out, containsString("+<!-- BEGIN"));
    assertEquals(before, fixture.tree());
  }

  @Test
  public void permissionsStayAndLinksAreFollowed() throws Exception {
    Path real = fixture.getRoot().toPath().resolve("real.xml");
    fixture.properties("yarn-site.xml", AUX, "mapreduce_shuffle");
    Files.move(fixture.file("yarn-site.xml"), real);
    Files.createSymbolicLink(fixture.file("yarn-site.xml"), real);
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
    done("--enable", "mercury,tez");
    assertTrue(Files.isSymbolicLink(fixture.file("yarn-site.xml")));
    assertEquals("rw-r-----", permissions(real));
    assertEquals(
        "a new file is like the others", "rw-r-----", permissions(fixture.file("tez-site.xml")));
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  public void editsOfTheOperatorSurviveDisabling() throws Exception {
    fixture.properties("yarn-site.xml", AUX, "mapreduce_shuffle", MONITORS, "false", "a", "1");
    done("--enable", "mercury");
    String edited =
        text("yarn-site.xml")
            .replaceFirst("mapreduce_shuffle,mercury", "mapreduce_shuffle,mercury,spark_shuffle")
            .replace("<value>1</value>", "<value>2</value>");
    fixture.write("yarn-site.xml", edited);
    CommandRun run = done("--disable");
    fixture.properties(
        "expected.xml", AUX, "mapreduce_shuffle,spark_shuffle", MONITORS, "false", "a", "2");
    assertEquals(text("expected.xml"), text("yarn-site.xml"));
    assertTrue(
        "not the same as what is there",
        Files.exists(fixture.file("yarn-site.xml.yarnext-backup")));
    assertEquals(run.toString(), 0, run.status);
  }

  @Test
  public void valueChangedByTheOperatorAfterwardsStays() throws Exception {
    fixture.properties("yarn-site.xml", LAUNCHER, "");
    done("--enable", "mercury");
    fixture.write(
        "yarn-site.xml",
        text("yarn-site.xml")
            .replaceFirst(
                "<value>org.yarnext.mercury.nm.MercuryContainersLauncher", "<value>com.example.L"));
    CommandRun run = done("--disable");
    assertEquals("com.example.L", yarn().get(LAUNCHER));
    assertThat(run.out, containsString(LAUNCHER + " stays as it is now: com.example.L"));
  }

  @Test
  public void editedBlockIsDroppedOnlyIfForced() throws Exception {
    done("--enable", "mercury");
    fixture.write(
        "yarn-site.xml", text("yarn-site.xml").replace("least-work-lost", "newest-first"));
    refused("was changed by hand", "--enable", "mercury");
    done("--enable", "mercury", "--force");
    assertEquals("least-work-lost", yarn().get("yarn.mercury.reclaim.victims"));
  }

  @Test
  public void incompatibleFeaturesAreRefusedWithTheReason() throws Exception {
    refused("choose one of them", "--enable", "mercury,mercury-hybrid");
    refused("needs a running federation", "--enable", "federation");
    refused(2, "Unknown feature quicksilver", "--enable", "quicksilver");
    String stock = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";
    fixture.properties("yarn-site.xml", SCHEDULER, stock + "fifo.FifoScheduler");
    refused("change to one of those first", "--enable", "elastic");
    refused("which counts no vcores", "--enable", "orchestrator");
    fixture.properties("yarn-site.xml", SCHEDULER, "com.example.OwnScheduler");
    refused("com.example.OwnScheduler", "--enable", "elastic");
    fixture.properties("yarn-site.xml", LAUNCHER, "com.example.Launcher");
    refused("the key takes only one class", "--enable", "mercury");
    fixture.properties(
        "yarn-site.xml", "yarn.federation.enabled", "true", "yarn.resourcemanager.cluster-id", "a");
    refused("does not work with federation", "--enable", "mercury-distributed");
    refused("needs --sub-clusters", "--enable", "federation", "--mode", "on");
    fixture.properties("yarn-site.xml", "yarn.mercury.queue.aging-limit", "soon");
    refused("yarn.mercury.queue.aging-limit=soon", "--enable", "mercury");
    fixture.properties("yarn-site.xml");
    fixture.properties(
        "capacity-scheduler.xml", "yarn.scheduler.capacity.multi-node-placement-enabled", "true");
    refused("several nodes at a time", "--enable", "elastic");
  }

  @Test
  public void policiesBesideTezEstimatesAreNoted() throws Exception {
    String note = "add TEZ to yarn.mercury.hybrid.guaranteed-types";
    assertThat(done("--enable", "mercury-hybrid").out, not(containsString(note)));
    assertThat(done("--enable", "tez").out, containsString(note));
    fixture.properties("yarn-site.xml", "yarn.mercury.hybrid.guaranteed-types", "SPARK; Tez");
    assertThat(done("--enable", "mercury-hybrid,tez").out, not(containsString(note)));
  }

  @Test
  public void incompleteCommandLineReportsWhatIsMissing() throws Exception {
    refused(2, "Give --enable or --disable");
    refused(2, "--mode is shadow or on", "--enable", "mercury", "--mode", "off");
    assertThat(
        CommandRun.of("configure", "--from", fixture.conf().toString(), "--enable", "tez").err,
        containsString("Give either --to DIR or --in-place."));
  }

  private Map<String, String> yarn() throws IOException {
    return ConfigurationFixture.values(fixture.file("yarn-site.xml"));
  }

  private String text(String name) throws IOException {
    return text(Files.readAllBytes(fixture.file(name)));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private CommandRun done(String... args) throws IOException {
    CommandRun run = fixture.configure(args);
    assertEquals(run.toString(), 0, run.status);
    return run;
  }

  private void refused(String reason, String... args) throws IOException {
    refused(1, reason, args);
  }

  private void refused(int status, String reason, String... args) throws IOException {
    Map<String, String> before = fixture.tree();
    CommandRun run = fixture.configure(args);
    assertEquals(run.toString(), status, run.status);
    assertThat(run.err, containsString(reason));
    assertThat(run.err, not(containsString("Exception")));
    assertEquals(before, fixture.tree());
  }
}
