// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.site.ConfiguredFile;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.SiteEntry;
import org.yarnext.tools.site.SiteFile;
import org.yarnext.tools.site.StartupChecks;

/**
 * Finds why daemons would read other values than the configuration files seem to state: missing
 * files, broken links, and keys that are duplicate, overridden or in the wrong file. Stateless.
 */
final class FileChecks {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}$\\s]+)\\}");

  /** Variables that the scripts of the daemons or their JVMs define. */
  private static final Pattern DEFINED =
      Pattern.compile("env\\..*|(user|java|os|file|line|path)\\..*|(hadoop|yarn|mapred)\\..*");

  /** Files that daemons of YARN do not read when they start. */
  private static final String[] OTHERS = {"hdfs-site.xml", "httpfs-site.xml", "hadoop-policy.xml"};

  private FileChecks() {}

  /** Reports a directory without any of Hadoop's files, and links to missing files. */
  static void missing(ConfigurationView examined, List<Finding> findings) {
    if (!examined.files().containsKey(SiteDirectory.YARN)
        && !examined.files().containsKey(SiteDirectory.CORE)) {
      findings.add(
          Finding.warning(
              SiteDirectory.YARN,
              "The directory has neither core-site.xml nor yarn-site.xml, so daemons would run with"
                  + " Hadoop's defaults.",
              "Give the directory that HADOOP_CONF_DIR of the daemons names, such as"
                  + " /etc/hadoop/conf."));
    }
    for (String name : SiteDirectory.names()) {
      if (examined.isBrokenLink(name)) {
        findings.add(
            Finding.error(
                name,
                "It is a link to a file that does not exist, so daemons run without it.",
                "Create that file, or correct the link."));
      }
    }
  }

  /** Reports elements that Hadoop ignores. */
  static void ignored(ConfigurationView examined, List<Finding> findings) {
    examined
        .files()
        .forEach(
            (name, file) ->
                file.ignored()
                    .forEach(
                        sentence ->
                            findings.add(
                                Finding.warning(
                                    name,
                                    sentence + " Hadoop ignores it.",
                                    "Correct or remove it; a property has one name, one value and"
                                        + " perhaps final."))));
  }

  /** Reports keys with two values in a file, of which only one is used. */
  static void twice(ConfigurationView examined, List<Finding> findings) {
    for (Map.Entry<String, SiteFile> file : examined.files().entrySet()) {
      Set<String> seen = new HashSet<>();
      for (SiteEntry entry : file.getValue().entries()) {
        String key = entry.name();
        SiteEntry used = file.getValue().entry(key);
        boolean isOther = !String.valueOf(entry.value()).equals(String.valueOf(used.value()));
        if (isOther
            && PackKeys.concerns(key)
            && !isOverridden(entry, file.getValue())
            && seen.add(key)) {
          findings.add(
              Finding.warning(
                  file.getKey() + ":" + key,
                  "The file has it twice, and only \"" + used.value() + "\" counts.",
                  "Remove the other value, \"" + entry.value() + "\"."));
        }
      }
    }
  }

  /** Returns whether configure, which could not change a property in place, added another one. */
  private static boolean isOverridden(SiteEntry entry, SiteFile file) {
    return !entry.isEditable() && ConfiguredFile.hasBlock(file);
  }

  /** Reports values that another file of the same daemons overrides. */
  static void overridden(ConfigurationView examined, List<Finding> findings) {
    SiteFile core = examined.files().get(SiteDirectory.CORE);
    SiteFile yarn = examined.files().get(SiteDirectory.YARN);
    if (core == null || yarn == null) {
      return;
    }
    for (String key : new HashSet<>(names(core))) {
      SiteEntry first = core.entry(key);
      SiteEntry second = yarn.entry(key);
      if (second == null
          || !PackKeys.concerns(key)
          || String.valueOf(first.value()).equals(String.valueOf(second.value()))) {
        continue;
      }
      String loser = first.isFinal() ? SiteDirectory.YARN : SiteDirectory.CORE;
      findings.add(
          Finding.warning(
              loser + ":" + key,
              "Its value \""
                  + (first.isFinal() ? second : first).value()
                  + "\" has no effect, since "
                  + (first.isFinal() ? SiteDirectory.CORE : SiteDirectory.YARN)
                  + " has "
                  + (first.isFinal() ? "a final one, \"" : "another one, \"")
                  + (first.isFinal() ? first : second).value()
                  + "\".",
              "Keep one of the two, in yarn-site.xml."));
    }
  }

  private static List<String> names(SiteFile file) {
    List<String> names = new ArrayList<>();
    file.entries().forEach(entry -> names.add(entry.name()));
    return names;
  }

  /** Reports keys in a file that the affected daemons do not read. */
  static void misplaced(ConfigurationView examined, List<Finding> findings) {
    examined
        .files()
        .forEach(
            (name, file) -> {
              for (SiteEntry entry : file.entries()) {
                String key = entry.name();
                boolean isTez = key.startsWith(TezEstimatorConfiguration.PREFIX);
                boolean isDaemons = name.equals(SiteDirectory.YARN);
                boolean isRead =
                    isTez
                        ? name.equals(SiteDirectory.TEZ)
                        : isDaemons || !key.startsWith("yarn.") || isAlsoRead(key, name);
                boolean isJudged = StartupChecks.isOurs(key) || PackKeys.isHook(key);
                if (isJudged && !isRead && !name.equals(SiteDirectory.CORE)) {
                  findings.add(
                      Finding.warning(
                          name + ":" + key,
                          (isTez ? "Tez's masters" : "Daemons") + " do not read it there.",
                          "Move it to " + (isTez ? SiteDirectory.TEZ : SiteDirectory.YARN) + "."));
                }
              }
            });
  }

  /** Reports keys in files that YARN's daemons do not read when they start. */
  static void elsewhere(ConfigurationView examined, List<Finding> findings) {
    for (String name : OTHERS) {
      SiteFile file = examined.other(name);
      for (String key : file == null ? new ArrayList<String>() : names(file)) {
        if (PackKeys.concerns(key) && !key.startsWith("tez.")) {
          findings.add(
              Finding.warning(
                  name + ":" + key,
                  "Daemons do not read it there.",
                  "Move it to " + SiteDirectory.YARN + "."));
        }
      }
    }
  }

  /** Returns whether a daemon also reads the key in this file, beside yarn-site.xml. */
  private static boolean isAlsoRead(String key, String file) {
    return file.equals(SiteDirectory.CAPACITY) && key.startsWith("yarn.scheduler.");
  }

  /** Reports variables that nothing defines. */
  static void variables(ConfigurationView examined, List<Finding> findings) {
    for (String name :
        Arrays.asList(SiteDirectory.CORE, SiteDirectory.YARN, SiteDirectory.CAPACITY)) {
      SiteFile file = examined.files().get(name);
      for (String key : file == null ? new ArrayList<String>() : names(file)) {
        String value = file.entry(key).value();
        Matcher variable = VARIABLE.matcher(value == null ? "" : value);
        while (variable.find()) {
          String wanted = variable.group(1);
          if (examined.all().getRaw(wanted) == null
              && System.getProperty(wanted) == null
              && !DEFINED.matcher(wanted).matches()) {
            findings.add(
                Finding.warning(
                    name + ":" + key,
                    "Nothing defines the variable "
                        + wanted
                        + ", so the value stays \""
                        + value
                        + "\".",
                    "Write the value itself, or define "
                        + wanted
                        + " as a property (-D) of the daemons."));
          }
        }
      }
    }
  }

  /** Reports scripts that put a second copy of the pack on the class path. */
  static void scripts(ConfigurationView examined, List<Finding> findings) {
    examined
        .exports()
        .forEach(
            (place, value) -> {
              if (place.endsWith("CLASSPATH") && value.contains("yarnext")) {
                findings.add(
                    Finding.warning(
                        place,
                        "Daemons also load the pack from "
                            + value
                            + ", perhaps in another version.",
                        "Remove it there, and copy the jars with \"yarnext install\"."));
              }
            });
  }

  /** Reports blocks of "yarnext configure" that were edited by hand. */
  static void editedBlocks(ConfigurationView examined, List<Finding> findings) {
    for (Map.Entry<String, SiteFile> file : new ArrayList<>(examined.files().entrySet())) {
      try {
        if (ConfiguredFile.of(file.getValue()).isEdited()) {
          findings.add(
              Finding.warning(
                  file.getKey(),
                  "The block of \"yarnext configure\" was edited by hand; the next run replaces"
                      + " it.",
                  "Move your values above the block."));
        }
      } catch (ToolException e) {
        findings.add(Finding.error(file.getKey(), e.getMessage(), "Remove the block by hand."));
      }
    }
  }
}
