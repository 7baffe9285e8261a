// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.application.Application;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.application.ApplicationState;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.decision.ApplicationKey;
import org.yarnext.common.settings.FeatureSettings;
import org.yarnext.common.settings.SettingsRegistry;

/** Decides by a NodeManager's ACLs which users may view an application on its node. Thread-safe. */
public final class NodeManagerAuthorizer implements ApplicationAuthorizer {
  private static final Set<Context> SERVED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final WeakReference<Context> node;

  private NodeManagerAuthorizer(Context node) {
    this.node = new WeakReference<>(node);
  }

  /**
   * Lets the NodeManager's web server show decisions and settings, under this node's ACLs. Must be
   * called before the web server starts: later, decisions are shown only if the server already has
   * the endpoint. Does nothing if it was called before for the same daemon.
   */
  public static void serve(Context node) {
    if (SERVED.add(node)) {
      if (node.getConf() != null) {
        SettingsRegistry.of(node.getConf())
            .serve("NodeManager", DaemonAuditLog.ofNodeManager(), null);
      }
      DecisionRegistry.of("NodeManager").authorize(new NodeManagerAuthorizer(node), node.getConf());
    }
  }

  /**
   * As {@link #serve(Context)}, and lets administrators see and change the settings of a feature.
   *
   * @return to be closed when the feature stops; null if the daemon has no configuration
   */
  public static FeatureSettings serve(Context node, String feature, LiveConfiguration live) {
    serve(node);
    Configuration own = node.getConf();
    return own == null ? null : SettingsRegistry.of(own).register(feature, live);
  }

  @Override
  public boolean isAlive() {
    return node.get() != null;
  }

  @Override
  public String owner(ApplicationKey application) {
    Application known = find(application);
    return known == null ? null : known.getUser();
  }

  @Override
  public boolean isRunning(ApplicationKey application) {
    Application known = find(application);
    return known != null && known.getApplicationState() != ApplicationState.FINISHED;
  }

  private Application find(ApplicationKey application) {
    Context context = node.get();
    return context == null || context.getApplications() == null
        ? null
        : context.getApplications().get(id(application));
  }

  private static ApplicationId id(ApplicationKey application) {
    return ApplicationId.newInstance(application.clusterMs(), application.number());
  }

  @Override
  public boolean mayView(
      UserGroupInformation caller,
      ApplicationKey application,
      String owner,
      HttpServletRequest request) {
    Context context = node.get();
    return context != null
        && context.getApplicationACLsManager() != null
        && context
            .getApplicationACLsManager()
            .checkAccess(caller, ApplicationAccessType.VIEW_APP, owner, id(application));
  }
}
