// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.UserGroupInformation;
import org.yarnext.common.web.CallerIdentity;
import org.yarnext.common.web.JsonEndpoint;

/**
 * Shows the settings of a daemon's features with {@code GET /yarnext/settings}, and changes live
 * ones with {@code PUT}. The body of PUT is read by {@link SettingsChangeParser}; with {@code
 * ?reload=true} there is none, and the daemon reads its yarn-site.xml again. {@code ?dry-run=true}
 * checks and changes nothing. Thread-safe.
 *
 * <p>Only administrators change settings, and only with the header {@value #CSRF_HEADER}, which a
 * page of another site cannot send. Every change, every dry run and every refusal is in the
 * daemon's audit log. If {@code hadoop.security.instrumentation.requires.admin} is on, only
 * administrators read settings, too.
 */
public final class SettingsEndpoint extends JsonEndpoint {
  /** Path of the endpoint. */
  public static final String PATH = "/yarnext/settings";

  /** Header that a PUT must have, with any value. */
  public static final String CSRF_HEADER = "X-XSRF-HEADER";

  static final int MAX_BODY = 64 << 10;
  static final String OPERATION = "yarnext set";

  /** Operation of a request that only checks. */
  static final String DRY_RUN = OPERATION + " --dry-run";

  private static final String DRY_RUN_FLAG = "dry-run";

  private static final long serialVersionUID = 1L;
  private static final int PAYLOAD_TOO_LARGE = 413;

  public SettingsEndpoint() {
    super("GET", "PUT");
  }

  /** A request that is refused. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;
    final int status;

    Refusal(int status, String sentence) {
      super(sentence);
      this.status = status;
    }
  }

  /** Admits readers as Hadoop's own page {@code /conf} does; changes are authorized later. */
  @Override
  protected boolean isAdmitted(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    return isChange(request)
        || HttpServer2.isInstrumentationAccessAllowed(getServletContext(), request, response);
  }

  private static boolean isChange(HttpServletRequest request) {
    return request.getMethod().equals("PUT");
  }

  @Override
  protected Answer answer(HttpServletRequest request) throws IOException {
    List<SettingsRegistry> daemons = SettingsRegistry.servedBy(configuration());
    if (!isChange(request)) {
      return new Answer(HttpServletResponse.SC_OK, SettingsReport.settings(daemons));
    }
    UserGroupInformation caller = CallerIdentity.ofChange(request, configuration());
    String user = caller == null ? null : caller.getShortUserName();
    String from = ", from " + request.getRemoteAddr();
    String operation = "true".equals(request.getParameter(DRY_RUN_FLAG)) ? DRY_RUN : OPERATION;
    String target = "settings";
    try {
      authorize(request, caller, configuration());
      boolean isTrial = flag(request, DRY_RUN_FLAG);
      SettingsTransaction transaction = new SettingsTransaction(daemons);
      SettingsResult result;
      if (flag(request, "reload")) {
        target = "yarn-site.xml";
        result = reload(transaction, isTrial);
      } else {
        SettingsChange change = parse(request);
        target = change.values().toString();
        result =
            transaction.change(
                change, new FeatureSettings.Author(user, System.currentTimeMillis()), isTrial);
      }
      accepted(result, user, operation, from);
      if (!result.problems().isEmpty()) {
        failed(daemons, user, operation, target + from, String.join(" ", result.problems()));
      }
      return new Answer(result.outcome().status(), SettingsReport.result(result));
    } catch (Refusal e) {
      failed(daemons, user, operation, target + from, e.getMessage());
      return new Answer(e.status, SettingsReport.problem(e.getMessage()));
    }
  }

  private static void authorize(
      HttpServletRequest request, UserGroupInformation caller, Configuration conf)
      throws Refusal, IOException {
    if (request.getHeader(CSRF_HEADER) == null) {
      throw new Refusal(
          HttpServletResponse.SC_BAD_REQUEST,
          "The header "
              + CSRF_HEADER
              + " is missing; it protects against requests from other sites.");
    }
    if (caller == null) {
      throw new Refusal(
          HttpServletResponse.SC_FORBIDDEN, "Nobody has logged in: settings need a login.");
    }
    if (!CallerIdentity.isAdministrator(caller, conf)) {
      throw new Refusal(
          HttpServletResponse.SC_FORBIDDEN,
          caller.getShortUserName()
              + " is not an administrator: yarn.admin.acl lists the administrators.");
    }
  }

  private static boolean flag(HttpServletRequest request, String name) throws Refusal {
    String value = request.getParameter(name);
    if (value != null && !value.equals("true") && !value.equals("false")) {
      throw new Refusal(
          HttpServletResponse.SC_BAD_REQUEST, name + " must be true or false: correct it.");
    }
    return "true".equals(value);
  }

  private static SettingsResult reload(SettingsTransaction transaction, boolean isTrial)
      throws Refusal {
    try {
      return transaction.reload(isTrial);
    } catch (Exception e) {
      throw new Refusal(
          HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "yarn-site.xml cannot be read: " + e);
    }
  }

  private static SettingsChange parse(HttpServletRequest request) throws Refusal, IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    InputStream in = request.getInputStream();
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      body.write(buffer, 0, n);
      if (body.size() > MAX_BODY) {
        throw new Refusal(
            PAYLOAD_TOO_LARGE, "The body has more than " + MAX_BODY + " bytes: divide the change.");
      }
    }
    try {
      return SettingsChangeParser.parse(body.toByteArray());
    } catch (IllegalArgumentException e) {
      throw new Refusal(HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
    }
  }

  /** Records one line for each key of each daemon, however many features have it. */
  private static void accepted(SettingsResult result, String user, String operation, String from) {
    Set<String> written = new LinkedHashSet<>();
    for (SettingsResult.Value value : result.values()) {
      AuditLog audit = value.feature.daemon().audit();
      String line = value.key + ": " + value.before + " -> " + value.after + from;
      if (audit != null && written.add(System.identityHashCode(audit) + line)) {
        audit.success(user, operation, line);
      }
    }
  }

  private static void failed(
      List<SettingsRegistry> daemons, String user, String operation, String target, String reason) {
    for (SettingsRegistry daemon : daemons) {
      if (daemon.audit() != null) {
        daemon.audit().failure(user, operation, target, reason);
      }
    }
  }
}
