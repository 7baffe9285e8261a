// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.ApplicationKey;

/**
 * Answers {@code GET /yarnext/decisions?id=ID&limit=N} of a daemon's web server with a {@link
 * DecisionsReport}: {@code id} is that of an application or of anything that belongs to one, and
 * without it all decisions are meant; {@code limit} is the maximum number of decisions. Stands
 * behind all filters of the web server, so that the caller is whom they say. Thread-safe.
 *
 * <p>Shows the decisions of all daemons of the JVM, each under its own rules. There is more than
 * one only in tests, such as with MiniYARNCluster.
 */
public final class DecisionsEndpoint extends HttpServlet {
  /** Path of the endpoint. */
  public static final String PATH = "/yarnext/decisions";

  static final int MAX_LIMIT = 20_000;

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(DecisionsEndpoint.class);
  private static final int DEFAULT_LIMIT = 1_000;
  private static final int MAX_ID = 200;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    String method = request.getMethod();
    boolean isHead = method.equals("HEAD");
    if (method.equals("OPTIONS")) { // Hadoop's clients log in with it
      response.setHeader("Allow", "GET, HEAD, OPTIONS");
      return;
    }
    if (!isHead && !method.equals("GET")) {
      response.setHeader("Allow", "GET, HEAD, OPTIONS");
      send(
          response,
          HttpServletResponse.SC_METHOD_NOT_ALLOWED,
          "{\"error\":\"GET or HEAD\"}",
          isHead);
      return;
    }
    int status = HttpServletResponse.SC_OK;
    String text;
    try {
      text = answer(request);
    } catch (IllegalArgumentException e) {
      status = HttpServletResponse.SC_BAD_REQUEST;
      text = "{\"error\":\"id must be that of an application or of a part of it, limit a number\"}";
    } catch (SecurityException e) {
      status = HttpServletResponse.SC_FORBIDDEN;
      text = "{\"error\":\"the daemon has ACLs, and nobody has logged in\"}";
    } catch (IOException | RuntimeException e) {
      LOG.warn("Decisions could not be shown", e);
      status = HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
      text = "{\"error\":\"see the daemon's log\"}";
    }
    send(response, status, text, isHead);
  }

  private String answer(HttpServletRequest request) throws IOException {
    DecisionVisibility visibility = new DecisionVisibility(request, configuration());
    if (visibility.isRefused()) {
      throw new SecurityException();
    }
    return new DecisionsReport(DecisionRegistry.all())
        .text(
            application(request.getParameter("id")),
            limit(request.getParameter("limit")),
            visibility);
  }

  private Configuration configuration() {
    return (Configuration) getServletContext().getAttribute(HttpServer2.CONF_CONTEXT_ATTRIBUTE);
  }

  private static ApplicationKey application(String id) {
    if (id == null) {
      return null;
    }
    ApplicationKey application = id.length() > MAX_ID ? null : ApplicationKey.parse(id);
    if (application == null) {
      throw new IllegalArgumentException("id");
    }
    return application;
  }

  private static int limit(String text) {
    int limit = text == null ? DEFAULT_LIMIT : Integer.parseInt(text);
    if (limit < 1) {
      throw new IllegalArgumentException("limit");
    }
    return Math.min(limit, MAX_LIMIT);
  }

  private static void send(HttpServletResponse response, int status, String text, boolean isHead)
      throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    response.setStatus(status);
    response.setContentType("application/json; charset=utf-8");
    response.setContentLength(bytes.length);
    if (!isHead) {
      response.getOutputStream().write(bytes);
    }
  }
}
