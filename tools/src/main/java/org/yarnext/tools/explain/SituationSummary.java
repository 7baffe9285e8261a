// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.elastic.policy.ElasticReason;
import org.yarnext.elastic.policy.trust.SizingReason;
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.split.SplitReason;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.placement.PlacementReason;
import org.yarnext.orchestrator.policy.actuation.PlanReason;
import org.yarnext.orchestrator.policy.balance.BalanceReason;

/**
 * Summarizes what the latest decisions mean for an application or a container. It says what a gang
 * waits for, which quota is exhausted, why a task did not get less memory, and which containers
 * received the CPU or memory that a task gave up. Stateless.
 */
final class SituationSummary {
  private SituationSummary() {}

  /** Answer of the latest decisions to one question. Immutable. */
  static final class Line {
    private final String about;
    private final TimelineEntry entry;
    private final String text;

    Line(String about, TimelineEntry entry, String text) {
      this.about = about;
      this.entry = entry;
      this.text = text;
    }

    /** Returns gang, quota, rate, memory or orchestrator. */
    String about() {
      return about;
    }

    /** Returns the time of the decision in ms since the epoch. */
    long timeMs() {
      return entry.timeMs();
    }

    /** Returns whether the feature is in shadow mode, so that the statement is hypothetical. */
    boolean isShadow() {
      return entry.isShadow();
    }

    String text() {
      return text;
    }
  }

  /**
   * Returns the lines, possibly none.
   *
   * @param decisions the decisions about the application or the container, oldest first
   * @param queryId the id that is asked for
   */
  static List<Line> of(List<TimelineEntry> decisions, QueryId queryId) {
    Map<String, TimelineEntry> latest = new LinkedHashMap<>();
    Map<String, Set<String>> gainers = new HashMap<>();
    for (TimelineEntry decision : decisions) {
      DecisionReason reason = ReasonRegistry.find(decision.reason());
      String kind = decision.input("kind");
      if (reason instanceof GangReason) {
        latest.put("gang", decision);
      } else if (reason instanceof PlacementReason) {
        latest.put("quota placement " + decision.subject(), decision);
      } else if (reason == RequestReason.QUOTA_ABSOLUTE || reason == RequestReason.QUOTA_RELATIVE) {
        latest.put("quota requests " + decision.subject(), decision);
      } else if (reason instanceof SplitReason) {
        latest.put("rate", decision);
      } else if (isAboutSize(reason)) {
        latest.put("memory " + subject(decision), decision);
      } else if (reason instanceof PlanReason) {
        latest.put("orchestrator " + decision.subject() + kind, decision);
        if (reason == PlanReason.PLAN_PUT_BACK) {
          gainers.remove(decision.subject() + kind);
        }
      } else if (reason == BalanceReason.BALANCE_APPROVED) {
        for (String donor : decision.input("donors").split(" ")) {
          gainers.computeIfAbsent(donor + kind, any -> new TreeSet<>()).add(decision.subject());
        }
      }
    }
    List<Line> lines = new ArrayList<>();
    latest.forEach(
        (key, decision) -> {
          String about = key.replaceFirst(" .*", "");
          String text = text(about, decision, gainers, queryId);
          if (text != null) {
            lines.add(new Line(about, decision, text));
          }
        });
    return lines;
  }

  private static boolean isAboutSize(DecisionReason reason) {
    return reason instanceof ElasticReason
        || reason instanceof SizingReason
        || reason instanceof TrustReason;
  }

  /** Returns the subject without the node: a request is refused on each node it is offered. */
  private static String subject(TimelineEntry decision) {
    return decision.subject().replaceFirst(" on \\S+$", "");
  }

  private static String text(
      String about, TimelineEntry decision, Map<String, Set<String>> gainers, QueryId queryId) {
    switch (about) {
      case "gang":
        return gang(decision);
      case "quota":
        return quota(decision);
      case "rate":
        return rate(decision);
      case "memory":
        return memory(decision);
      default:
        boolean isHere =
            queryId.container() == null || queryId.container().equals(decision.subject());
        return isHere
            ? orchestrator(decision, gainers.get(decision.subject() + decision.input("kind")))
            : null;
    }
  }

  private static String gang(TimelineEntry decision) {
    String size =
        "The gang of " + decision.input("containers") + " containers, " + mb(decision, "amountMb");
    switch ((GangReason) ReasonRegistry.find(decision.reason())) {
      case GANG_ACCEPTED:
        return size + " together, waits at the Router until it fits its queue's quotas.";
      case GANG_WAITS_FOR_QUOTA:
        return size
            + " together, is number "
            + decision.input("position")
            + " in "
            + decision.input("queue")
            + ". It waits for the quota of "
            + decision.input("waitsFor")
            + ": "
            + mb(decision, "takenMb")
            + " of "
            + mb(decision, "quotaMb")
            + " are taken. It starts once running gangs there end.";
      case GANG_WAITS_FOR_EARLIER:
        return size
            + " together, is number "
            + decision.input("position")
            + " in "
            + decision.input("queue")
            + ". It fits, but an earlier gang waits for the quota of "
            + decision.input("waitsFor")
            + " and starts first.";
      case GANG_ADMITTED:
        return "The gang has its quota, and waits for a ResourceManager to accept it.";
      case GANG_NEVER_FITS:
        return size
            + " together, can never start: the smallest quota of "
            + decision.input("queue")
            + " and its parents is "
            + mb(decision, "quotaMb")
            + ". Declare less, or have the quota raised (yarnext federation quotas).";
      case GANG_NOT_ALLOWED:
        return "It does not wait as a gang: " + decision.text() + tail(decision, "error");
      case GANG_STARTED:
      case GANG_KILLED:
      case GANG_PLANNED:
      case REGISTRY_CHANGED:
      case REGISTRY_UNCHANGED:
      case GANG_NO_QUOTAS:
        return null;
      default:
        return "The gang did not start: " + decision.text() + tail(decision, "error");
    }
  }

  private static String quota(TimelineEntry decision) {
    DecisionReason reason = ReasonRegistry.find(decision.reason());
    if (reason == PlacementReason.PLACE_QUOTA) {
      long rest = number(decision, "asked") - number(decision, "placed");
      return rest
          + " opportunistic containers wait, since the application has reached its quota of them:"
          + " another one is placed when one ends.";
    }
    if (reason instanceof PlacementReason) {
      return null;
    }
    return decision.input("waiting")
        + " opportunistic containers wait: queue "
        + decision.input("queue")
        + " allows the application "
        + decision.input("limit")
        + (reason == RequestReason.QUOTA_RELATIVE
            ? " with its " + decision.input("guaranteed") + " guaranteed ones"
            : "")
        + ", and it has "
        + decision.input("opportunistic")
        + ". Another one is requested when one ends.";
  }

  private static String rate(TimelineEntry decision) {
    DecisionReason reason = ReasonRegistry.find(decision.reason());
    return reason == SplitReason.REQUESTS_TOO_FREQUENT
            || reason == SplitReason.REQUESTS_TOO_MANY
            || reason == SplitReason.REQUESTS_TOO_MANY_CONTAINERS
        ? "The Application Master's call was refused: " + decision.text()
        : null;
  }

  private static String memory(TimelineEntry decision) {
    DecisionReason reason = ReasonRegistry.find(decision.reason());
    if (reason == ElasticReason.ELASTIC_PLACED
        || reason == SizingReason.PLACED_IN_FULL
        || reason == TrustReason.TRUST_KEPT) {
      return null;
    }
    String advice =
        reason == SizingReason.NO_PROFILE
            ? " \"yarnext profile\" makes profiles from the histories of jobs."
            : "";
    return subject(decision) + " gets no less memory than requested: " + decision.text() + advice;
  }

  /**
   * @param gainers the containers that received the amounts of this one; null if they are of others
   */
  private static String orchestrator(TimelineEntry decision, Set<String> gainers) {
    if (ReasonRegistry.find(decision.reason()) != PlanReason.PLAN_LOWERED) {
      return null;
    }
    String unit = decision.input("kind").equals("CPU") ? "Millicores" : "Bytes";
    return decision.subject()
        + " has "
        + InputText.number(decision.inputs().get("amount" + unit))
        + " of the "
        + InputText.number(decision.inputs().get("entitled" + unit))
        + " "
        + (unit.equals("Bytes") ? "bytes of memory" : "millicores")
        + " of its token. The ResourceManager gave the rest to "
        + (gainers == null ? "tasks of its node that need it more" : String.join(", ", gainers))
        + ". It gets that back once none of them needs it, which is checked every epoch, and at"
        + " once if it could not continue without it.";
  }

  private static String mb(TimelineEntry decision, String name) {
    return InputText.number(decision.inputs().getOrDefault(name, "?")) + " MB";
  }

  private static long number(TimelineEntry decision, String name) {
    Object value = decision.inputs().get(name);
    return value instanceof Number ? ((Number) value).longValue() : 0;
  }

  private static String tail(TimelineEntry decision, String name) {
    String text = decision.input(name);
    return text.isEmpty() ? "" : " (" + text + ")";
  }
}
