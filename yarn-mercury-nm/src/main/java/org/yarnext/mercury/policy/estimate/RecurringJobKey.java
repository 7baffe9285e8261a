// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Identifies the runs of a recurring job by user, queue, type and name, without the parts of the
 * name that change from run to run. A job's name is a mere claim, so it counts only for its user.
 * Immutable.
 */
public final class RecurringJobKey {
  /** Prefix of the tag by which the ResourceManager passes the key on; no application's own. */
  private static final String TAG_PREFIX = "yarnext.mercury.recurring-job=";

  private static final int MAX_NAME = 256;
  private static final Pattern CHANGING =
      Pattern.compile(
          "\\p{XDigit}{8}-(?:\\p{XDigit}{4}-){3}\\p{XDigit}{12}"
              + "|(?<![\\p{L}\\p{N}])(?=\\p{XDigit}*\\d)\\p{XDigit}{8,}(?![\\p{L}\\p{N}])"
              + "|\\d+");

  private static final Pattern REPEATED = Pattern.compile("#(?:[-_:./,TZ ]{0,2}#)+[Z]?");
  private static final Pattern ATTEMPT =
      Pattern.compile("(?i)[-_ .(]+(?:(?:attempt|retry|rerun)[-_ .]*#?|(?:try|run)[-_ .]*#)\\)?$");

  private final String user;
  private final String text;

  private RecurringJobKey(String user, String text) {
    this.user = user;
    this.text = text;
  }

  /**
   * Creates the key of a job.
   *
   * @param queue its path
   * @param type its application type
   * @param name its name as submitted
   * @return null if the name does not distinguish the job from others
   */
  public static RecurringJobKey of(String user, String queue, String type, String name) {
    String constant = withoutChanging(name);
    if (constant == null) {
      return null;
    }
    return parse(line(user) + "\n" + line(queue) + "\n" + line(type) + "\n" + constant);
  }

  private static RecurringJobKey parse(String text) {
    return new RecurringJobKey(text.substring(0, text.indexOf('\n')), text);
  }

  private static String line(String text) {
    return String.valueOf(text).replaceAll("\\s+", " ");
  }

  /** Returns a name without numbers, dates, ids and attempts; null if no letter is left. */
  static String withoutChanging(String name) {
    if (name == null || name.equals("N/A")) { // YARN's own if none is given
      return null;
    }
    String text = line(name.substring(0, Math.min(MAX_NAME, name.length()))).trim();
    text = CHANGING.matcher(text).replaceAll("#");
    text = REPEATED.matcher(text).replaceAll("#");
    text = ATTEMPT.matcher(text).replaceAll("");
    return text.codePoints().anyMatch(Character::isLetter) ? text : null;
  }

  /** Returns the tag that carries the key, for {@link #find}. */
  public String tag() {
    return TAG_PREFIX + text;
  }

  /** Returns whether a tag could be taken for one that carries a key. */
  public static boolean isTag(String tag) {
    return tag.toLowerCase(Locale.ROOT).startsWith(TAG_PREFIX);
  }

  /** Returns the key among the tags; null if there is none. */
  public static RecurringJobKey find(Collection<String> tags) {
    for (String tag : tags) {
      if (tag.startsWith(TAG_PREFIX) && tag.indexOf('\n') > 0) {
        return parse(tag.substring(TAG_PREFIX.length()));
      }
    }
    return null;
  }

  /** Returns the job's user. */
  String user() {
    return user;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof RecurringJobKey && ((RecurringJobKey) o).text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text.replace('\n', ' ');
  }
}
