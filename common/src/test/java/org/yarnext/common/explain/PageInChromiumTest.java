// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.testing.ChromiumBrowser;

/**
 * Looks at the page with Chromium: layout, colours, policy and a large cluster, which {@link
 * OverviewPageTest} cannot see. Leaves pictures in {@code target/screenshots}.
 */
public class PageInChromiumTest extends OverviewPageTestBase {
  private static final int NODES = 5_000;
  private static final String HOSTILE =
      "</td><script>window.hacked=1</script><img src=x onerror='window.hacked=1'>\"'>{{7*7}}";

  private static final String ERROR = "#error";

  /**
   * Returns what is wrong with the layout: an element that the user needs is outside of the page's
   * width, cuts its text or is squeezed into many short lines, or a text has too little contrast
   * with its background (WCAG: 4.5).
   */
  private static final String LAYOUT_PROBLEMS =
      "const wrong = [];"
          + "if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls'"
          + " + ' to ' + document.documentElement.scrollWidth);"
          + "const rgb = c => c.match(/[\\d.]+/g).map(Number);"
          + "const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92"
          + " : Math.pow((v + 0.055) / 1.055, 2.4)).reduce((s, v, i) => s + v * [0.2126, 0.7152,"
          + " 0.0722][i], 0);"
          + "function behind(e) { for (; e; e = e.parentElement) {"
          + " const c = rgb(getComputedStyle(e).backgroundColor);"
          + " if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; }"
          + "for (const e of document.body.querySelectorAll('*')) {"
          + " if (!e.checkVisibility() || e.closest('svg')) continue;"
          + " const name = e.tagName + ' ' + (e.id || e.textContent.slice(0, 40));"
          + " const box = e.getBoundingClientRect();"
          + " if (!e.closest('.scroll') && (box.left < 0 || box.right > innerWidth + 0.5))"
          + "  wrong.push(name + ' is cut off');"
          + " if (e.matches('button, a, h1, h2, h3, dd, dt, label') && e.scrollWidth >"
          + " e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')"
          + "  wrong.push(name + ' cuts its text');"
          + " if (e.matches('td') && box.height > 200) wrong.push(name + ' is squeezed');"
          + " if (e.matches('.scroll') && e.scrollWidth > e.clientWidth + 1)"
          + "  wrong.push('the table of ' + e.parentElement.id + ' scrolls');"
          + " if (e.getClientRects().length > 1 && e.matches('label'))"
          + "  wrong.push(name + ' is apart from its control');"
          + " const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());"
          + " if (!own || e.disabled || e.tagName === 'OPTION') continue;"
          + " const a = light(rgb(getComputedStyle(e).color)), b = light(behind(e));"
          + " const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);"
          + " if (contrast < 4.5) wrong.push(name + ' has a contrast of ' + contrast); }"
          + "return wrong;";

  private static ChromiumBrowser browser;

  private final AtomicLong queued = new AtomicLong();
  private final DecisionLog queue = log("Mercury");

  @BeforeClass
  public static void startBrowser() throws Exception {
    browser = new ChromiumBrowser(Collections.emptyMap());
  }

  @AfterClass
  public static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @Before
  public void registerQueue() {
    queue.metrics().gauge("QueuedContainers", "Test", queued::get);
    queue.metrics().gauge("RunningOpportunistic", "Test", () -> 4 + queued.get() / 2);
    queue.metrics().gauge("QueueWaitMillis", "Test", () -> 800 * queued.get());
    queue.register(new Configuration(false));
    browser.resize(1280, 800);
    browser.prefer("light");
    browser.forgetCookies();
  }

  @After
  public void unregisterQueue() {
    queue.close();
  }

  private void open(String fragment) {
    browser.open(root + "/yarnext/" + fragment);
  }

  /** Fails if the page complains, its policy is violated, or another site is asked. */
  private void assertClean() {
    assertEquals(Collections.emptyList(), browser.console());
    List<String> others = new ArrayList<>(browser.requests());
    assertFalse(others.isEmpty());
    others.removeIf(url -> url.startsWith(root + "/") || url.startsWith("data:"));
    assertEquals(Collections.emptyList(), others);
  }

  /** Looks at the page in light and dark, wide and narrow. */
  private void look(String name) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefer(scheme);
      for (int width : new int[] {1280, 780, 400}) {
        browser.resize(width, 800);
        String picture = name + "-" + scheme + "-" + width;
        browser.screenshot(picture);
        ((List<?>) browser.run(LAYOUT_PROBLEMS)).forEach(each -> wrong.add(picture + ": " + each));
      }
    }
    browser.resize(1280, 800);
    assertEquals(Collections.emptyList(), wrong);
  }

  private static long count(String selector) {
    return (Long) browser.run("return document.querySelectorAll(arguments[0]).length", selector);
  }

  /** Keeps ten minutes of samples, as if the daemon had run that long. */
  private void run() {
    long nowMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    for (int i = ChartHistory.MAX_SAMPLES; i >= 0; i--) {
      queued.set(Math.round(6 + 5 * Math.sin(i / 4.0)));
      placed.add(queued.get() * 3);
      DecisionRegistry.of(daemon).sweep(nowMs - i * 10_000);
    }
  }

  private void explainMany(int decisions) {
    for (int i = 0; i < decisions; i++) {
      log.explain(
          1_700_000_001_000L + 1_000 * i,
          "container_1700000000000_0002_01_" + (100_000 + i),
          Decision.of(1, i % 3 == 0 ? Why.TOO_LONG : Why.SHORT)
              .with("node", "rack4-node" + i % 40 + ".example.org:8041")
              .with("waitMs", 1_200.5 + i));
    }
  }

  @Test
  public void overview() throws Exception {
    run();
    start(new Configuration());
    open("");
    browser.await("#findings", "All features of this daemon are healthy.");
    browser.await("#charts", "Opportunistic containers queued");
    assertEquals(4, count("#charts .card"));
    for (int i = 1; i <= 4; i++) {
      String line =
          (String)
              browser.run(
                  "return document.querySelector(arguments[0]).getAttribute('d')",
                  "#charts .card:nth-child(" + i + ") path");
      assertTrue(line, line.split("L").length > 55);
    }
    assertEquals(2, count("#features > article"));
    assertEquals("ResourceManager, Hadoop 3.4.2", browser.text("#daemon"));
    look("overview");
    browser.click("#features summary");
    look("overview-all-metrics");
    assertClean();
  }

  @Test
  public void thousandsOfNodes() throws Exception {
    Cluster.NODES.set(NODES);
    start(new Configuration());
    open("#nodes");
    browser.await("#node-count", "5 000 nodes, page 1 of 100");
    assertEquals(50, count("#node-rows tr"));
    assertTrue(count("*") + " elements", count("*") < 1_000);
    look("nodes");
    browser.click("#node-next");
    browser.await("#node-count", "page 2 of 100");
    double ms =
        ((Number)
                browser.run(
                    "const filter = document.getElementById('node-filter');"
                        + "const start = performance.now();"
                        + "filter.value = 'NODE49';"
                        + "filter.dispatchEvent(new Event('input'));"
                        + "document.body.getBoundingClientRect();"
                        + "return performance.now() - start"))
            .doubleValue();
    browser.await("#node-count", "111 nodes, page 1 of 3");
    assertTrue("a key is answered within " + ms + " ms", ms < 1_000);
    browser.type("#node-filter", "no such host");
    browser.await("#node-rows", "No node matches the filter.");
    look("nodes-none");
    assertClean();
  }

  @Test
  public void decisions() throws Exception {
    explainMany(700);
    explain(APPLICATION, Why.SHORT, 1);
    start(new Configuration());
    open("#decisions");
    browser.await("#decision-count", "500 of 500 (the newest");
    assertEquals(500, count("#decision-rows tr"));
    look("decisions");
    browser.type("#text-filter", "rack4-node12.");
    browser.await("#decision-count", "13 of 500");
    browser.run(
        "const reason = document.getElementById('reason-filter'); reason.value = 'TOO_LONG';"
            + "reason.dispatchEvent(new Event('change'))");
    browser.await("#decision-count", "4 of 500");
    look("decisions-filtered");
    browser.click("#decision-rows a");
    browser.await("#decisions-title", "Decisions about container_1700000000000_0002");
    assertClean();
  }

  @Test
  public void applicationIsFound() throws Exception {
    explainMany(20);
    explain(APPLICATION, Why.TOO_LONG, 1);
    start(new Configuration());
    open("");
    browser.await("#findings", "healthy");
    browser.resize(400, 800);
    browser.type("#find-id", "application_1700000000000_0002");
    browser.click("#find button");
    browser.await("#decision-count", "20 of 20");
    browser.await("#application-link", "YARN's page of the application");
    assertEquals("overview is gone", "", browser.text("#overview"));
    look("application");
    browser.type("#find-id", "application_1700000000000_0009");
    browser.click("#find button");
    browser.await(
        "#decision-rows", "Nothing is known of application_1700000000000_0009 that you may see.");
    look("application-unknown");
    browser.type("#find-id", "spark-pi");
    browser.click("#find button");
    browser.await(ERROR, "spark-pi is not the id of an application, attempt or container.");
    look("application-nonsense");
    assertClean();
  }

  @Test
  public void daemonStopsWhileThePageIsOpen() throws Exception {
    run();
    start(new Configuration());
    open("");
    browser.await("#charts", "Queue wait");
    assertClean();
    server.stop();
    refresh();
    browser.await(ERROR, "Metrics: the daemon does not answer.");
    browser.await("#findings", "The health of this daemon is unknown.");
    look("daemon-stopped");
    browser.run("location.hash = 'nodes'");
    browser.await(ERROR, "Nodes: the daemon does not answer.");
    assertEquals("Nodes: the daemon does not answer.", browser.text(ERROR));
  }

  /** Lets the page read everything again, as when its tab comes to the front. */
  private static void refresh() {
    browser.run("document.dispatchEvent(new Event('visibilitychange'))");
  }

  @Test
  public void featuresAreOff() throws Exception {
    log.close();
    queue.close();
    start(new Configuration());
    open("");
    browser.await("#findings", "No feature of yarnext is on or in shadow on this daemon.");
    look("features-off");
    assertClean();
  }

  @Test
  public void namesOfUsersAreNoMarkup() throws Exception {
    Cluster.NODES.set(1);
    Cluster.RACK.set(HOSTILE);
    explain(HOSTILE, Why.TOO_LONG, HOSTILE);
    log.explain(
        1, APPLICATION + HOSTILE, Decision.of(1, Why.SHORT).with("queue", "root." + HOSTILE));
    start(new Configuration());
    open("#decisions");
    browser.await("#decision-rows", HOSTILE);
    look("decisions-hostile");
    browser.run("location.hash = 'nodes'");
    browser.await("#node-rows", HOSTILE);
    assertEquals("only the address is a link", 1, count("#node-rows a"));
    browser.run("location.hash = 'id/' + encodeURIComponent(arguments[0])", HOSTILE);
    browser.await("#decisions-title", HOSTILE);
    look("id-hostile");
    assertEquals(0, count("main img, main script, main iframe"));
    assertEquals(null, browser.run("return window.hacked"));
    assertClean();
  }

  @Test
  public void othersDecisionsAreNotInThePage() throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "admin");
    explain(APPLICATION, Why.TOO_LONG, "alice");
    start(conf);
    for (String page : new String[] {"", "#decisions", "#id/" + APPLICATION}) {
      open("?user.name=bob" + page);
      browser.await(
          page.isEmpty() ? "#findings" : "#decision-rows",
          page.isEmpty() ? "healthy" : "Nothing is known");
      assertFalse(browser.source(), browser.source().contains("alice"));
      assertFalse(browser.source(), browser.source().contains("TOO_LONG"));
    }
    look("application-of-others");
    browser.forgetCookies();
    open("?user.name=admin#decisions");
    browser.await("#decision-rows", "TOO_LONG");
    assertTrue(browser.source().contains("alice"));
  }
}
