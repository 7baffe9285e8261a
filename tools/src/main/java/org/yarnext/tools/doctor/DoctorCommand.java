// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.Finding;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.ClusterDaemons;
import org.yarnext.tools.cluster.ClusterOptions;
import org.yarnext.tools.cluster.ClusterPoller;
import org.yarnext.tools.cluster.DaemonChecks;
import org.yarnext.tools.cluster.DaemonClients;
import org.yarnext.tools.cluster.JavaRelease;
import org.yarnext.tools.cluster.JmxPage;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.install.InstalledPack;
import org.yarnext.tools.site.SiteChange;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.StartupChecks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that finds mistakes in a configuration, on a host, and in running daemons. */
@Command(
    name = "doctor",
    description = {
      "Finds mistakes in a Hadoop configuration with yarnext, and names the"
          + " fix of each. Changes nothing.",
      "Ends with 0 if there are only notes, 1 if there are warnings, 2 if there are errors, the"
          + " check failed, or the command line is wrong."
    },
    exitCodeOnExecutionException = ExitCode.MISUSED,
    footer = {
      "Example:",
      "  bin/yarnext doctor --conf $HADOOP_CONF_DIR --role nodemanager --hadoop-home $HADOOP_HOME --host"
    },
    usageHelpWidth = 110)
public final class DoctorCommand implements Callable<Integer> {
  /** Checks that need only the configuration. */
  private static final List<DoctorCheck> CHECKS =
      Arrays.asList(
          StockChecks::values,
          KeyChecks::refused,
          KeyChecks::warned,
          KeyChecks::unknown,
          KeyChecks::exclusions,
          KeyChecks::queues,
          PackKeys::misspelt,
          FileChecks::missing,
          FileChecks::ignored,
          FileChecks::twice,
          FileChecks::overridden,
          FileChecks::misplaced,
          FileChecks::elsewhere,
          FileChecks::variables,
          FileChecks::editedBlocks,
          FileChecks::scripts,
          StockChecks::choices,
          StockChecks::bounds,
          StockChecks::highAvailability,
          StockChecks::recovery,
          StockChecks::memory,
          HookChecks::mercury,
          HookChecks::elastic,
          HookChecks::orchestrator,
          HookChecks::federation,
          HookChecks::tez,
          HookChecks::resources,
          HookChecks::opportunistic,
          HookChecks::pipelines,
          NamedClasses::twice,
          NamedClasses::misplaced,
          ServiceChecks::named,
          ServiceChecks::unlisted,
          ServiceChecks::isolated,
          SecurityChecks::zooKeeper,
          SecurityChecks::zooKeeperSyntax,
          SecurityChecks::kerberos,
          SecurityChecks::federationState,
          SecurityChecks::executor,
          PortChecks::addresses,
          PortChecks::collisions);

  /** Output format. */
  enum Format {
    TEXT,
    JSON
  }

  @Spec CommandSpec spec;

  @Mixin ClusterOptions options;

  @Option(
      names = "--role",
      split = ",",
      paramLabel = "ROLE",
      description =
          "roles of the hosts that use this configuration: resourcemanager, nodemanager, router,"
              + " gateway (default all)")
  List<HostRole> roles = new ArrayList<>();

  @Option(
      names = "--hadoop-home",
      paramLabel = "DIR",
      description =
          "also check the jars of this Hadoop: that the pack works with its version, and that the"
              + " classes named in the configuration are there")
  Path hadoopHome;

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      description =
          "also check the jars and directories of this class path, as printed by hadoop classpath,"
              + " in the same way as those of --hadoop-home")
  String classPath;

  @Option(
      names = "--host",
      description = "also check this host: Java, cgroups, container executor, keytabs")
  boolean isHost;

  @Option(
      names = "--compare",
      split = ",",
      paramLabel = "DIR",
      description =
          "also compare with the configuration directories of other hosts of the same role, such as"
              + " the other ResourceManager of a pair, or of other sub-clusters")
  List<Path> others = new ArrayList<>();

  @Option(
      names = "--live",
      description =
          "also query the running daemons that the configuration names, at their web addresses")
  boolean isLive;

  @Option(names = "--format", defaultValue = "text", description = "text (the default) or json")
  Format format;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Override
  public Integer call() throws Exception {
    int timeoutMs = options.timeoutMs();
    SiteDirectory directory = SiteDirectory.at(options.directory());
    List<Finding> findings = new ArrayList<>();
    if (SiteChange.isInterrupted(directory.path())) {
      findings.add(
          Finding.error(
              directory.path().toString(),
              "A change of this directory was interrupted; its files may contradict each other.",
              "Run \"yarnext configure --from " + directory.path() + " --recover\" to finish it."));
    }
    try {
      ConfigurationView examined = new ConfigurationView(directory, directory.files(), roles);
      List<DoctorCheck> checks = new ArrayList<>(CHECKS);
      checks.add(classes(findings));
      for (Path other : others) {
        SiteDirectory its = SiteDirectory.at(other);
        ConfigurationView view = new ConfigurationView(its, its.files(), roles);
        checks.add((one, found) -> PackKeys.compare(one, view, other.toString(), found));
      }
      if (isHost) {
        int java = JavaRelease.of(System.getProperty("java.specification.version"));
        checks.add(new HostChecks(new HostView(Paths.get("/"), java)));
      }
      if (isLive) {
        boolean isConfigured =
            examined.site().getPropsWithPrefix("").keySet().stream()
                .anyMatch(StartupChecks::isOurs);
        DaemonChecks live =
            new DaemonChecks(
                pages(examined.all(), directory.path(), timeoutMs, findings), isConfigured);
        checks.add((view, found) -> live.check(found));
      }
      checks.forEach(check -> check(check, examined, findings));
    } catch (ToolException e) {
      if (e.isMisuse()) {
        throw e;
      }
      findings.add(
          Finding.error(
              directory.path().toString(),
              e.getMessage(),
              e.getMessage().contains("Fetch fail on include")
                  ? "Create the included file, or remove its include element."
                  : "Correct the file."));
    } catch (AccessDeniedException e) {
      findings.add(
          Finding.error(
              e.getFile(),
              "It cannot be read as this user.",
              "Run doctor as the daemons' user, who must be able to read it (chmod, chown)."));
    }
    print(findings);
    return Finding.status(findings);
  }

  /** Runs a check; a value that it cannot handle does not keep the others from running. */
  private static void check(DoctorCheck check, ConfigurationView examined, List<Finding> findings) {
    try {
      check.check(examined, findings);
    } catch (NumberFormatException e) {
      StockChecks.notNumbers(examined, e, findings);
    } catch (RuntimeException e) {
      findings.add(
          Finding.error(
              SiteDirectory.YARN,
              "A check ended with " + e + ".",
              "Correct the value that the message names; if it names none, report this."));
    }
  }

  /**
   * Makes the check of classes: against the host's jars, or else against the pack's own, which are
   * on the class path of the tools.
   */
  private DoctorCheck classes(List<Finding> findings) throws IOException {
    List<URL> urls = new ArrayList<>();
    List<Path> jars = new ArrayList<>();
    if (hadoopHome != null) {
      try {
        InstalledPack pack = InstalledPack.in(hadoopHome);
        urls.addAll(pack.classPath());
        jars.addAll(pack.pluginJars());
        for (Map.Entry<String, String> problem : pack.problems().entrySet()) {
          findings.add(Finding.error(hadoopHome.toString(), problem.getKey(), problem.getValue()));
        }
      } catch (ToolException e) {
        findings.add(
            Finding.error(hadoopHome.toString(), e.getMessage(), "Correct --hadoop-home."));
      }
    }
    for (String entry : classPath == null ? new String[0] : classPath.split(File.pathSeparator)) {
      urls.addAll(entry(entry));
    }
    if (classPath != null && urls.isEmpty()) {
      findings.add(
          Finding.error(
              "--class-path",
              "It names no jar that exists.",
              "Give what \"hadoop classpath\" prints, in quotes."));
    }
    if (urls.isEmpty()) {
      ClassLoader own = DoctorCommand.class.getClassLoader();
      return new NamedClasses(name -> has(own, name), "in this version of the pack", false);
    }
    LinkageChecks.check(
        hadoopHome == null ? "--class-path" : hadoopHome.toString(),
        jars.isEmpty() ? LinkageChecks.own() : jars,
        urls,
        findings);
    LinkageChecks.copies(
        hadoopHome == null ? "--class-path" : hadoopHome.toString(), urls, findings);
    ClassLoader parent = ClassLoader.getSystemClassLoader().getParent();
    URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), parent);
    return new NamedClasses(
        name -> has(loader, name),
        "on the class path of " + (hadoopHome == null ? "--class-path" : hadoopHome),
        true);
  }

  /** Returns the URLs of a class path entry: a jar, a directory, or the jars of {@code lib/*}. */
  private static List<URL> entry(String entry) throws IOException {
    List<URL> urls = new ArrayList<>();
    if (entry.endsWith("*")) {
      File[] jars = new File(entry.substring(0, entry.length() - 1)).listFiles();
      for (File jar : jars == null ? new File[0] : jars) {
        if (jar.getName().toLowerCase(Locale.ROOT).endsWith(".jar")) {
          urls.add(jar.toURI().toURL());
        }
      }
    } else if (!entry.isEmpty() && new File(entry).exists()) {
      urls.add(new File(entry).toURI().toURL());
    }
    return urls;
  }

  private static boolean has(ClassLoader loader, String name) {
    return loader.getResource(name.replace('.', '/') + ".class") != null;
  }

  /** Asks the daemons; adds a warning for each that does not answer. */
  private List<JmxPage> pages(
      Configuration all, Path directory, int timeoutMs, List<Finding> findings)
      throws InterruptedException {
    try (DaemonClients clients = new DaemonClients(all, directory, timeoutMs);
        ClusterPoller poller = new ClusterPoller(clients, spec.commandLine().getErr())) {
      ClusterDaemons cluster = new ClusterDaemons(all, clients);
      Set<ClusterDaemon> daemons = new LinkedHashSet<>(cluster.configured());
      daemons.addAll(cluster.nodes().running());
      ClusterPoller.Answers<JmxPage> answers =
          poller.poll(daemons, (daemon, client) -> JmxPage.fetch(daemon.toString(), client, true));
      answers
          .errors()
          .forEach(
              (daemon, error) ->
                  findings.add(
                      Finding.warning(
                          daemon.toString(), error, "Start it, or run doctor without --live.")));
      return new ArrayList<>(answers.answers().values());
    }
  }

  private void print(List<Finding> findings) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    findings.sort(Comparator.comparing(Finding::severity));
    if (format == Format.JSON) {
      ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
      ObjectNode all = json.createObjectNode();
      all.putArray("findings");
      for (Finding finding : findings) {
        finding.write(all.withArray("findings"));
      }
      out.println(json.writeValueAsString(all));
    } else {
      findings.forEach(out::println);
    }
  }
}
