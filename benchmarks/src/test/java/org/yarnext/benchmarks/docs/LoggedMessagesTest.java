// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.Test;
import org.yarnext.benchmarks.docs.ProductSources.Call;

/** docs/troubleshooting.md has every warning and error that daemons, tasks and masters log. */
public class LoggedMessagesTest {
  @Test
  public void everyLoggedMessageIsExplained() throws Exception {
    String page =
        new String(Files.readAllBytes(Paths.get("..", "docs", "troubleshooting.md")), UTF_8);
    TreeSet<String> missing = new TreeSet<>();
    List<String> found = new ArrayList<>();
    for (Call call : ProductSources.calls()) {
      if (call.on.equals("LOG") && (call.name.equals("warn") || call.name.equals("error"))) {
        String message = call.argument(0);
        // A message that is made elsewhere is known by the class that logs it.
        String shown = message.equals("{}") ? "logged by " + call.inClass : message;
        found.add(shown);
        if (!page.contains("`" + shown + "`")) {
          missing.add(call.name + " " + call.module + " " + call.inClass + ": `" + shown + "`");
        }
      }
    }
    assertEquals("not in docs/troubleshooting.md", "", String.join("\n", missing));
    assertEquals("messages are found", true, found.size() > 50);
  }

  /** Nothing stays explained that is logged no more. */
  @Test
  public void everyExplainedMessageIsLogged() throws Exception {
    String page =
        new String(Files.readAllBytes(Paths.get("..", "docs", "troubleshooting.md")), UTF_8);
    TreeSet<String> logged = new TreeSet<>();
    for (Call call : ProductSources.calls()) {
      if (call.on.equals("LOG") && (call.name.equals("warn") || call.name.equals("error"))) {
        String message = call.argument(0);
        logged.add(message.equals("{}") ? "logged by " + call.inClass : message);
      }
    }
    TreeSet<String> stale = new TreeSet<>();
    boolean isMessages = false;
    for (String line : page.split("\n")) {
      if (line.startsWith("#")) {
        isMessages = line.startsWith("### Messages");
      } else if (isMessages && line.startsWith("| `")) {
        String message = line.substring(3, line.indexOf("` |"));
        if (!logged.contains(message)) {
          stale.add(message);
        }
      }
    }
    assertEquals("no code logs these", "", String.join("\n", stale));
  }
}
