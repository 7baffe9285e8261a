// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.LogThrottle;

/**
 * Answers requests to one path of a daemon's web server with JSON. Runs behind all filters of the
 * web server, which determine the caller. Thread-safe.
 *
 * <p>An answer is in memory until the client has read it, so a user can have {@value #MAX_AT_ONCE}
 * reading requests from one host answered at a time. Others get status 503. Users do not keep each
 * other from asking, however slowly they read. Answers to changes are short and not limited.
 */
public abstract class JsonEndpoint extends HttpServlet {
  /** Maximum number of reading requests of one user and host that are answered at a time. */
  public static final int MAX_AT_ONCE = 8;

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(JsonEndpoint.class);
  private static final LogThrottle WARNINGS = new LogThrottle();

  private final String methods;

  /** Number of reading requests being answered, by caller; callers without any are absent. */
  private final transient ConcurrentMap<String, Integer> requests = new ConcurrentHashMap<>();

  /**
   * @param methods the methods to answer, such as GET; HEAD is answered where GET is, and OPTIONS
   *     always
   */
  protected JsonEndpoint(String... methods) {
    this.methods = String.join(", ", methods);
  }

  /** A status and a JSON object as text. Immutable. */
  public static final class Answer {
    private final int status;
    private final String text;

    public Answer(int status, String text) {
      this.status = status;
      this.text = text;
    }
  }

  /**
   * Returns the answer. An exception is answered with status 500, and logged once a minute.
   *
   * @param request with one of the methods
   */
  protected abstract Answer answer(HttpServletRequest request) throws IOException;

  /**
   * Returns whether the request may be answered; called before {@link #answer}.
   *
   * @param response answered by this method if not
   */
  protected boolean isAdmitted(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    return true;
  }

  /** Returns the daemon's configuration, the object that its web server was made from. */
  protected final Configuration configuration() {
    return (Configuration) getServletContext().getAttribute(HttpServer2.CONF_CONTEXT_ATTRIBUTE);
  }

  @Override
  protected final void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    String method = request.getMethod();
    if (method.equals("OPTIONS")) { // Hadoop's clients log in with it
      response.setHeader("Allow", allowed());
      return;
    }
    if (!method.equals("GET") && !method.equals("HEAD")) {
      serve(request, response, method);
      return;
    }
    String caller = request.getRemoteUser() + '@' + request.getRemoteAddr();
    int count = requests.merge(caller, 1, Integer::sum);
    try {
      if (count <= MAX_AT_ONCE) {
        serve(request, response, method);
      } else {
        refuse(response, method);
      }
    } finally {
      requests.computeIfPresent(caller, (key, n) -> n > 1 ? n - 1 : null);
    }
  }

  private static void refuse(HttpServletResponse response, String method) throws IOException {
    response.setHeader("Retry-After", "1");
    Answer busy =
        new Answer(
            HttpServletResponse.SC_SERVICE_UNAVAILABLE,
            "{\"error\":\"too many of your requests are being answered: ask again\"}");
    send(response, busy, method.equals("HEAD"));
  }

  private void serve(HttpServletRequest request, HttpServletResponse response, String method)
      throws IOException {
    boolean isHead = method.equals("HEAD");
    Answer answer;
    if (!methods().contains(isHead ? "GET" : method)) {
      response.setHeader("Allow", allowed());
      answer =
          new Answer(
              HttpServletResponse.SC_METHOD_NOT_ALLOWED,
              "{\"error\":\"the methods are " + allowed() + "\"}");
    } else {
      try {
        if (!isAdmitted(request, response)) {
          return;
        }
        answer = answer(request);
      } catch (IOException | RuntimeException e) {
        // A user can repeat a request that fails.
        if (WARNINGS.due(request.getServletPath() + e.getClass(), Time.monotonicNow())) {
          LOG.warn("A request to {} failed", request.getServletPath(), e);
        }
        answer =
            new Answer(
                HttpServletResponse.SC_INTERNAL_SERVER_ERROR,
                "{\"error\":\"see the daemon's log\"}");
      }
    }
    send(response, answer, isHead);
  }

  private List<String> methods() {
    return Collections.unmodifiableList(Arrays.asList(methods.split(", ")));
  }

  private String allowed() {
    return methods.replaceFirst("GET", "GET, HEAD") + ", OPTIONS";
  }

  private static void send(HttpServletResponse response, Answer answer, boolean isHead)
      throws IOException {
    byte[] bytes = answer.text.getBytes(UTF_8);
    response.setStatus(answer.status);
    response.setContentType("application/json; charset=utf-8");
    response.setContentLength(bytes.length);
    if (!isHead) {
      response.getOutputStream().write(bytes);
    }
  }
}
