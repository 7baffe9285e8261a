// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionBuffer;

public class RecentDecisionsTest {
  private final Configuration conf = new Configuration(false);
  private final DecisionBuffer ring = new DecisionBuffer(500);
  private final RecentDecisions bean = new RecentDecisions("NodeManager", "DemoDecisions", ring);
  private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();

  @After
  public void unregister() {
    bean.unregister();
  }

  @Test
  public void theRingIsInJmxNewestFirst() throws Exception {
    bean.register(conf);
    bean.register(conf);
    for (int i = 0; i < 150; i++) {
      ring.record(i, "c" + i, true, decision("KEEP"));
    }
    ObjectName name = new ObjectName("Hadoop:service=NodeManager,name=DemoDecisions");
    String[] shown = (String[]) jmx.getAttribute(name, "RecentDecisions");
    assertEquals(RecentDecisions.SHOWN, shown.length);
    assertEquals("c149", new ObjectMapper().readTree(shown[0]).get("subject").asText());
    bean.unregister();
    assertFalse(jmx.isRegistered(name));
    assertNull(bean.objectName());
  }

  @Test
  public void moreAreShownIfAskedFor() {
    for (int i = 0; i < 150; i++) {
      ring.record(i, "c" + i, true, decision("KEEP"));
    }
    assertEquals(
        120, new RecentDecisions("NodeManager", "More", ring, 120).getRecentDecisions().length);
  }

  @Test
  public void oneLineOfJsonEach() {
    ring.record(17, "container_1", false, decision("SHED").with("waitMs", 2300).with("share", 0.5));
    assertArrayEquals(
        new String[] {
          "{\"timeMs\":17,\"subject\":\"container_1\",\"reason\":\"SHED\",\"text\":\"Because.\","
              + "\"applied\":false,\"inputs\":{\"waitMs\":2300,\"share\":0.5}}"
        },
        bean.getRecentDecisions());
  }

  @Test
  public void awkwardInputsStayOneLineOfValidJson() throws Exception {
    String awkward = "\"quoted\"\nnew line \u0001";
    ring.record(17, awkward, true, decision("KEEP").with(awkward, awkward).with("nan", Double.NaN));
    String line = bean.getRecentDecisions()[0];
    assertEquals(-1, line.indexOf('\n'));
    JsonNode read = new ObjectMapper().readTree(line);
    assertEquals(awkward, read.get("subject").asText());
    assertEquals(awkward, read.get("inputs").get(awkward).asText());
    assertEquals("NaN", read.get("inputs").get("nan").asText());
  }

  /** What two users did, as the bean shows it under one more setting of a daemon. */
  private String shownWith(String... keys) {
    for (String key : keys) {
      conf.setBoolean(key, true);
    }
    RecentDecisions daemon = new RecentDecisions("NodeManager", "HiddenDecisions", ring);
    daemon.register(conf);
    try {
      return String.join("\n", daemon.getRecentDecisions());
    } finally {
      daemon.unregister();
    }
  }

  @Test
  public void whereNotEverybodyMaySeeEveryApplicationOnlyCountsAreShown() {
    ring.record(1, "application_1_0001 of root.secret", true, decision("KEEP").with("mb", 4711));
    ring.record(2, "application_1_0002", true, decision("SHED"));
    ring.record(3, "application_1_0002", true, decision("KEEP"));
    assertTrue(shownWith().contains("application_1_0001"));
    assertEquals(
        "{\"hiddenBy\":\"yarn.webapp.filter-entity-list-by-user=true\","
            + "\"counts\":{\"KEEP\":2,\"SHED\":1}}",
        shownWith("yarn.webapp.filter-entity-list-by-user"));
    assertEquals(
        "{\"hiddenBy\":\"yarn.acl.enable=true\",\"counts\":{\"KEEP\":2,\"SHED\":1}}",
        shownWith("yarn.acl.enable"));
    assertTrue(
        "without authorisation it is for everybody still",
        shownWith("hadoop.security.instrumentation.requires.admin").contains("hiddenBy"));
    assertTrue(shownWith("hadoop.security.authorization").contains("application_1_0001"));
  }

  @Test
  public void severalDaemonsInOneJvmGetBeansOfTheirOwn() {
    DefaultMetricsSystem.setMiniClusterMode(true);
    RecentDecisions second = new RecentDecisions("NodeManager", "DemoDecisions", ring);
    try {
      bean.register(conf);
      second.register(conf);
      assertNotEquals(bean.objectName(), second.objectName());
    } finally {
      second.unregister();
      DefaultMetricsSystem.setMiniClusterMode(false);
    }
  }

  private static Decision<Integer> decision(String code) {
    return Decision.of(1, FeatureMetricsTest.reason(code));
  }
}
