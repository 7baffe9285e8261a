// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.KerberosRealm;
import org.yarnext.benchmarks.daemons.cluster.RpcAccessProbe;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cluster.DaemonClients;

/**
 * Demo on a cluster with Kerberos, HTTPS, ACLs and service ACLs: checks that users with a ticket
 * are served, and that others are refused.
 *
 * <p>Its job has no reduce tasks: with Kerberos, stock's shuffle needs Hadoop's native library,
 * which Maven does not have.
 */
final class DaemonsKerberos {
  private static final int MAPS = 8;
  private static final int ROWS = 80_000;
  private static final int ROW_BYTES = 100;
  private static final long CLIENT_MS = 240_000;
  private static final int TIMEOUT_MS = 10_000;
  private static final int PAYLOAD_TOO_LARGE = 413;
  private static final Pattern CHECKSUM = Pattern.compile("CHECKSUM=(\\d+)");

  /** A login of the operator whose signature is not the web servers'. */
  private static final String FORGED_COOKIE =
      "hadoop.auth=\"u=operator&p=operator@EXAMPLE.COM&t=kerberos&e=9999999999999&s=Zm9yZ2Vk\"";

  /** Tags that no feature can read. */
  private static final String INVALID_TAGS =
      "mapreduce.job.tags=yarnext.mercury.policy=beyond(-1),yarnext.elastic.map=step;ideal=-1,"
          + "gang=-1x1";

  /** More than a daemon reads of a request. */
  private static final int TOO_LARGE = 70_000;

  /** Pages that require a login: the pack's own, and stock's pages with the pack's metrics. */
  private static final List<String> PAGES =
      Collections.unmodifiableList(
          Arrays.asList(
              "/yarnext/",
              "/yarnext/history",
              "/yarnext/decisions",
              "/yarnext/settings",
              "/jmx",
              "/prom",
              "/conf"));

  private final DaemonsDemo demo;
  private final Path out;
  private KerberosRealm realm;
  private DaemonCluster cluster;

  DaemonsKerberos(DaemonsDemo demo) {
    this.demo = demo;
    this.out = demo.options.out;
  }

  void run() throws Exception {
    demo.makeHadoop();
    Set<String> hosts = new LinkedHashSet<>(Collections.singleton(DaemonCluster.HOST));
    for (int i = 0; i < DaemonsDemo.NODES; i++) {
      hosts.add(FreePorts.hostOfNode(i));
    }
    try (KerberosRealm made = new KerberosRealm(out.resolve("realm"), hosts);
        DaemonCluster plain =
            new DaemonCluster(out.resolve("cluster"), demo.hadoop, 0, DaemonsDemo.NODES)) {
      realm = made;
      cluster = plain;
      Path conf = cluster.conf();
      demo.steps.run(
          "Kerberos, HTTPS, ACLs and service ACLs",
          3,
          () -> {
            cluster.secure(realm);
            return "realm of " + realm.principal(KerberosRealm.ADMIN);
          });
      demo.startWithPack(cluster);
      demo.steps.run("pages without a login", 2, this::pagesAreClosed);
      demo.steps.run("a job without a ticket", 8, this::jobIsRefused);
      demo.steps.run("a job of alice, " + MAPS + " opportunistic maps", 40, this::job);
      demo.steps.run("reports of the nodes to the orchestrator", 5, this::reports);
      RpcAccessProbe rpc = new RpcAccessProbe(conf, node());
      demo.steps.run(
          "RPCs without a ticket, and with that of alice",
          5,
          () -> rpc.checkTickets(realm.login(KerberosRealm.OWNER)));
      demo.steps.run(
          "RPCs with forged tokens",
          3,
          () -> rpc.checkForgedTokens(application(), KerberosRealm.OWNER));
      demo.steps.run(
          "RPCs with a delegation token alone",
          3,
          () -> rpc.checkDelegation(realm.login(KerberosRealm.OWNER)));
      demo.status(conf);
      demo.top(conf);
      demo.steps.run("decisions about it", 5, this::decisions);
      demo.steps.run("commands without a ticket", 3, this::commandsAreRefused);
      demo.steps.run("settings of running daemons", 4, this::settings);
      demo.steps.run("a change of settings that is too large", 3, this::tooLarge);
      demo.steps.run("service ACLs", 12, this::serviceAcls);
      demo.end(cluster);
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalStateException(message);
    }
  }

  private String pagesAreClosed() throws IOException {
    List<String> open = new ArrayList<>();
    int asked = 0;
    for (String daemon : cluster.webAddresses().split(",")) {
      for (String page : PAGES) {
        String url = daemon + page + "?user.name=" + KerberosRealm.ADMIN;
        for (String cookie : new String[] {"", FORGED_COOKIE}) {
          HttpURLConnection connection = realm.certificate().open(new URL("https://" + url));
          connection.setConnectTimeout(TIMEOUT_MS);
          connection.setReadTimeout(TIMEOUT_MS);
          connection.setRequestProperty("Cookie", cookie);
          if (connection.getResponseCode() != HttpURLConnection.HTTP_UNAUTHORIZED) {
            open.add(daemon + page + " answers " + connection.getResponseCode() + " to " + cookie);
          }
        }
        if (isServed(new URL("http://" + url))) {
          open.add(daemon + page + " is served without TLS");
        }
        asked++;
      }
    }
    require(open.isEmpty(), "Open without a login: " + open);
    return "all "
        + asked
        + " answer 401 over HTTPS, also to a forged cookie, and nothing over HTTP";
  }

  private static boolean isServed(URL url) {
    try {
      HttpURLConnection connection = (HttpURLConnection) url.openConnection();
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false; // not HTTP
    }
  }

  /** Returns a client with the ticket of a user, or with none if null. */
  private DaemonProcess client(String user) throws IOException {
    Path ticket = user == null ? out.resolve("no-ticket") : realm.ticket(user);
    return cluster.client(cluster.conf()).environment("KRB5CCNAME", ticket.toString());
  }

  private DaemonProcess generate(String user, Path output) throws IOException {
    return cluster.submit(
        client(user),
        "teragen",
        Arrays.asList(Integer.toString(ROWS), output.toString()),
        "mapreduce.job.maps=" + MAPS,
        "mapreduce.job.num-opportunistic-maps-percent=100",
        INVALID_TAGS,
        // Limits how long a refused client retries.
        "yarn.resourcemanager.connect.max-wait.ms=" + TIMEOUT_MS);
  }

  private String jobIsRefused() throws IOException {
    DaemonProcess client = generate(null, out.resolve("refused"));
    int status = client.awaitEnd(CLIENT_MS);
    String tail = client.tail();
    client.close();
    require(status != 0 && tail.contains("cannot authenticate"), "It was not refused:" + tail);
    require(cluster.applications().size() == 0, "It has an application: " + cluster.applications());
    return "refused: client cannot authenticate";
  }

  /** Runs a job and compares the checksum that its tasks counted with that of their files. */
  private String job() throws IOException {
    Path output = out.resolve("rows");
    DaemonProcess client = generate(KerberosRealm.OWNER, output);
    int status = client.awaitEnd(CLIENT_MS);
    String log = new String(Files.readAllBytes(client.log()), UTF_8);
    client.close();
    Matcher counted = CHECKSUM.matcher(log);
    require(status == 0 && counted.find(), "The job failed:" + client.tail());
    long sum = 0;
    int rows = 0;
    byte[] row = new byte[ROW_BYTES];
    List<Path> parts;
    try (Stream<Path> files = Files.list(output)) {
      parts =
          files
              .filter(file -> file.getFileName().toString().startsWith("part-"))
              .collect(Collectors.toList());
    }
    for (Path part : parts) {
      byte[] bytes = Files.readAllBytes(part);
      for (int at = 0; at < bytes.length; at += ROW_BYTES) {
        System.arraycopy(bytes, at, row, 0, ROW_BYTES);
        CRC32 crc = new CRC32();
        crc.update(row);
        sum += crc.getValue();
        rows++;
      }
    }
    require(
        parts.size() == MAPS && rows == ROWS && sum == Long.parseLong(counted.group(1)),
        rows + " rows in " + parts.size() + " files with checksum " + sum + ", " + counted.group());
    long placed = cluster.metric("rm", "MercuryPlacement", "ContainersPlaced");
    require(placed >= MAPS, "Opportunistic containers placed: " + placed);
    return rows + " rows are right, " + placed + " opportunistic containers placed";
  }

  /** Checks that each NodeManager can log in at the orchestrator's port. */
  private String reports() {
    Await.until(
        "reports of all nodes",
        TIMEOUT_MS,
        () -> cluster.metric("rm", "MrOrchestratorGlobal", "Nodes") == DaemonsDemo.NODES);
    return DaemonsDemo.NODES + " nodes report";
  }

  private String node() {
    return cluster
        .get(cluster.web("rm"), "/ws/v1/cluster/nodes")
        .path("nodes")
        .path("node")
        .path(0)
        .path("id")
        .asText();
  }

  private String application() {
    return cluster.applications().path(0).path("id").asText();
  }

  /** Runs a command as the given user. */
  private UnpackedDistribution.Answer as(UserGroupInformation user, String... command)
      throws Exception {
    return user.doAs(
        (PrivilegedExceptionAction<UnpackedDistribution.Answer>) () -> demo.pack.run(command));
  }

  private String decisions() throws Exception {
    String id = application();
    String[] explain = {"explain", "--conf", cluster.conf().toString(), id};
    UnpackedDistribution.Answer own = as(realm.login(KerberosRealm.OWNER), explain);
    require(own.status == ExitCode.DONE, "alice is told of her job: " + own.text);
    UnpackedDistribution.Answer operator = as(realm.login(KerberosRealm.ADMIN), explain);
    require(operator.status == ExitCode.DONE, "The operator is told of it: " + operator.text);
    UnpackedDistribution.Answer other = as(realm.login(KerberosRealm.OTHER), explain);
    require(
        other.status != ExitCode.DONE && other.text.contains("may not view"),
        "bob is told of alice's job: " + other.text);
    return "alice and the operator see them, bob does not";
  }

  private String commandsAreRefused() throws Exception {
    UserGroupInformation stranger = UserGroupInformation.createRemoteUser("mallory");
    String conf = cluster.conf().toString();
    for (String[] command :
        new String[][] {
          {"status", "--conf", conf},
          {"top", "--conf", conf, "--iterations", "1"},
          {"explain", "--conf", conf, application()},
          {"set", "--conf", conf, "yarn.elastic.mode=off"},
          {"doctor", "--conf", conf, "--live"}
        }) {
      UnpackedDistribution.Answer answer = as(stranger, command);
      require(
          answer.status != ExitCode.DONE && answer.text.contains("kinit"),
          command[0] + " without a ticket says " + answer.text);
    }
    return "status, top, explain, set and doctor --live ask for a ticket";
  }

  /** Only the operator may change settings of the daemons. */
  private String settings() throws Exception {
    String[] set = {"set", "--conf", cluster.conf().toString(), "yarn.elastic.mode=shadow"};
    UnpackedDistribution.Answer other = as(realm.login(KerberosRealm.OTHER), set);
    require(
        other.status != ExitCode.DONE && other.text.contains("administrator"),
        "bob may change settings: " + other.text);
    UnpackedDistribution.Answer operator = as(realm.login(KerberosRealm.ADMIN), set);
    require(operator.status == ExitCode.DONE, "The operator may not: " + operator.text);
    return "the operator changes modes, bob may not";
  }

  /** Sends more than a daemon reads, as the operator. */
  private String tooLarge() throws Exception {
    Configuration site = new Configuration();
    site.addResource(
        new org.apache.hadoop.fs.Path(cluster.conf().resolve("core-site.xml").toUri()));
    try (DaemonClients clients = new DaemonClients(site, cluster.conf(), TIMEOUT_MS)) {
      int status =
          realm
              .login(KerberosRealm.ADMIN)
              .doAs(
                  (PrivilegedExceptionAction<Integer>)
                      () ->
                          clients
                              .of(cluster.url("rm"))
                              .put("/yarnext/settings", String.format("%" + TOO_LARGE + "s", "{}"))
                              .status());
      require(status == PAYLOAD_TOO_LARGE, "The answer is " + status);
    }
    return "refused with 413";
  }

  /** Only the operator may refresh queues, which the elastic scheduler follows. */
  private String serviceAcls() throws IOException {
    require(refreshQueues(KerberosRealm.OWNER) != 0, "alice may refresh queues");
    require(refreshQueues(KerberosRealm.ADMIN) == 0, "The operator may not refresh queues");
    return "the operator refreshes queues, alice may not";
  }

  private int refreshQueues(String user) throws IOException {
    DaemonProcess client = client(user);
    client.start(
        "org.apache.hadoop.yarn.client.cli.RMAdminCLI",
        Collections.singletonList("-refreshQueues"));
    int status = client.awaitEnd(CLIENT_MS);
    client.close();
    return status;
  }
}
