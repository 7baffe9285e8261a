// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.junit.Test;

/** Each test names a policy in another way. */
public class PolicyFactoryTest {
  private static final ConfigurationKey<String> KEY =
      ConfigurationKey.text("yarn.greeting.kind", "short").doc("How to greet.");

  private final PolicyFactory<Greeting> policies =
      new PolicyFactory<>(Greeting.class, "NodeManager").named("short", Hello::new);

  /** Contract of this test's policies. */
  public interface Greeting {}

  /** The module's own. */
  public static final class Hello implements Greeting {}

  /** An operator's own. */
  public static final class Goodbye implements Greeting {}

  /** An operator's own with a mistake. */
  public static final class Broken implements Greeting {
    public Broken() {
      throw new IllegalStateException("no luck");
    }
  }

  /** An operator's own that cannot be made. */
  public static final class Picky implements Greeting {
    public Picky(String ignored) {}
  }

  @Test
  public void shortNameMakesANewPolicyEachTime() {
    assertEquals(Hello.class, policies.make("short").getClass());
    assertNotSame(policies.make("short"), policies.make("short"));
  }

  @Test
  public void classNameMakesACustomPolicy() {
    assertEquals(Goodbye.class, policies.make(Goodbye.class.getName()).getClass());
  }

  private String refusal(String name) throws InvalidConfigurationException {
    Configuration conf = new Configuration(false);
    conf.set(KEY.name(), name);
    return policies.refusal(
        KEY, ConfigurationSchema.of("greeting", "yarn.greeting.", KEY).read(conf));
  }

  @Test
  public void validNamesAreAccepted() throws Exception {
    assertNull(refusal("short"));
    assertNull(refusal(Goodbye.class.getName()));
  }

  @Test
  public void refusalNamesKeyValueReasonAndFix() throws Exception {
    assertEquals(
        "yarn.greeting.kind=loud cannot be used, no such class: choose one of short, or put the"
            + " class on the NodeManager's class path.",
        refusal("loud"));
  }

  @Test
  public void refusalSaysWhyAClassCannotBeMade() throws Exception {
    assertContains("it is not a " + Greeting.class.getName(), refusal("java.lang.String"));
    assertContains("no public constructor without parameters", refusal(Picky.class.getName()));
    assertContains("java.lang.IllegalStateException: no luck", refusal(Broken.class.getName()));
  }

  private static void assertContains(String part, String text) {
    assertTrue(text, text.contains(part));
  }
}
