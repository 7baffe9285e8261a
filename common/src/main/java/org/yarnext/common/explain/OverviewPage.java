// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.io.IOUtils;

/**
 * Serves the overview page of a daemon at {@code /yarnext/}: three fixed files of the class path,
 * and at {@code /yarnext/history} the samples of its charts, to those who may read {@code /jmx}.
 * The page itself reads the daemon's {@code /jmx}, YARN's REST services and the {@link
 * DecisionsEndpoint} as the user who views it, so it shows nothing that this user may not see.
 * Thread-safe.
 */
public final class OverviewPage extends HttpServlet {
  /** The paths that this servlet answers. */
  static final String PATHS = "/yarnext/*";

  /** Nothing but the daemon's own files is loaded, and no other site may frame the page. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

  private static final long serialVersionUID = 1L;
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getPathInfo();
    if (path == null) {
      response.sendRedirect("yarnext/");
      return;
    }
    switch (path) {
      case "/":
        send(response, "index.html", "text/html; charset=utf-8");
        break;
      case "/page.js":
        send(response, "page.js", "text/javascript; charset=utf-8");
        break;
      case "/page.css":
        send(response, "page.css", "text/css; charset=utf-8");
        break;
      case "/history":
        if (HttpServer2.isInstrumentationAccessAllowed(getServletContext(), request, response)) {
          sendHistory(response);
        }
        break;
      default:
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
  }

  private static void send(HttpServletResponse response, String file, String type)
      throws IOException {
    setHeaders(response, type);
    try (InputStream in = OverviewPage.class.getResourceAsStream(file)) {
      IOUtils.copyBytes(in, response.getOutputStream(), 8192, false);
    }
  }

  private static void sendHistory(HttpServletResponse response) throws IOException {
    setHeaders(response, "application/json; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    try (JsonGenerator json = JSON.createGenerator(response.getOutputStream())) {
      json.writeStartObject();
      json.writeArrayFieldStart("samples");
      for (DecisionRegistry daemon : DecisionRegistry.all()) {
        daemon.writeCharts(json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void setHeaders(HttpServletResponse response, String type) {
    response.setContentType(type);
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cache-Control", "no-cache");
  }
}
