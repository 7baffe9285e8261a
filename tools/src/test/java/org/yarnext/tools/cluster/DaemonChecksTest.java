// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.Test;
import org.yarnext.tools.Finding;
import org.yarnext.tools.ToolException;

public class DaemonChecksTest {
  @Test
  public void daemonsOfOneVersionHaveNoFindings() throws Exception {
    assertEquals(
        Collections.emptyList(), check(page("rm", "0.1.0", 17, 0), page("nm", "0.1.0", 8, 4000)));
  }

  @Test
  public void mixedVersionsAreAnError() throws Exception {
    List<String> found = check(page("rm", "0.1.0", 17, 0), page("nm1", "0.2.0-SNAPSHOT", 17, 0));
    assertFound(found, "ERROR [rm], [nm1]: They run different versions of the pack");
    assertFound(found, "Fix: Run \"yarnext upgrade\" on the older ones");
  }

  @Test
  public void daemonThatWasNotRestartedIsFound() throws Exception {
    JmxPage without =
        JmxPage.read(
            "nm2",
            0,
            "{\"beans\":[{\"name\":\"java.lang:type=Runtime\","
                + "\"ClassPath\":\"/h/hadoop-common-3.4.2.jar\"}]}");
    assertFound(
        check(page("rm", "0.1.0", 17, 0), without), "WARNING nm2: It runs without the pack");
    List<Finding> findings = new ArrayList<>();
    new DaemonChecks(Collections.singletonList(without), false).check(findings);
    assertEquals("nothing of the pack is configured", Collections.emptyList(), findings);
  }

  @Test
  public void differingClocksAreAWarning() throws Exception {
    assertFound(check(page("nm", "0.1.0", 17, -61_000)), "WARNING nm: Its clock differs by -61 s");
  }

  @Test
  public void javaThatTheDaemonsHadoopDoesNotSupportIsAnError() throws Exception {
    assertFound(
        check(page("nm", "0.1.0", 24, 0)),
        "ERROR nm: It runs on Java 24, which Hadoop 3.4.2 does not support.");
    for (String later : new String[] {"3.4.3", "3.5.0"}) {
      JmxPage page =
          JmxPage.read(
              "nm",
              0,
              "{\"beans\":[{\"name\":\"java.lang:type=Runtime\",\"SpecVersion\":\"25\","
                  + "\"ClassPath\":\"/h/yarnext-common-0.1.0.jar:/h/hadoop-common-"
                  + later
                  + ".jar\"}]}");
      assertEquals(later, Collections.emptyList(), check(page));
    }
  }

  /** A container may listen on the web port of a node that is down. */
  @Test
  public void javaVersionOfAnImposterIsIgnored() throws Exception {
    JmxPage page =
        JmxPage.read(
            "nm",
            0,
            "{\"beans\":[{\"name\":\"java.lang:type=Runtime\",\"SpecVersion\":\"99999999999\","
                + "\"ClassPath\":\"/h/yarnext-common-0.1.0.jar:/h/hadoop-common-3.4.2.jar\"}]}");
    assertEquals(Collections.emptyList(), check(page));
  }

  @Test
  public void olderHadoopIsAnError() throws Exception {
    JmxPage old =
        JmxPage.read(
            "nm",
            0,
            "{\"beans\":[{\"name\":\"java.lang:type=Runtime\","
                + "\"ClassPath\":\"/h/hadoop-common-3.3.6.jar:/h/hadoop-common-3.3.6-tests.jar\"}]}");
    assertFound(check(old), "ERROR nm: It runs Hadoop 3.3.6.");
  }

  @Test
  public void disabledFeaturesAreNamed() throws Exception {
    JmxPage page =
        JmxPage.read(
            "nm",
            0,
            "{\"beans\":[{\"name\":\"Hadoop:service=NodeManager,name=Mercury\",\"GuardState\":1},"
                + "{\"name\":\"Hadoop:service=ResourceManager,name=ElasticScheduler\","
                + "\"ConfigurationRefused\":1}]}");
    List<String> found = check(page);
    assertFound(found, "WARNING nm: Mercury: its guard tripped");
    assertFound(found, "ERROR nm: ElasticScheduler stays off");
    assertFound(found, "Fix: Search its log for \"stays off\"");
  }

  @Test(expected = ToolException.class)
  public void foreignPageIsRefused() throws Exception {
    JmxPage.read("nm", 0, "{\"nodes\":[]}");
  }

  private static JmxPage page(String daemon, String pack, int java, long aheadMs)
      throws ToolException {
    return JmxPage.read(
        daemon,
        aheadMs,
        String.format(
            Locale.ROOT,
            "{\"beans\":[{\"name\":\"java.lang:type=Runtime\",\"SpecVersion\":\"%d\",\"ClassPath\":"
                + "\"/h/yarnext-common-%s.jar:/h/hadoop-common-3.4.2.jar\"},"
                + "{\"name\":\"Hadoop:service=NodeManager,name=Mercury\",\"GuardState\":0}]}",
            java,
            pack));
  }

  private static List<String> check(JmxPage... pages) {
    List<Finding> findings = new ArrayList<>();
    new DaemonChecks(Arrays.asList(pages), true).check(findings);
    List<String> lines = new ArrayList<>();
    findings.forEach(finding -> lines.add(finding.toString()));
    return lines;
  }

  private static void assertFound(List<String> lines, String text) {
    assertTrue(text + " in " + lines, lines.stream().anyMatch(line -> line.contains(text)));
  }
}
