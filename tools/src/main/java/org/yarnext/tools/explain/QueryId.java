// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The container, attempt or application that an operator asks about; tells which decisions concern
 * it. Immutable.
 *
 * <p>Decisions name the objects that they concern in their subject or in an input. For an
 * application, decisions about its containers and attempts count too. For a container or an
 * attempt, decisions about its application or attempt as a whole count too, because decisions
 * before a container exists can name only these.
 */
final class QueryId {
  private static final Pattern ID =
      Pattern.compile(
          "(?<![A-Za-z0-9_])(application|appattempt|job|container(?:_e\\d+)?)_(\\d+)_(\\d+)(_\\d+)?(_\\d+)?"
              + "(?![A-Za-z0-9_])");

  private final String id;
  private final String application;
  private final boolean wholeApplication;

  private QueryId(String id, String application, boolean wholeApplication) {
    this.id = id;
    this.application = application;
    this.wholeApplication = wholeApplication;
  }

  /**
   * Parses an id.
   *
   * @param text id of a container, an application attempt, an application or a MapReduce job
   * @return null if it is none of them
   */
  static QueryId parse(String text) {
    Matcher id = ID.matcher(text);
    if (!id.matches()) {
      return null;
    }
    String kind = id.group(1);
    int numbers = 2 + (id.group(4) == null ? 0 : 1) + (id.group(5) == null ? 0 : 1);
    boolean whole = kind.equals("application") || kind.equals("job");
    int wanted = whole ? 2 : kind.equals("appattempt") ? 3 : 4;
    if (numbers != wanted) {
      return null;
    }
    String application = application(id);
    return new QueryId(whole ? application : text, application, whole);
  }

  private static String application(Matcher id) {
    return "application_" + id.group(2) + "_" + id.group(3);
  }

  /** Returns the id of the application. */
  String application() {
    return application;
  }

  /** Returns the id of the container; null if it is another id. */
  String container() {
    return id.startsWith("container") ? id : null;
  }

  /** Returns whether an attempt is this id, belongs to it, or is that of this container. */
  boolean mayBelongTo(String attempt) {
    String numbers = attempt.replaceFirst("appattempt_", "");
    return wholeApplication
        || attempt.equals(id)
        || container() != null && container().contains("_" + withTwoDigits(numbers) + "_");
  }

  /** Returns the numbers of an attempt as ids of containers have them. */
  private static String withTwoDigits(String numbers) {
    return numbers.replaceFirst("_0*(\\d{2,})$", "_$1");
  }

  /** Returns whether the decision is about this id. */
  boolean concerns(TimelineEntry decision) {
    return names(decision, this::isMeant);
  }

  /** Returns whether the decision names this id itself, not only its application. */
  boolean isNamed(TimelineEntry decision) {
    return wholeApplication || names(decision, found -> found.group().equals(id));
  }

  private boolean isMeant(Matcher found) {
    boolean same = application(found).equals(application);
    boolean ofWhole =
        found.group(1).equals("application")
            || found.group(1).equals("appattempt") && mayBelongTo(found.group());
    return same && (wholeApplication || ofWhole || found.group().equals(id));
  }

  /** Returns whether the decision's subject or inputs contain a matching id. */
  private static boolean names(TimelineEntry decision, Predicate<Matcher> wanted) {
    return names(decision.subject(), wanted)
        || decision.inputs().values().stream()
            .anyMatch(input -> input instanceof String && names((String) input, wanted));
  }

  private static boolean names(String text, Predicate<Matcher> wanted) {
    Matcher found = ID.matcher(text);
    while (found.find()) {
      if (wanted.test(found)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return id;
  }
}
