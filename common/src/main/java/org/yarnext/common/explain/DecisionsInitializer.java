// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.FilterContainer;
import org.apache.hadoop.http.FilterInitializer;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.http.lib.StaticUserWebFilter;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.server.security.http.RMAuthenticationFilterInitializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.settings.SettingsEndpoint;

/**
 * Adds the {@link DecisionsEndpoint}, the {@link SettingsEndpoint} and the {@link OverviewPage} to
 * a daemon's web server; {@value #KEY} names it.
 *
 * <p>It adds servlets, not filters: a servlet runs after the filters of all initializers, also of
 * those that a daemon appends to the list, and other pages do not pass it.
 */
public final class DecisionsInitializer extends FilterInitializer {
  static final String KEY = "hadoop.http.filter.initializers";

  private static final Logger LOG = LoggerFactory.getLogger(DecisionsInitializer.class);

  /** The name of the web application of ResourceManagers and Routers. */
  private static final String CLUSTER = "cluster";

  /**
   * Puts this class first in the list of a daemon that has not started its web server; does nothing
   * if it is there.
   *
   * @param conf the object from which the daemon makes its web server
   */
  static void addTo(Configuration conf) {
    String ours = DecisionsInitializer.class.getName();
    synchronized (conf) {
      String list = conf.get(KEY, "").trim();
      if (!list.contains(ours)) {
        conf.set(KEY, list.isEmpty() ? ours : ours + "," + list);
      }
    }
  }

  @Override
  public void initFilter(FilterContainer container, Configuration conf) {
    if (!(container instanceof HttpServer2)) {
      return;
    }
    HttpServer2 server = (HttpServer2) container;
    if (CLUSTER.equals(server.getWebAppContext().getDisplayName())) {
      authenticateAsStock(server, conf);
    }
    try {
      server.addServlet("yarnext-decisions", DecisionsEndpoint.PATH, DecisionsEndpoint.class);
      server.addServlet("yarnext-settings", SettingsEndpoint.PATH, SettingsEndpoint.class);
      server.addServlet("yarnext-page", OverviewPage.PATHS, OverviewPage.class);
    } catch (RuntimeException e) {
      LOG.error("The daemon starts without {}", DecisionsEndpoint.PATH, e);
    }
  }

  /**
   * Adds the filter that RMWebAppUtil adds in a cluster without security if nothing but Hadoop's
   * default is in the list: with this class in it, the list is another.
   */
  private static void authenticateAsStock(HttpServer2 server, Configuration conf) {
    String list = conf.get(KEY, "").replaceAll("\\s", "");
    String others =
        ("," + list + ",").replace("," + DecisionsInitializer.class.getName() + ",", ",");
    boolean isDefault =
        others.equals(",") || others.equals("," + StaticUserWebFilter.class.getName() + ",");
    if (isDefault && !UserGroupInformation.isSecurityEnabled()) {
      conf.set("hadoop.http.authentication.type", "simple");
      new RMAuthenticationFilterInitializer().initFilter(server, conf);
    }
  }
}
