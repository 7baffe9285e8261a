// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.testing.ChromiumBrowser;

/** Opens the page behind SPNEGO with Chromium, with tickets of two users and without one. */
public class PageLoginTest extends OverviewPageTestBase {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private MiniKdc centre;
  private File keys;

  @Before
  public void startSecurely() throws Exception {
    centre = new MiniKdc(MiniKdc.createConf(), folder.newFolder());
    centre.start();
    keys = folder.newFile();
    centre.createPrincipal(keys, "HTTP/localhost", "operator", "bob");
    File secret = folder.newFile();
    Files.write(secret.toPath(), new byte[] {'s', 'e', 'c'});
    Configuration conf = new Configuration();
    conf.set("hadoop.security.authentication", "kerberos");
    conf.set("hadoop.security.auth_to_local", "DEFAULT");
    conf.set("hadoop.http.authentication.type", "kerberos");
    conf.set(
        "hadoop.http.authentication.kerberos.principal", "HTTP/localhost@" + centre.getRealm());
    conf.set("hadoop.http.authentication.kerberos.keytab", keys.getPath());
    conf.set("hadoop.http.authentication.signature.secret.file", secret.getPath());
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "operator");
    UserGroupInformation.setConfiguration(conf);
    start(conf);
    explain(APPLICATION, Why.TOO_LONG, "alice");
  }

  @After
  public void leaveTheRealm() {
    centre.stop();
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
  }

  /** Starts a browser with the ticket of a user, or with none if null. */
  private ChromiumBrowser browser(String user) throws Exception {
    File cache = folder.newFile();
    if (user != null) {
      KrbClient client = new KrbClient();
      client.setKdcHost(centre.getHost());
      client.setKdcRealm(centre.getRealm());
      client.setKdcTcpPort(centre.getPort());
      client.setAllowUdp(false);
      client.init();
      client.storeTicket(client.requestTgt(user + "@" + centre.getRealm(), keys), cache);
    }
    Map<String, String> environment = new HashMap<>();
    environment.put("KRB5_CONFIG", centre.getKrb5conf().getPath());
    environment.put("KRB5CCNAME", "FILE:" + cache);
    return new ChromiumBrowser(environment, "--auth-server-allowlist=localhost");
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
