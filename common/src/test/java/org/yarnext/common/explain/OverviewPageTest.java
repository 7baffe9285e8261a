// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Looks at the page of a web server of Hadoop's with a browser that runs its script. */
public class OverviewPageTest extends OverviewPageTestBase {
  private final WebClient browser = new WebClient();

  @Before
  public void startBrowser() {
    browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
    browser.getCookieManager().clearCookies();
  }

  @After
  public void stopBrowser() {
    browser.close();
  }

  private HtmlPage open(String fragment) throws IOException {
    HtmlPage page = browser.getPage(root + "/yarnext/" + fragment);
    browser.waitForBackgroundJavaScriptStartingBefore(1_000);
    return page;
  }

  private static String text(HtmlPage page, String id) {
    return page.getElementById(id).asNormalizedText();
  }

  @Test
  public void overviewShowsFeaturesAndTheirHealth() throws Exception {
    start(new Configuration());
    HtmlPage page = open("");
    assertTrue(text(page, "features"), text(page, "features").contains("MercuryPlacement"));
    assertTrue(text(page, "features"), text(page, "features").contains("shadow"));
    assertTrue(text(page, "features"), text(page, "features").contains("12 345"));
    assertEquals("All features of this daemon are healthy.", text(page, "findings"));
    assertTrue(text(page, "charts"), text(page, "charts").contains("Opportunistic"));
    assertEquals("ResourceManager, Hadoop 3.4.2", text(page, "daemon"));
  }

  @Test
  public void chartsShowWhatHappenedBeforeThePageWasOpened() throws Exception {
    start(new Configuration());
    DecisionRegistry registry = DecisionRegistry.of(daemon);
    long nowMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    for (int i = 3; i >= 0; i--) {
      registry.sweep(nowMs - i * 10_000);
      placed.add(50);
    }
    HtmlPage page = open("");
    DomElement chart = page.querySelector("#charts svg");
    assertEquals("Opportunistic containers placed, 1/s: 5", chart.getAttribute("aria-label"));
    String line =
        page.querySelector("#charts path").getAttributes().getNamedItem("d").getNodeValue();
    assertTrue(line, line.matches("M9\\d\\.\\d+ 2\\.00L9\\d\\.\\d+ 2\\.00L\\d+\\.\\d+ 2\\.00"));
  }

  @Test
  public void samplesOfChartsAreBounded() throws Exception {
    start(new Configuration());
    for (int i = 0; i < 100; i++) {
      DecisionRegistry.of(daemon).sweep(i);
    }
    String samples = IOUtils.toString(new URL(root + "/yarnext/history"), UTF_8);
    assertEquals(samples, ChartHistory.MAX_SAMPLES, samples.split("ageMs").length - 1);
    log.close();
    assertEquals("{\"samples\":[]}", IOUtils.toString(new URL(root + "/yarnext/history"), UTF_8));
  }

  @Test
  public void beansOfFurtherDaemonsHaveTheirMetricsToo() throws Exception {
    try (DecisionLog second = log("MercuryPlacement")) {
      second.metrics().counter("ContainersPlaced", "Test").add(3);
      second.register(new Configuration(false));
      assertEquals("MercuryPlacement-1", second.metrics().registeredName());
      start(new Configuration());
      HtmlPage page = open("");
      assertEquals(
          "ContainersPlaced",
          page.querySelector("#features article:nth-of-type(2) > dl > dt").getTextContent());
      assertTrue(text(page, "charts"), text(page, "charts").contains("(MercuryPlacement-1)"));
    }
  }

  @Test
  public void decisionsAreFilteredAndNeverMarkup() throws Exception {
    start(new Configuration());
    explain(APPLICATION, Why.TOO_LONG, MARKUP);
    explain(CONTAINER, Why.SHORT, 2);
    HtmlPage page = open("#decisions");
    assertEquals("2 of 2", text(page, "decision-count"));
    assertTrue(text(page, "decision-rows"), text(page, "decision-rows").contains(MARKUP));
    assertEquals(0, page.getElementById("decision-rows").getElementsByTagName("img").size());
    HtmlSelect reasons = page.getHtmlElementById("reason-filter");
    reasons.setSelectedAttribute("SHORT", true);
    assertEquals("1 of 2", text(page, "decision-count"));
    assertFalse(text(page, "decision-rows"), text(page, "decision-rows").contains("TOO_LONG"));
    assertTrue(text(page, "decision-rows"), text(page, "decision-rows").contains("(shadow)"));
  }

  @Test
  public void applicationIsFoundByItsId() throws Exception {
    start(new Configuration());
    explain(APPLICATION, Why.TOO_LONG, 1);
    explain(CONTAINER, Why.SHORT, 2);
    HtmlPage page = open("");
    find(page, APPLICATION);
    DomElement link = page.getElementById("application-link");
    assertEquals("/cluster/app/" + APPLICATION, link.getAttribute("href"));
    assertFalse(link.hasAttribute("hidden"));
    assertEquals("Decisions about " + APPLICATION, text(page, "decisions-title"));
    assertEquals("1 of 1", text(page, "decision-count"));
  }

  private void find(HtmlPage page, String id) throws IOException {
    ((HtmlInput) page.getElementById("find-id")).setValue(id);
    page.<HtmlElement>querySelector("#find button").click();
    browser.waitForBackgroundJavaScriptStartingBefore(1_000);
  }

  @Test
  public void errorStaysWhileOtherRequestsSucceed() throws Exception {
    start(new Configuration());
    explain(APPLICATION, Why.TOO_LONG, 1);
    HtmlPage page = open("#decisions");
    find(page, "nonsense");
    assertEquals(
        "nonsense is not the id of an application, attempt or container.", text(page, "error"));
    assertEquals("those of others are gone", "They could not be read.", rows(page));
    find(page, APPLICATION);
    assertEquals("", text(page, "error"));
    assertEquals("1 of 1", text(page, "decision-count"));
  }

  private static String rows(HtmlPage page) {
    return text(page, "decision-rows");
  }

  @Test
  public void brokenFragmentIsShownAsAnId() throws Exception {
    start(new Configuration());
    HtmlPage page = open("#id/%");
    assertEquals("Decisions about %", text(page, "decisions-title"));
    assertTrue(text(page, "error"), text(page, "error").startsWith("% is not the id"));
  }

  @Test
  public void unknownFragmentShowsTheOverview() throws Exception {
    start(new Configuration());
    HtmlPage page = open("#nothing");
    assertTrue(page.getElementById("overview").isDisplayed());
    assertFalse(page.getElementById("decisions").isDisplayed());
  }

  @Test
  public void chosenFilterStays() throws Exception {
    start(new Configuration());
    explain(APPLICATION, Why.TOO_LONG, 1);
    explain(CONTAINER, Why.SHORT, 2);
    HtmlPage page = open("#decisions");
    HtmlSelect reasons = page.getHtmlElementById("reason-filter");
    reasons.setSelectedAttribute("SHORT", true);
    find(page, APPLICATION);
    assertEquals("0 of 1", text(page, "decision-count"));
    assertEquals("No decision matches the filters.", rows(page));
    assertEquals("SHORT", reasons.getSelectedOptions().get(0).getText());
  }

  @Test
  public void linkKeepsTheFocusWhenDecisionsAreReadAgain() throws Exception {
    start(new Configuration());
    explain(APPLICATION, Why.TOO_LONG, 1);
    HtmlPage page = open("#decisions");
    page.<HtmlElement>querySelector("#decision-rows a").focus();
    explain(CONTAINER, Why.SHORT, 2);
    for (int i = 0; i < 1_200 && !text(page, "decision-count").equals("2 of 2"); i++) {
      Thread.sleep(100); // until one more refresh
    }
    assertEquals("2 of 2", text(page, "decision-count"));
    assertEquals("#id/" + APPLICATION, page.getFocusedElement().getAttribute("href"));
  }

  @Test
  public void nodesAreShownByPagesWithLinksToTheirOwn() throws Exception {
    start(new Configuration());
    HtmlPage page = open("#nodes");
    assertEquals("120 nodes, page 1 of 3, read every 5 s", text(page, "node-count"));
    DomElement first = page.querySelector("#node-rows a");
    assertEquals("the longest queue first", "node119:8041", first.asNormalizedText());
    assertEquals("http://node119:8042/yarnext/", first.getAttribute("href"));
    page.<HtmlElement>querySelector("#node-next").click();
    assertEquals("120 nodes, page 2 of 3, read every 5 s", text(page, "node-count"));
  }

  @Test
  public void manyNodesAreReadLessOften() throws Exception {
    Cluster.NODES.set(3_000); // read so seldom that a slow machine opens the page sooner
    start(new Configuration());
    HtmlPage page = open("#nodes");
    assertEquals("3 000 nodes, page 1 of 60, read every 30 s", text(page, "node-count"));
    Thread.sleep(6_000); // one more refresh of everything else
    assertEquals(1, Cluster.READ.get());
  }

  @Test
  public void othersDecisionsAreNotShown() throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "admin");
    start(conf);
    explain(APPLICATION, Why.TOO_LONG, 1);
    HtmlPage page = open("?user.name=bob#decisions");
    assertEquals("Nothing is known that you may see.", text(page, "decision-rows"));
    assertFalse(page.asXml().contains(APPLICATION));
    browser.getCookieManager().clearCookies();
    page = open("?user.name=admin#decisions");
    assertEquals("1 of 1", text(page, "decision-count"));
  }

  @Test
  public void refusalsAreExplained() throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "admin");
    conf.set("hadoop.security.authorization", "true");
    conf.set("hadoop.security.instrumentation.requires.admin", "true");
    start(conf);
    HtmlPage page = open("");
    assertTrue(text(page, "error"), text(page, "error").contains("Ask an administrator"));
    assertEquals(
        403,
        ((HttpURLConnection) new URL(root + "/yarnext/history").openConnection())
            .getResponseCode());
  }

  /** Only the files of the page are served, and a policy keeps everything else out. */
  @Test
  public void policyForbidsOtherSources() throws Exception {
    start(new Configuration());
    for (String file : new String[] {"", "page.js", "page.css"}) {
      HttpURLConnection connection =
          (HttpURLConnection) new URL(root + "/yarnext/" + file).openConnection();
      assertEquals(200, connection.getResponseCode());
      assertEquals(OverviewPage.POLICY, connection.getHeaderField("Content-Security-Policy"));
      assertEquals("nosniff", connection.getHeaderField("X-Content-Type-Options"));
    }
    for (String file : new String[] {"OverviewPage.class", "..%2fexplain%2fpage.js", "x"}) {
      assertEquals(
          file,
          404,
          ((HttpURLConnection) new URL(root + "/yarnext/" + file).openConnection())
              .getResponseCode());
    }
    byte[] html = new byte[32];
    int n = new URL(root + "/yarnext").openStream().read(html);
    assertTrue(new String(html, 0, n, UTF_8).startsWith("<!DOCTYPE html>"));
  }
}
