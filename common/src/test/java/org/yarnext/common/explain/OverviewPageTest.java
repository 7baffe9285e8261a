// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;

/** Looks at the page of a web server of Hadoop's with a browser that runs its script. */
public class OverviewPageTest {
  private static final String APPLICATION = "application_1700000000000_0001";
  private static final String MARKUP = "<img src=x onerror=alert(1)>";

  private enum Why implements DecisionReason {
    TOO_LONG,
    SHORT;

    @Override
    public String code() {
      return name();
    }

    @Override
    public String text() {
      return "It waits longer than allowed.";
    }
  }

  /** Answers as a ResourceManager's REST service, with 120 nodes. */
  public static final class Cluster extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final AtomicInteger NODES = new AtomicInteger();
    private static final AtomicInteger READ = new AtomicInteger();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("application/json");
      if (request.getRequestURI().endsWith("/info")) {
        response.getWriter().print("{\"clusterInfo\":{\"hadoopVersion\":\"3.4.2\"}}");
      } else {
        READ.incrementAndGet();
        String nodes =
            IntStream.range(0, NODES.get())
                .mapToObj(
                    i ->
                        "{\"id\":\"node%d:8041\",\"rack\":\"/default\",\"state\":\"RUNNING\",\"usedMemoryMB\":1024,\"availMemoryMB\":2048,\"numRunningOpportContainers\":1,\"numQueuedContainers\":%d,\"nodeHTTPAddress\":\"node%d:8042\"}"
                            .replace("%d", Integer.toString(i)))
                .collect(Collectors.joining(","));
        response.getWriter().print("{\"nodes\":{\"node\":[" + nodes + "]}}");
      }
    }
  }

  private final DecisionLog log =
      new DecisionLog(
          new FeatureMetrics("MercuryPlacement", "Test", () -> FeatureMode.SHADOW),
          FeatureMode.SHADOW,
          "Test" + System.nanoTime(),
          "MercuryPlacementDecisions");
  private final EventCounter placed = log.metrics().counter("ContainersPlaced", "Test");
  private final WebClient browser = new WebClient();
  private HttpServer2 server;
  private String root;

  @Before
  public void start() throws IOException {
    Cluster.NODES.set(120);
    Cluster.READ.set(0);
    DefaultMetricsSystem.initialize("Test");
    placed.add(12_345); // first: JMX shows the values of the registration for ten seconds
    log.register(new Configuration(false));
    browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
    browser.getCookieManager().clearCookies();
  }

  private void start(Configuration conf) throws IOException {
    conf.set(
        DecisionsInitializer.KEY,
        DecisionsInitializer.class.getName()
            + ","
            + AuthenticationFilterInitializer.class.getName());
    conf.set("hadoop.http.authentication.type", "simple");
    conf.set("hadoop.http.authentication.simple.anonymous.allowed", "true");
    server =
        new HttpServer2.Builder()
            .setName("node")
            .setConf(conf)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.addServlet("cluster", "/ws/v1/cluster/*", Cluster.class);
    server.start();
    root = "http://localhost:" + server.getConnectorAddress(0).getPort();
  }

  @After
  public void stop() throws Exception {
    browser.close();
    server.stop();
    log.close();
    DefaultMetricsSystem.shutdown();
  }

  private HtmlPage open(String fragment) throws IOException {
    HtmlPage page = browser.getPage(root + "/yarnext/" + fragment);
    browser.waitForBackgroundJavaScriptStartingBefore(1_000);
    return page;
  }

  private static String text(HtmlPage page, String id) {
    return page.getElementById(id).asNormalizedText();
  }

  private void explain(String subject, DecisionReason reason, Object input) {
    log.explain(1_700_000_001_000L, subject, Decision.of(1, reason).with("input", input));
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
  public void decisionsAreFilteredAndNeverMarkup() throws Exception {
    start(new Configuration());
    explain(APPLICATION, Why.TOO_LONG, MARKUP);
    explain("container_1700000000000_0002_01_000001", Why.SHORT, 2);
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
    explain("container_1700000000000_0002_01_000001", Why.SHORT, 2);
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
    explain("container_1700000000000_0002_01_000001", Why.SHORT, 2);
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
    explain("container_1700000000000_0002_01_000001", Why.SHORT, 2);
    Thread.sleep(6_000); // one more refresh
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
    Cluster.NODES.set(1_200);
    start(new Configuration());
    HtmlPage page = open("#nodes");
    assertEquals("1 200 nodes, page 1 of 24, read every 12 s", text(page, "node-count"));
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
