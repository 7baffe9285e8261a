// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(JUnitQuickcheck.class)
public class NamePatternTest {
  private static boolean matches(String pattern, String name) {
    return new NamePattern(pattern).matches(name);
  }

  @Test
  public void starMatchesAnyCharactersOrNone() {
    assertTrue(matches("*", ""));
    assertTrue(matches("wordcount-*", "wordcount-"));
    assertTrue(matches("wordcount-*", "wordcount-2026-11-21"));
    assertFalse(matches("wordcount-*", "my wordcount-1"));
    assertTrue(matches("*nightly*report", "a nightly x report"));
    assertFalse(matches("*nightly*report", "a nightly report 2"));
  }

  @Test
  public void questionMarkMatchesExactlyOneCharacter() {
    assertTrue(matches("job ?", "job 7"));
    assertFalse(matches("job ?", "job "));
    assertFalse(matches("job ?", "job 17"));
  }

  @Test
  public void otherCharactersMatchThemselvesCaseSensitively() {
    assertTrue(matches("a.b[c]", "a.b[c]"));
    assertFalse(matches("a.b", "axb"));
    assertFalse(matches("Job", "job"));
    assertFalse(matches("", "x"));
  }

  @Test(timeout = 10_000)
  public void patternOfManyStarsIsMatchedQuickly() {
    StringBuilder pattern = new StringBuilder();
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      pattern.append("*a");
      name.append("aa");
    }
    assertFalse(matches(pattern + "b", name.toString()));
  }

  @Property(trials = 2000)
  public void patternMatchesLikeTheEquivalentRegularExpression(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    String pattern = random(random, "ab*?");
    String name = random(random, "ab");
    String regex = pattern.replace("*", ".*").replace("?", ".");
    assertEquals(pattern + " " + name, Pattern.matches(regex, name), matches(pattern, name));
  }

  private static String random(Random random, String alphabet) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}
