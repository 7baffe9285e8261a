// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.reload.LiveConfiguration;

/** Asks the endpoint as several users. */
public class SettingsEndpointTest extends SettingsEndpointTestBase {
  private static final String STATIC = "org.apache.hadoop.http.lib.StaticUserWebFilter";

  @Test
  public void settingsAreShown() throws Exception {
    start();
    assertEquals(
        "{\"daemon\":\"TestManager\",\"feature\":\"f\",\"key\":\"f.high\",\"value\":\"10\","
            + "\"file\":\"10\",\"default\":\"10\",\"bounds\":\"0..100\",\"live\":true}",
        shown("f.high").toString());
    assertFalse(shown("f.fixed").path("live").asBoolean());
    HttpURLConnection connection = open("");
    assertEquals(200, connection.getResponseCode());
    assertEquals("nosniff", connection.getHeaderField("X-Content-Type-Options"));
    assertTrue(connection.getHeaderField("Cache-Control").contains("no-store"));
    HttpURLConnection post = open("");
    post.setRequestMethod("POST");
    assertEquals(405, post.getResponseCode());
    assertEquals("GET, HEAD, PUT, OPTIONS", post.getHeaderField("Allow"));
  }

  @Test
  public void settingsAreHiddenWhereHadoopHidesTheConfiguration() throws Exception {
    conf.set("hadoop.security.authorization", "true");
    conf.set("hadoop.security.instrumentation.requires.admin", "true");
    start();
    assertEquals("nobody", 403, open("").getResponseCode());
    assertEquals(403, open("?user.name=eve").getResponseCode());
    assertEquals(200, open("?user.name=root").getResponseCode());
  }

  @Test
  public void administratorChangesSeveralKeysAtOnce() throws Exception {
    start();
    String change = "{\"f.low\": 50, \"f.high\": 60, \"g.n\": \"7\", \"f.mode\": \"ON\"}";
    assertEquals(answer, 200, put("?user.name=root", change));
    assertEquals(Integer.valueOf(60), feature.current().get(HIGH));
    assertEquals(Integer.valueOf(50), feature.current().get(LOW));
    assertEquals(Integer.valueOf(7), other.current().get(OTHER));
    assertEquals(FeatureMode.ON, feature.current().get(MODE));
    JsonNode now = shown("f.high");
    assertEquals("60", now.path("value").asText());
    assertEquals("10", now.path("file").asText());
    assertEquals("root", now.path("changedBy").asText());
    assertTrue(now.path("changedMs").asLong() > 0);
    List<String> sorted = new ArrayList<>(audit.lines);
    Collections.sort(sorted);
    assertEquals(
        "[root|f.high: 10 -> 60, from 127.0.0.1|yarnext set,"
            + " root|f.low: 1 -> 50, from 127.0.0.1|yarnext set,"
            + " root|f.mode: off -> on, from 127.0.0.1|yarnext set,"
            + " root|g.n: 5 -> 7, from 127.0.0.1|yarnext set]",
        sorted.toString());
    JsonNode result = new ObjectMapper().readTree(answer);
    assertEquals("APPLIED", result.path("result").asText());
    assertEquals(4, result.path("changes").size());
    assertTrue(result.path("note").asText().contains("the daemon uses its files again"));

    assertEquals(200, put("?user.name=root", "{\"f.low\": null, \"f.high\": null}"));
    assertEquals(Integer.valueOf(10), feature.current().get(HIGH));
    assertFalse(shown("f.high").has("changedBy"));
    assertTrue(shown("f.mode").has("changedBy"));
  }

  @Test
  public void nonAdministratorsAreRefused() throws Exception {
    start();
    assertEquals(403, put("?user.name=eve", "{\"f.high\": 60}"));
    assertTrue(answer, answer.contains("yarn.admin.acl"));
    assertEquals("nobody", 403, put("", "{\"f.high\": 60}"));
    byte[] body = "{\"f.high\": 60}".getBytes(UTF_8);
    assertEquals("no header", 400, put("?user.name=root", body, false));
    assertTrue(answer, answer.contains("X-XSRF-HEADER"));
    assertEquals(403, put("?user.name=eve&reload=true", ""));
    assertEquals(403, put("?user.name=eve&dry-run=true", "{\"f.high\": 60}"));
    assertNothingChanged();
    assertEquals(audit.lines.toString(), 5, audit.lines.size());
    for (String line : audit.lines) {
      assertTrue(line, line.contains(", from 127.0.0.1|yarnext set"));
      assertTrue(line, line.contains(" FAILED "));
    }
    assertTrue(audit.lines.get(4), audit.lines.get(4).contains("|yarnext set --dry-run FAILED "));
    assertTrue(audit.lines.get(0), audit.lines.get(0).startsWith("eve|"));
    assertTrue(audit.lines.get(1), audit.lines.get(1).startsWith("null|"));
  }

  @Test
  public void userNameOverrulesTheStaticUser() throws Exception {
    conf.set("yarn.admin.acl", "root");
    start("org.yarnext.common.explain.DecisionsInitializer", STATIC);
    assertEquals(403, put("", "{\"f.high\": 60}"));
    assertEquals(403, put("?user.name=eve", "{\"f.high\": 60}"));
    assertEquals(200, put("?user.name=root", "{\"f.high\": 60}"));
  }

  @Test
  public void invalidChangeIsRefusedAsAWhole() throws Exception {
    start();
    String good = "{\"g.n\": 7, \"f.mode\": \"on\", ";
    assertEquals(400, put("?user.name=root", good + "\"f.high\": 101}"));
    assertTrue(answer, answer.contains("f.high=101 is outside 0..100"));
    assertEquals("a rule", 400, put("?user.name=root", good + "\"f.low\": 10}"));
    assertTrue(answer, answer.contains("f.low is not below f.high: lower it."));
    assertEquals(400, put("?user.name=root", good + "\"f.high\": 101, \"f.low\": \"x\"}"));
    assertEquals(2, new ObjectMapper().readTree(answer).path("problems").size());
    assertEquals("unknown", 400, put("?user.name=root", good + "\"f.hihg\": 20}"));
    assertTrue(answer, answer.contains("the nearest is f.high"));
    assertEquals("not live", 409, put("?user.name=root", good + "\"f.fixed\": 4}"));
    assertTrue(answer, answer.contains("f.fixed needs a restart"));
    assertEquals(
        "an old value",
        409,
        put("?user.name=root", good + "\"f.high\": {\"value\": 20, \"old\": 11}}"));
    assertTrue(answer, answer.contains("f.high is 10, not 11"));
    assertNothingChanged();
    assertEquals(6, audit.lines.size());
    assertEquals(200, put("?user.name=root", good + "\"f.high\": {\"value\": 20, \"old\": 10}}"));
    assertEquals(Integer.valueOf(20), feature.current().get(HIGH));
  }

  @Test
  public void bodySizeIsBounded() throws Exception {
    start();
    byte[] large = new byte[SettingsEndpoint.MAX_BODY + 1];
    assertEquals(413, put("?user.name=root", large, true));
    String deep = String.join("", Collections.nCopies(20_000, "[["));
    assertEquals(400, put("?user.name=root", "{\"f.high\":" + deep));
    assertEquals(400, put("?user.name=root", "not JSON"));
    assertEquals(400, put("?user.name=root", ""));
    assertEquals(400, put("?user.name=root&dry-run=yes", "{\"f.high\": 60}"));
    String key = String.join("", Collections.nCopies(50_000, "k"));
    assertEquals(400, put("?user.name=root", "{\"" + key + "\": 60}"));
    assertEquals("a line in the log", 400, put("?user.name=root", "{\"a\\nUSER=eve\": 60}"));
    assertNothingChanged();
  }

  @Test
  public void dryRunChangesNothingAndIsInTheAuditLog() throws Exception {
    start();
    assertEquals(200, put("?user.name=root&dry-run=true", "{\"f.high\": 60}"));
    JsonNode result = new ObjectMapper().readTree(answer);
    assertEquals("ACCEPTABLE", result.path("result").asText());
    assertEquals("10", result.path("changes").path(0).path("old").asText());
    assertEquals("60", result.path("changes").path(0).path("new").asText());
    assertEquals(400, put("?user.name=root&dry-run=true", "{\"f.high\": 600}"));
    assertNothingChanged();
    assertEquals(audit.lines.toString(), 2, audit.lines.size());
    assertEquals("root|f.high: 10 -> 60, from 127.0.0.1|yarnext set --dry-run", audit.lines.get(0));
    String refused = "root|{f.high=600}, from 127.0.0.1|yarnext set --dry-run FAILED ";
    assertTrue(audit.lines.get(1), audit.lines.get(1).startsWith(refused));
  }

  @Test
  public void reloadReadsTheFiles() throws Exception {
    start();
    assertEquals(200, put("?user.name=root", "{\"g.n\": 9}"));
    writeSite("f.high", "70");
    assertEquals(200, put("?user.name=root&reload=true&dry-run=true", ""));
    assertTrue(answer, answer.contains("\"key\":\"f.high\",\"old\":\"10\",\"new\":\"70\""));
    assertEquals(Integer.valueOf(10), feature.current().get(HIGH));
    assertTrue(
        audit.lines.toString(),
        audit.lines.contains("root|f.high: 10 -> 70, from 127.0.0.1|yarnext set --dry-run"));
    assertEquals(200, put("?user.name=root&reload=true", ""));
    assertEquals(Integer.valueOf(70), feature.current().get(HIGH));
    assertEquals("a live value wins", Integer.valueOf(9), other.current().get(OTHER));
    writeSite("f.fixed", "4");
    assertEquals(200, put("?user.name=root&reload=true", ""));
    assertTrue(answer, answer.contains("\"restartNeeded\":[\"f.fixed\"]"));
    writeSite("f.high", "700");
    assertEquals(400, put("?user.name=root&reload=true", ""));
    assertTrue(
        audit.lines.toString(),
        audit.lines.contains("root|f.high: 10 -> 70, from 127.0.0.1|yarnext set"));
    assertTrue(audit.lines.get(audit.lines.size() - 1).startsWith("root|yarn-site.xml, from "));
  }

  @Test
  public void closedFeatureIsNotShown() throws Exception {
    start();
    registered.close();
    assertEquals(400, put("?user.name=root", "{\"f.high\": 60}"));
    assertTrue(answer, answer.contains("No feature of this daemon has the key f.high"));
    LiveConfiguration again = LiveConfiguration.read(KEYS, conf);
    SettingsRegistry.of(conf).register("f", again);
    assertEquals(200, put("?user.name=root", "{\"f.high\": 60}"));
    assertEquals(Integer.valueOf(60), again.current().get(HIGH));
    assertEquals(Integer.valueOf(10), feature.current().get(HIGH));
    LiveConfiguration second = LiveConfiguration.read(KEYS, conf);
    SettingsRegistry.of(conf).register("f", second);
    assertEquals("the same feature", Integer.valueOf(60), second.current().get(HIGH));
    assertEquals(200, put("?user.name=root", "{\"f.high\": null}"));
    assertEquals(Integer.valueOf(10), again.current().get(HIGH));
    assertEquals(Integer.valueOf(10), second.current().get(HIGH));
  }

  @Test
  public void refusalOfOneFeatureKeepsAllUnchanged() throws Exception {
    start();
    other.addListener(
        new LiveConfiguration.Listener() {
          @Override
          public String refusal(ConfigurationSnapshot old, ConfigurationSnapshot now) {
            return "g.n cannot rise without a restart: set it in yarn-site.xml.";
          }

          @Override
          public void changed(ConfigurationSnapshot old, ConfigurationSnapshot now) {}
        });
    assertEquals(409, put("?user.name=root", "{\"f.high\": 60, \"g.n\": 7}"));
    assertTrue(answer, answer.contains("g.n cannot rise without a restart"));
    assertNothingChanged();
  }

  @Test
  public void concurrentChangesLeaveOneOfThem() throws Exception {
    start();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String body = "{\"f.low\": " + (i + 1) + ", \"f.high\": " + (i + 2) + "}";
        all.add(
            threads.submit(
                () -> {
                  HttpURLConnection connection = open("?user.name=root");
                  connection.setRequestMethod("PUT");
                  connection.setDoOutput(true);
                  connection.setRequestProperty("X-XSRF-HEADER", "");
                  connection.getOutputStream().write(body.getBytes(UTF_8));
                  return connection.getResponseCode();
                }));
      }
      for (Future<Integer> each : all) {
        assertEquals(200, each.get().intValue());
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(feature.current().get(LOW) + 1, feature.current().get(HIGH).intValue());
    assertEquals(80, audit.lines.size());
  }
}
