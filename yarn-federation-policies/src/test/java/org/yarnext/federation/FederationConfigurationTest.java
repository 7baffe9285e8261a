// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGangLimits;
import org.yarnext.federation.policy.split.AllocateCallThrottle;

public class FederationConfigurationTest {
  /** A value of each key, which is not its default. */
  private static final String[] EVERY_KEY = {
    "yarn.federation.policies.home.mode=on",
    "yarn.federation.policies.home.choices=2",
    "yarn.federation.policies.home.anti-affinity=0.25",
    "yarn.federation.policies.home.half-life=10s",
    "yarn.federation.policies.home.stale-after=1m",
    "yarn.federation.policies.split.mode=shadow",
    "yarn.federation.policies.split.relaxation=load",
    "yarn.federation.policies.split.relax-after=1s",
    "yarn.federation.policies.split.on-host-for=6s",
    "yarn.federation.policies.split.in-rack-for=7s",
    "yarn.federation.policies.split.headroom-weight=1",
    "yarn.federation.policies.split.min-gap=2",
    "yarn.federation.policies.split.requests-per-call=10",
    "yarn.federation.policies.split.containers-per-request=100",
    "yarn.federation.policies.split.requests-per-second=5",
    "yarn.federation.policies.split.burst=10",
    "yarn.federation.policies.split.policy-interval=3s",
    "yarn.federation.policies.split.staging=true",
    "yarn.federation.policies.gang.mode=on",
    "yarn.federation.policies.gang.overtakes=3",
    "yarn.federation.policies.gang.max-waiting=7",
    "yarn.federation.policies.gang.max-waiting-per-queue=5",
    "yarn.federation.policies.gang.max-waiting-per-user=3",
    "yarn.federation.policies.gang.max-mb=4",
    "yarn.federation.policies.gang.max-mb-per-queue=3",
    "yarn.federation.policies.gang.max-mb-per-user=2",
    "yarn.federation.policies.gang.interval=2s",
    "yarn.federation.policies.gang.lease=30s",
    "yarn.federation.policies.gang.ended-retention=10m",
    "yarn.federation.policies.gang.unused-after=20m",
    "yarn.federation.policies.share.mode=on",
    "yarn.federation.policies.share.interval=4s",
    "yarn.federation.policies.share.pause=5s",
    "yarn.federation.policies.share.stale-after=6s",
    "yarn.federation.policies.share.max-step=7",
    "yarn.federation.policies.share.min-change=8",
    "yarn.federation.policies.share.floor=0.9",
    "yarn.federation.policies.store.path=/a/b",
    "yarn.federation.policies.guard.deadline=100ms",
    "yarn.federation.policies.guard.failures-to-trip=3",
    "yarn.federation.policies.guard.cool-down=2m"
  };

  private final Configuration conf = new Configuration(false);

  private FederationConfiguration read() throws InvalidConfigurationException {
    return FederationConfiguration.read(conf);
  }

  @Test
  public void unsetKeysHaveTheirDefaults() throws Exception {
    FederationConfiguration c = read();
    assertEquals(FeatureMode.OFF, c.homeMode());
    assertNotNull(c.newHomePolicy());
    assertEquals(2_000, c.guard().deadline().toMillis());
  }

  /** Reads a configuration with all keys set. */
  private FederationConfiguration readEveryKey() throws InvalidConfigurationException {
    for (String setting : EVERY_KEY) {
      String[] pair = setting.split("=", 2);
      conf.set(pair[0], pair[1]);
    }
    for (ConfigurationKey<?> key : FederationConfiguration.KEYS.keys()) {
      assertNotNull("EVERY_KEY has each key: " + key.name(), conf.get(key.name()));
    }
    return read();
  }

  @Test
  public void keysOfHomesSplitsAndSharesAreRead() throws Exception {
    FederationConfiguration c = readEveryKey();
    assertEquals(FeatureMode.ON, c.homeMode());
    assertEquals(100, c.guard().deadline().toMillis());
    c.newHomeChoiceHistory().chosen("a", 0);
    assertEquals(FeatureMode.SHADOW, c.splitMode());
    assertNotNull(c.splitSettings());
    assertNotNull(c.callLimits());
    assertEquals(3_000, c.policyInterval().toMillis());
    assertTrue(c.isStaging());
    assertEquals(FeatureMode.ON, c.shareMode());
    assertEquals(4_000, c.shareInterval().toMillis());
    assertEquals(5_000, c.sharePause().toMillis());
    assertEquals(6_000, c.shareStaleAfter().toMillis());
    assertNotNull(c.capacityUpdateLimits());
    assertEquals("/a/b", c.storePath());
  }

  @Test
  public void keysOfGangsAreRead() throws Exception {
    FederationConfiguration c = readEveryKey();
    assertEquals(FeatureMode.ON, c.gangMode());
    assertNotNull(c.newGangAdmissionPolicy());
    assertEquals(GangReason.GANG_TOO_MANY, refusal(c.pendingGangLimits(), 7, 1, 1, 0));
    assertEquals(GangReason.GANG_TOO_MANY_IN_QUEUE, refusal(c.pendingGangLimits(), 6, 5, 1, 0));
    assertEquals(GangReason.GANG_TOO_MANY_OF_USER, refusal(c.pendingGangLimits(), 6, 4, 3, 0));
    assertEquals(GangReason.GANG_ACCEPTED, refusal(c.pendingGangLimits(), 6, 4, 2, 2 << 20));
    assertEquals(
        GangReason.GANG_TOO_MANY_OF_USER, refusal(c.pendingGangLimits(), 0, 0, 0, (2 << 20) + 1));
    assertEquals(2_000, c.gangInterval().toMillis());
    assertEquals(30_000, c.gangLease().toMillis());
    assertEquals(600_000, c.gangEndedRetention().toMillis());
  }

  /** A later version's tools may have published it. */
  @Test
  public void unknownKeyOrParameterDoesNotDisableTheOthers() throws Exception {
    conf.set("yarn.federation.policies.home.mode", "on");
    conf.set("yarn.federation.policies.later", "1");
    FederationConfiguration c = read();
    assertEquals(FeatureMode.ON, c.homeMode());
    Map<String, String> splitParameters = new HashMap<>();
    splitParameters.put("min-gap", "3");
    splitParameters.put("later", "1");
    assertNotNull(c.splitSettings(splitParameters));
    splitParameters.put("min-gap", "-1");
    assertThrows(InvalidConfigurationException.class, () -> c.splitSettings(splitParameters));
    Map<String, String> ofShares = new HashMap<>();
    ofShares.put("share.pause", "9s");
    ofShares.put("share.later", "1");
    ofShares.put("share.mode", "on");
    FederationConfiguration published = c.withShares(ofShares);
    assertEquals(9_000, published.sharePause().toMillis());
    assertEquals("not one that is published", FeatureMode.OFF, published.shareMode());
  }

  @Test
  public void unknownParametersAreReportedToThePublisher() {
    assertEquals(
        Arrays.asList(
            "unknown key yarn.federation.policies.split.relax-aftr: did you mean"
                + " yarn.federation.policies.split.relax-after? Correct or remove it.",
            "unknown key yarn.federation.policies.share.flor: did you mean"
                + " yarn.federation.policies.share.floor? Correct or remove it."),
        FederationConfiguration.unknownParameters(
            new TreeSet<>(
                Arrays.asList("relax-aftr", "relax-after", "share.flor", "share.floor"))));
  }

  @Test
  public void defaultsAdmitACallThatNamesAllHostsOfALargeFederation() throws Exception {
    AllocateCallThrottle throttle = new AllocateCallThrottle();
    assertTrue(throttle.admit(60_000, 100_000, read().callLimits(), 0).value());
  }

  @Test
  public void burstBelowTheLinesPerCallIsRefused() {
    conf.set("yarn.federation.policies.split.burst", "9");
    conf.set("yarn.federation.policies.split.requests-per-call", "10");
    InvalidConfigurationException e = assertThrows(InvalidConfigurationException.class, this::read);
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .contains(
                "yarn.federation.policies.split.burst=9 is below"
                    + " yarn.federation.policies.split.requests-per-call=10"));
  }

  @Test
  public void valuesOutOfBoundsAreRefused() {
    String[][] outside = {
      {"yarn.federation.policies.home.choices", "0"},
      {"yarn.federation.policies.home.anti-affinity", "-1"},
      {"yarn.federation.policies.home.half-life", "0s"},
      {"yarn.federation.policies.home.stale-after", "0s"},
      {"yarn.federation.policies.split.relax-after", "1ms"},
      {"yarn.federation.policies.split.on-host-for", "2h"},
      {"yarn.federation.policies.split.in-rack-for", "2h"},
      {"yarn.federation.policies.split.headroom-weight", "1.5"},
      {"yarn.federation.policies.split.min-gap", "-1"},
      {"yarn.federation.policies.split.requests-per-call", "0"},
      {"yarn.federation.policies.split.containers-per-request", "0"},
      {"yarn.federation.policies.split.requests-per-second", "0"},
    };
    for (String[] each : outside) {
      conf.set(each[0], each[1]);
      InvalidConfigurationException e =
          assertThrows(InvalidConfigurationException.class, this::read);
      assertTrue(e.getMessage(), e.getMessage().contains(each[0] + "=" + each[1]));
      conf.unset(each[0]);
    }
  }

  private static GangReason refusal(
      PendingGangLimits limits, int all, int queue, int user, long bytes) {
    return (GangReason) limits.accept(bytes, held(all), held(queue), held(user)).reason();
  }

  private static PendingGangLimits.PendingTotals held(int jobs) {
    PendingGangLimits.PendingTotals held = new PendingGangLimits.PendingTotals();
    held.atLeast(jobs);
    return held;
  }
}
