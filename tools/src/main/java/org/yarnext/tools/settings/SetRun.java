// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.yarnext.common.settings.SettingsEndpoint;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.Finding;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.ClusterPoller;
import org.yarnext.tools.cluster.JmxPage;
import org.yarnext.tools.status.HealthChecks;

/**
 * Changes settings of daemons stage by stage, watches the daemons, and reverts the change if they
 * fare worse.
 */
final class SetRun {
  /** Number of times that the daemons are checked while they are watched. */
  private static final int LOOKS = 6;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ClusterPoller poller;
  private final HealthChecks checks;
  private final SettingChange wanted;
  private final Map<ClusterDaemon, SettingsPage> pages;
  private final SetReport report;
  private final PrintWriter progress;

  /** Daemons that accepted the change. */
  private final Set<ClusterDaemon> changed = new LinkedHashSet<>();

  /** Daemons that have the values, or may have them, since their answer was lost. */
  private final Set<ClusterDaemon> affected = new LinkedHashSet<>();

  private boolean isComplete = true;
  private List<String> worse = Collections.emptyList();

  /**
   * @param pages the settings of the daemons to change
   * @param progress receives lines about the stages
   */
  SetRun(
      ClusterPoller poller,
      HealthChecks checks,
      SettingChange wanted,
      Map<ClusterDaemon, SettingsPage> pages,
      PrintWriter progress) {
    this.poller = poller;
    this.checks = checks;
    this.wanted = wanted;
    this.pages = pages;
    this.report = new SetReport(wanted, pages);
    this.progress = progress;
  }

  /** Counters and health findings of the daemons at one moment. */
  private static final class Look {
    final Map<ClusterDaemon, DaemonCounters> counters = new LinkedHashMap<>();
    final Set<String> findings = new LinkedHashSet<>();
  }

  SetReport report() {
    return report;
  }

  /** Returns whether every daemon accepted its values. */
  boolean isComplete() {
    return isComplete;
  }

  /** Returns why the change was reverted; empty if it was not. */
  List<String> worse() {
    return worse;
  }

  /** Has all daemons check the change. Returns their problems, a sentence each. */
  Set<String> check() throws InterruptedException {
    Set<String> problems = new LinkedHashSet<>();
    ClusterPoller.Answers<DaemonClient.Reply> answers =
        send(pages.keySet(), "?dry-run=true", daemon -> wanted.of(pages.get(daemon)).json(null));
    for (ClusterDaemon daemon : pages.keySet()) {
      String problem = problem(answers, daemon);
      report.put(daemon, problem.isEmpty() ? "would change" : problem);
      if (!problem.isEmpty()) {
        problems.add(problem);
      }
    }
    return problems;
  }

  /**
   * Changes the daemons.
   *
   * @param watchMs how long to watch them after each stage, in ms; 0 to go on at once
   */
  void change(List<List<ClusterDaemon>> stages, long watchMs) throws InterruptedException {
    WatchVerdict.Period usual = null;
    Look before = null;
    if (watchMs > 0) {
      say(
          "Watching " + SetReport.kinds(pages.keySet()) + " before the change",
          watchMs,
          stages.size() + 1);
      Look start = look();
      sleep(watchMs);
      before = look();
      usual = new WatchVerdict.Period(start.counters, before.counters);
    }
    for (int i = 0; i < stages.size(); i++) {
      List<ClusterDaemon> stage = stages.get(i);
      apply(stage);
      if (watchMs > 0) {
        String text =
            "Stage " + (i + 1) + " of " + stages.size() + ": changed " + SetReport.kinds(changed);
        say(text + ", watching", watchMs, stages.size() - i);
        if (!watch(before, usual, watchMs)) {
          takeBack();
          return;
        }
        before = look();
      } else {
        progress.println(
            "Changed " + SetReport.kinds(changed) + " of " + SetReport.kinds(pages.keySet()) + ".");
      }
    }
  }

  private void say(String text, long watchMs, int periods) {
    progress.println(
        text + " for " + seconds(watchMs) + " s, about " + seconds(periods * watchMs) + " s left.");
  }

  private static long seconds(long ms) {
    return (ms + 999) / 1000;
  }

  private void apply(List<ClusterDaemon> stage) throws InterruptedException {
    ClusterPoller.Answers<DaemonClient.Reply> answers =
        send(stage, "", daemon -> wanted.of(pages.get(daemon)).json(pages.get(daemon)));
    for (ClusterDaemon daemon : stage) {
      String problem = problem(answers, daemon);
      report.put(daemon, problem.isEmpty() ? "changed" : problem);
      isComplete &= problem.isEmpty();
      if (problem.isEmpty()) {
        changed.add(daemon);
      }
      DaemonClient.Reply reply = answers.answers().get(daemon);
      // With 500 the values are in effect, and a part of a feature could not follow.
      if (reply == null || reply.status() == 200 || reply.status() >= 500) {
        affected.add(daemon);
      }
    }
  }

  /** Returns false as soon as affected daemons fare worse. */
  private boolean watch(Look before, WatchVerdict.Period usual, long watchMs)
      throws InterruptedException {
    for (int i = 0; i < LOOKS; i++) {
      sleep(watchMs / LOOKS);
      Look now = look();
      worse =
          WatchVerdict.worse(
              affected, usual, new WatchVerdict.Period(before.counters, now.counters));
      now.findings.stream()
          .filter(before.findings::add)
          .forEach(finding -> progress.println("New since the change: " + finding));
      if (!worse.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private void takeBack() throws InterruptedException {
    progress.println("Taking back the change: " + String.join(" ", worse));
    List<ClusterDaemon> left = new ArrayList<>(affected);
    Collections.reverse(left);
    for (int attempt = 0; attempt < 3 && !left.isEmpty(); attempt++) {
      ClusterPoller.Answers<DaemonClient.Reply> answers =
          send(left, "", daemon -> wanted.undo(pages.get(daemon)).json(null));
      for (ClusterDaemon daemon : new ArrayList<>(left)) {
        String problem = problem(answers, daemon);
        report.put(daemon, problem.isEmpty() ? "taken back" : "NOT TAKEN BACK: " + problem);
        if (problem.isEmpty()) {
          left.remove(daemon);
        }
      }
    }
    isComplete = left.isEmpty();
  }

  /** Makes the body of a request to a daemon. */
  @FunctionalInterface
  private interface Body {
    String of(ClusterDaemon daemon);
  }

  /** Sends a request to daemons. */
  private ClusterPoller.Answers<DaemonClient.Reply> send(
      Collection<ClusterDaemon> daemons, String query, Body body) throws InterruptedException {
    return poller.poll(
        daemons, (daemon, client) -> client.put(SettingsEndpoint.PATH + query, body.of(daemon)));
  }

  /** Returns the problem of a daemon with a request; empty if the daemon accepted it. */
  private static String problem(
      ClusterPoller.Answers<DaemonClient.Reply> answers, ClusterDaemon daemon) {
    String error = answers.errors().get(daemon);
    return error == null ? problem(answers.answers().get(daemon)) : error;
  }

  private static String problem(DaemonClient.Reply reply) {
    if (reply.status() == 200) {
      return "";
    }
    List<String> sentences = new ArrayList<>();
    try {
      for (JsonNode each : JSON.readTree(reply.text()).path("problems")) {
        sentences.add(each.asText());
      }
    } catch (IOException e) {
      sentences.clear(); // a page of the web server
    }
    if (!sentences.isEmpty()) {
      return String.join(" ", sentences);
    }
    return reply.status() == 401 || reply.status() == 403
        ? "It does not accept your login: get a ticket with kinit, or ask an administrator."
        : "It answers " + reply.status() + ".";
  }

  private Look look() throws InterruptedException {
    Look look = new Look();
    ClusterPoller.Answers<JmxPage> answers =
        poller.poll(
            pages.keySet(), (daemon, client) -> JmxPage.fetch(daemon.toString(), client, false));
    answers
        .answers()
        .forEach(
            (daemon, page) -> {
              look.counters.put(daemon, DaemonCounters.of(page));
              for (Finding finding : checks.check(daemon, page)) {
                if (finding.severity() != Finding.Severity.NOTE) {
                  look.findings.add(finding.toString());
                }
              }
            });
    return look;
  }

  private static void sleep(long ms) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(Math.max(1, ms));
  }

  /** Requests the settings of daemons. */
  static ClusterPoller.Answers<SettingsPage> pages(
      ClusterPoller poller, Collection<ClusterDaemon> daemons)
      throws InterruptedException, ToolException {
    return poller.poll(daemons, (daemon, client) -> SettingsPage.fetch(client));
  }
}
