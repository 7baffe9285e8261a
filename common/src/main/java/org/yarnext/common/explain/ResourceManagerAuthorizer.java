// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.decision.ApplicationKey;
import org.yarnext.common.settings.FeatureSettings;
import org.yarnext.common.settings.SettingsRegistry;

/**
 * Decides by a ResourceManager's application and queue ACLs which users may view an application.
 * Thread-safe.
 */
public final class ResourceManagerAuthorizer implements ApplicationAuthorizer {
  private static final String FORWARDED_FOR = "X-Forwarded-For";

  private static final Set<RMContext> SERVED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final WeakReference<RMContext> context;

  private ResourceManagerAuthorizer(RMContext context) {
    this.context = new WeakReference<>(context);
  }

  private static void serve(RMContext context) {
    if (SERVED.add(context)) {
      WeakReference<RMContext> weak = new WeakReference<>(context);
      Configuration own = context.getYarnConfiguration();
      if (own != null) {
        SettingsRegistry.of(own)
            .serve(
                "ResourceManager",
                DaemonAuditLog.ofResourceManager(),
                (conf, file) -> open(weak, conf, file));
      }
      DecisionRegistry.of("ResourceManager").authorize(new ResourceManagerAuthorizer(context), own);
    }
  }

  /**
   * Lets the ResourceManager's web server show decisions and settings, under its ACLs. To be called
   * before the web server starts; if later, the decisions are restricted but shown only if the
   * server has the endpoint already. A daemon is served once.
   *
   * @return the settings of the feature, to be closed when it stops; null if the daemon has no
   *     configuration
   */
  public static FeatureSettings serve(RMContext context, String feature, LiveConfiguration live) {
    serve(context);
    Configuration own = context.getYarnConfiguration();
    return own == null ? null : SettingsRegistry.of(own).register(feature, live);
  }

  private static InputStream open(WeakReference<RMContext> rm, Configuration conf, String file)
      throws YarnException, IOException {
    RMContext context = rm.get();
    ConfigurationProvider provider = context == null ? null : context.getConfigurationProvider();
    return provider == null ? null : provider.getConfigurationInputStream(conf, file);
  }

  @Override
  public boolean isAlive() {
    return context.get() != null;
  }

  @Override
  public String owner(ApplicationKey application) {
    RMApp known = find(application);
    return known == null ? null : known.getUser();
  }

  @Override
  public boolean isRunning(ApplicationKey application) {
    RMApp known = find(application);
    return known != null && !known.isAppInCompletedStates();
  }

  private RMApp find(ApplicationKey application) {
    RMContext now = context.get();
    return now == null || now.getRMApps() == null ? null : now.getRMApps().get(id(application));
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
    RMContext now = context.get();
    ResourceManager rm = now == null ? null : now.getResourceManager();
    if (rm == null) {
      return false;
    }
    if (rm.getApplicationACLsManager()
        .checkAccess(caller, ApplicationAccessType.VIEW_APP, owner, id(application))) {
      return true;
    }
    RMApp known = find(application);
    String forwarded = request.getHeader(FORWARDED_FOR);
    List<String> addresses = forwarded == null ? null : Arrays.asList(forwarded.split(","));
    return known != null
        && rm.getQueueACLsManager()
            .checkAccess(
                caller, QueueACL.ADMINISTER_QUEUE, known, request.getRemoteAddr(), addresses);
  }
}
