// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.yarnext.common.decision.ApplicationKey;
import org.yarnext.common.web.JsonEndpoint;

/**
 * Answers {@code GET /yarnext/decisions?id=ID&limit=N} of a daemon's web server with a {@link
 * DecisionsReport}. {@code id} names an application or a part of one, such as a container; without
 * it, all decisions are returned. {@code limit} is the maximum number of decisions. Thread-safe.
 *
 * <p>Shows the decisions of all daemons of the JVM, each under its own ACLs. Only tests run several
 * daemons in one JVM, as MiniYARNCluster does.
 */
public final class DecisionsEndpoint extends JsonEndpoint {
  /** Path of the endpoint. */
  public static final String PATH = "/yarnext/decisions";

  static final int MAX_LIMIT = 20_000;

  private static final long serialVersionUID = 1L;
  private static final int DEFAULT_LIMIT = 1_000;
  private static final int MAX_ID = 200;

  public DecisionsEndpoint() {
    super("GET");
  }

  @Override
  protected Answer answer(HttpServletRequest request) throws IOException {
    DecisionVisibility visibility = new DecisionVisibility(request, configuration());
    if (visibility.isRefused()) {
      return new Answer(
          HttpServletResponse.SC_FORBIDDEN,
          "{\"error\":\"the daemon has ACLs, and you are not logged in\"}");
    }
    ApplicationKey application;
    int limit;
    try {
      application = application(request.getParameter("id"));
      limit = limit(request.getParameter("limit"));
    } catch (IllegalArgumentException e) {
      return new Answer(
          HttpServletResponse.SC_BAD_REQUEST,
          "{\"error\":\"id must name an application or a part of one, and limit must be a"
              + " number\"}");
    }
    return new Answer(
        HttpServletResponse.SC_OK,
        new DecisionsReport(DecisionRegistry.all()).text(application, limit, visibility));
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
}
