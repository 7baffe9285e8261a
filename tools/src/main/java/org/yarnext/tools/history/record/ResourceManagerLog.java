// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects data from the ResourceManager's log that histories lack: the memory of each container
 * (from the audit log), and the names of applications (from the application summary). Not
 * thread-safe.
 */
public final class ResourceManagerLog {
  private static final Pattern ALLOCATED =
      Pattern.compile(
          "\\tOPERATION=AM Allocated Container\\t.*\\tCONTAINERID=(container_\\S+)"
              + "\\tRESOURCE=<memory:(\\d{1,10}),");

  /**
   * Matches an application summary, in which commas, equals signs and backslashes are escaped. The
   * quantifiers are possessive, since others recurse for each character of the name.
   */
  private static final Pattern SUMMARY =
      Pattern.compile("appId=(application_\\d+_\\d+),name=((?:[^,\\\\]++|\\\\.)*+),user=");

  private final Map<String, Long> grantedMb = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private boolean given;

  /**
   * Adds the content of a log.
   *
   * @param in closed by the caller
   */
  public void read(InputStream in) throws IOException {
    given = true;
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      readLine(line);
    }
  }

  private void readLine(String line) {
    Matcher allocated = ALLOCATED.matcher(line);
    if (allocated.find()) {
      grantedMb.put(allocated.group(1), Long.valueOf(allocated.group(2)));
      return;
    }
    Matcher summary = SUMMARY.matcher(line);
    if (summary.find()) {
      names.put(summary.group(1), summary.group(2).replaceAll("\\\\(.)", "$1"));
    }
  }

  /** Returns the memory of a container in MB; -1 if unknown. */
  long grantedMb(String containerId) {
    return grantedMb.getOrDefault(containerId, -1L);
  }

  /** Returns the name of an application; null if unknown. */
  public String name(String applicationId) {
    return names.get(applicationId);
  }

  /**
   * Returns whether any log was read; containers that it does not name are then missing from it.
   */
  boolean isGiven() {
    return given;
  }

  /** Returns whether the logs contained no information. */
  public boolean isEmpty() {
    return grantedMb.isEmpty() && names.isEmpty();
  }
}
