// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.testing.ChromiumBrowser;
import org.yarnext.common.testing.KerberosRealmRule;

/** Opens the page behind SPNEGO with Chromium, with tickets of two users and without one. */
public class PageLoginTest extends OverviewPageTestBase {
  @Rule
  public final KerberosRealmRule realm = new KerberosRealmRule("HTTP/localhost", "operator", "bob");

  @Before
  public void startSecurely() throws Exception {
    Configuration conf = new Configuration();
    realm.secureWebServers(conf);
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "operator");
    start(conf);
    explain(APPLICATION, Why.TOO_LONG, "alice");
  }

  /** Starts a browser with the ticket of a user, or with none if null. */
  private ChromiumBrowser browser(String user) throws Exception {
    return new ChromiumBrowser(realm.environment(user), "--auth-server-allowlist=localhost");
  }

  /**
   * Opens the page, again while a login is refused: Chromium loads the library of Kerberos once a
   * server has asked for it, but does not answer that first server.
   */
  private void open(ChromiumBrowser browser, String fragment) {
    for (int i = 0; i < 5; i++) {
      browser.open(root + "/yarnext/" + fragment);
      if (!browser.text("body").contains("401 Authentication required")) {
        return;
      }
    }
  }

  @Test
  public void administratorWithATicketSeesEverything() throws Exception {
    try (ChromiumBrowser browser = browser("operator")) {
      open(browser, "");
      browser.await("#findings", "All features of this daemon are healthy.");
      open(browser, "#decisions");
      browser.await("#decision-rows", "TOO_LONG");
      browser.screenshot("login-operator");
      assertEquals(Collections.emptyList(), browser.console());
    }
  }

  @Test
  public void userWithATicketSeesNothingOfOthers() throws Exception {
    try (ChromiumBrowser browser = browser("bob")) {
      open(browser, "#decisions");
      browser.await("#decision-rows", "Nothing is known that you may see.");
      assertFalse(browser.source().contains("alice"));
    }
  }

  @Test
  public void userWithoutATicketGetsNoPage() throws Exception {
    try (ChromiumBrowser browser = browser(null)) {
      open(browser, "");
      browser.screenshot("login-none");
      List<String> requests = browser.requests();
      assertTrue(requests.toString(), requests.contains(root + "/yarnext/"));
      assertFalse(requests.toString(), requests.contains(root + "/yarnext/page.js"));
    }
  }
}
