// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.elastic.profile.RefusedProfilesException;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.cluster.JavaRelease;
import org.yarnext.tools.install.HostRole;

/**
 * Checks the host without changing it: Java, cgroups, the container-executor binary, keytabs, the
 * file of profiles, and the file with ZooKeeper's password.
 */
final class HostChecks implements DoctorCheck {
  private static final int OLDEST_JAVA = 8;

  private static final List<Integer> TESTED = Arrays.asList(8, 11, 17, 21);

  private final HostView host;

  HostChecks(HostView host) {
    this.host = host;
  }

  @Override
  public void check(ConfigurationView examined, List<Finding> findings) {
    java("Java", host.java(), findings);
    examined
        .exports()
        .forEach(
            (place, value) -> {
              boolean isPath = value.startsWith("/") && !value.contains("$");
              if (place.endsWith(":JAVA_HOME") && isPath) {
                javaHome(place, value, findings);
              }
            });
    if (examined.isOn(HostRole.NODEMANAGER)) {
      cgroups(examined, findings);
      executor(examined, findings);
      keytab(examined, YarnConfiguration.NM_KEYTAB, findings);
    }
    if (examined.isOn(HostRole.RESOURCEMANAGER)) {
      profiles(examined, findings);
      keytab(examined, YarnConfiguration.RM_KEYTAB, findings);
    }
    if (examined.isOn(HostRole.ROUTER)) {
      keytab(examined, YarnConfiguration.ROUTER_KEYTAB, findings);
      keytab(examined, YarnConfiguration.GPG_KEYTAB, findings);
    }
    password(examined, findings);
  }

  private static void java(String place, int release, List<Finding> findings) {
    if (release < OLDEST_JAVA) {
      findings.add(
          Finding.error(
              place,
              "Hadoop does not run on Java " + release + ".",
              "Point JAVA_HOME at Java 17 or 21."));
    } else if (release > JavaRelease.NEWEST_OF_OLDER_HADOOP) {
      findings.add(
          Finding.warning(
              place,
              "Hadoop runs on Java " + release + " from 3.4.3 on only.",
              "Point JAVA_HOME at Java 17 or 21 if the host has an older Hadoop."));
    } else if (!TESTED.contains(release)) {
      findings.add(
          Finding.note(
              place, "Java " + release + " has no long-term support.", "Use Java 17 or 21."));
    }
  }

  /** Checks the Java of the daemons, which may be another than that of this command. */
  private void javaHome(String place, String home, List<Finding> findings) {
    int release = host.javaOf(home);
    if (!Files.exists(host.path(home))) {
      findings.add(
          Finding.error(
              place, "There is no directory " + home + ".", "Point it at Java 17 or 21."));
    } else if (release > 0) {
      java(place, release, findings);
    }
  }

  private void cgroups(ConfigurationView examined, List<Finding> findings) {
    if (!examined.decides(OrchestratorConfiguration.MODE)) {
      return;
    }
    String key = OrchestratorConfiguration.CGROUP_PARENT.name();
    String parent =
        examined.all().getTrimmed(key, OrchestratorConfiguration.CGROUP_PARENT.defaultValue());
    String control = examined.all().getTrimmed(OrchestratorConfiguration.CONTROL.name(), "");
    Map<String, Path> mounts = host.controllers();
    for (String controller : new String[] {"cpu", "memory"}) {
      boolean isNeeded = control.isEmpty() || control.toLowerCase(Locale.ROOT).contains(controller);
      Path mount = mounts.get(controller);
      if (isNeeded && mount == null) {
        findings.add(
            Finding.warning(
                "cgroups",
                "The controller " + controller + " is not mounted, so its resource is not steered.",
                "Mount it, or set "
                    + OrchestratorConfiguration.CONTROL.name()
                    + " to the other resource."));
      } else if (isNeeded && !Files.isDirectory(mount.resolve(parent))) {
        if (!Files.isWritable(mount)) {
          findings.add(notWritable(mount.resolve(parent), "does not exist"));
        }
      } else if (isNeeded && !Files.isWritable(mount.resolve(parent))) {
        findings.add(notWritable(mount.resolve(parent), "is not writable for this user"));
      } else if (isNeeded && !host.delegates(mount.resolve(parent), controller)) {
        findings.add(
            Finding.warning(
                mount.resolve(parent).toString(),
                "The controller " + controller + " is not enabled in the parent cgroups.",
                "Write +"
                    + controller
                    + " to cgroup.subtree_control of each cgroup above it; none of them may hold"
                    + " processes (systemd: Delegate=yes and DelegateSubgroup=daemon)."));
      }
    }
  }

  private static Finding notWritable(Path group, String why) {
    return Finding.warning(
        group.toString(),
        "The group " + why + ", so its controller is not steered.",
        "As root, mkdir -p "
            + group
            + " && chown -R yarn "
            + group
            + ", after each boot, or delegate it (docs/design/orchestrator.md); run doctor as the"
            + " NodeManager's user.");
  }

  private void executor(ConfigurationView examined, List<Finding> findings) {
    String executor = examined.all().getTrimmed(YarnConfiguration.NM_CONTAINER_EXECUTOR, "");
    String key = YarnConfiguration.NM_LINUX_CONTAINER_EXECUTOR_PATH;
    String path = examined.all().getTrimmed(key, "");
    if (!executor.endsWith("LinuxContainerExecutor") || !path.startsWith("/")) {
      return;
    }
    Path program = host.path(path);
    if (!Files.isRegularFile(program)) {
      findings.add(
          Finding.error(
              examined.at(key),
              "There is no container-executor at " + path + ".",
              "Correct the path, or install it there."));
      return;
    }
    try {
      int mode = (Integer) Files.getAttribute(program, "unix:mode");
      if ((mode & 06000) == 0) {
        findings.add(
            Finding.error(
                examined.at(key),
                path + " does not have the setuid and setgid bits.",
                "As root, chown root:GROUP and chmod 6050, where GROUP is that of "
                    + "yarn.nodemanager.linux-container-executor.group"
                    + "."));
      }
    } catch (IOException | UnsupportedOperationException e) {
      findings.add(
          Finding.note(path, "It could not be checked: " + e + ".", "Run doctor as root."));
    }
  }

  private void keytab(ConfigurationView examined, String key, List<Finding> findings) {
    String path = examined.site().getTrimmed(key, "");
    if (!path.startsWith("/")) {
      return;
    }
    if (!Files.isRegularFile(host.path(path))) {
      findings.add(
          Finding.error(
              examined.at(key),
              "There is no keytab " + path + " on this host.",
              "Create it, or correct the path."));
    } else if (!Files.isReadable(host.path(path))) {
      findings.add(
          Finding.error(
              examined.at(key),
              "This user cannot read the keytab " + path + ".",
              "If this is the daemon's user, chown it to that user; otherwise run doctor as it."));
    } else if (isPublic(host.path(path))) {
      findings.add(
          Finding.warning(
              examined.at(key),
              "Everybody on this host can read the keytab " + path + ", and log in as the daemon.",
              "chmod 400 " + path + "."));
    }
  }

  private static boolean isPublic(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private void profiles(ConfigurationView examined, List<Finding> findings) {
    String key = ElasticConfiguration.PROFILES_FILE.name();
    String path = examined.site().getTrimmed(key, "");
    if (!path.startsWith("/")) { // empty, or reported as invalid
      return;
    }
    if (!Files.isReadable(host.path(path))) {
      findings.add(
          Finding.warning(
              examined.at(key),
              "There is no readable file "
                  + path
                  + ", so only jobs with profiles in their tags are elastic.",
              "Create it with \"yarnext profile\", or correct the path."));
      return;
    }
    try {
      ProfileFile.read(host.path(path));
    } catch (RefusedProfilesException e) {
      findings.add(
          Finding.error(
              examined.at(key),
              e.getMessage(),
              "Correct the file: daemons refuse all of it, and have no profiles after a restart."));
    } catch (IOException e) {
      findings.add(
          Finding.error(examined.at(key), path + " cannot be read (" + e + ").", "Correct it."));
    }
  }

  private void password(ConfigurationView examined, List<Finding> findings) {
    String key = CommonConfigurationKeys.ZK_AUTH;
    String value = examined.site().getTrimmed(key, "");
    if (!value.startsWith("@")) {
      return;
    }
    Path file = host.path(value.substring(1));
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
      if (rights.contains(PosixFilePermission.OTHERS_READ)) {
        findings.add(
            Finding.warning(
                examined.at(key),
                "Everybody on this host can read the password in " + value.substring(1) + ".",
                "chmod 600 " + value.substring(1) + "."));
      }
    } catch (IOException | UnsupportedOperationException e) {
      findings.add(
          Finding.error(
              examined.at(key),
              "The file " + value.substring(1) + " cannot be read.",
              "Create it for the daemons' user, or correct the path."));
    }
  }
}
