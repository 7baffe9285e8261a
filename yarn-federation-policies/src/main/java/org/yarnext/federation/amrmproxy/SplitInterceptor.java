// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.resolver.SubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederatedContainers;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.RequestInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.explain.NodeManagerAuthorizer;
import org.yarnext.common.records.ResourceRequestDefaults;
import org.yarnext.federation.amrmproxy.ledger.SplitStateStore;

/**
 * Hooks {@code yarn.nodemanager.amrmproxy.interceptor-class.pipeline} in front of stock's
 * FederationInterceptor: makes stock ask {@link SplitPolicy} in every call, counts granted
 * containers, releases containers that nobody requested or that the application never received, and
 * refuses floods of requests (Hydra section 3.2).
 *
 * <p>There is one instance for each application attempt, whose calls are sequential.
 */
public final class SplitInterceptor extends AbstractRequestInterceptor {
  private static final Logger LOG = LoggerFactory.getLogger(SplitInterceptor.class);

  /** Key of the stored ledger in YARN's recovery state of the application attempt. */
  static final String LEDGER_KEY = "yarnext.split";

  /** Key of the stored deliveries, beside {@link #LEDGER_KEY}. */
  static final String DELIVERIES_KEY = "yarnext.handed-out";

  /** Returns the sub-cluster of each container, given the next interceptor. */
  private final Function<RequestInterceptor, Map<ContainerId, SubClusterId>> owners;

  /** Null if the feature was off when the application began. */
  private SplitSession session;

  private SubClusterResolver resolver;

  /** Called by the NodeManager. */
  public SplitInterceptor() {
    // A lambda: a reference to the method would load its class here, with the feature off, too.
    this(next -> FederatedContainers.behind(next));
  }

  SplitInterceptor(Function<RequestInterceptor, Map<ContainerId, SubClusterId>> owners) {
    this.owners = owners;
  }

  @Override
  public void init(AMRMProxyApplicationContext application) {
    super.init(application);
    SplitHook hook = SplitHook.of(application.getConf());
    FeatureMode mode = hook.mode();
    if (hook.live() != null) {
      NodeManagerAuthorizer.serve(application.getNMContext(), "federation", hook.live());
    }
    if (hook.guard() != null && mode.decides()) {
      hook.endWith(application.getNMContext());
      session = new SplitSession(hook, application.getApplicationAttemptId().toString(), mode);
      FederationStateStoreFacade facade =
          FederationStateStoreFacade.getInstance(application.getConf());
      resolver = facade.getSubClusterResolver();
      hook.subClusters().watch(() -> facade.getSubClusters(true).keySet());
      NMStateStoreService store = getNMStateStore();
      if (store != null && store.canRecover()) {
        session.storeIn(stateStore(store, LEDGER_KEY), stateStore(store, DELIVERIES_KEY));
      }
    }
  }

  private SplitStateStore stateStore(NMStateStoreService store, String key) {
    ApplicationAttemptId attempt = getApplicationContext().getApplicationAttemptId();
    return image -> store.storeAMRMProxyAppContextEntry(attempt, key, image);
  }

  /**
   * Recovers the session after a restart of the NodeManager. YARN makes a new policy in this call,
   * and has the application state all its requests again.
   */
  @Override
  public void recover(Map<String, byte[]> left) {
    if (session == null) {
      for (String key : new String[] {LEDGER_KEY, DELIVERIES_KEY}) {
        if (left.containsKey(key)) {
          erase(key);
        }
      }
      super.recover(left);
      return;
    }
    session.recover(
        left.containsKey(FederationInterceptor.NMSS_REG_REQUEST_KEY),
        left.get(LEDGER_KEY),
        left.get(DELIVERIES_KEY),
        SplitPolicy.nowMs());
    session.setCurrent();
    try {
      super.recover(left);
    } finally {
      SplitSession.clearCurrent();
    }
    session.releaseUndelivered(
        () -> owners.apply(getNextInterceptor()),
        getApplicationContext().getApplicationAttemptId());
  }

  /**
   * Removes a stored entry while the feature is off: nobody updates it, and it would be wrong when
   * the feature is on again.
   */
  private void erase(String key) {
    try {
      getNMStateStore()
          .removeAMRMProxyAppContextEntry(getApplicationContext().getApplicationAttemptId(), key);
    } catch (IOException e) {
      LOG.warn(
          "The stored state of {} stays", getApplicationContext().getApplicationAttemptId(), e);
    }
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) throws YarnException, IOException {
    if (session == null) {
      return getNextInterceptor().registerApplicationMaster(request);
    }
    session.setCurrent();
    RegisterApplicationMasterResponse response;
    try {
      response = getNextInterceptor().registerApplicationMaster(request);
    } finally {
      SplitSession.clearCurrent();
    }
    session.registered(response, owners.apply(getNextInterceptor()));
    return response;
  }

  @Override
  public AllocateResponse allocate(AllocateRequest request) throws YarnException, IOException {
    ResourceRequestDefaults.fill(request.getAskList());
    if (session == null) {
      return getNextInterceptor().allocate(request);
    }
    if (session.isOutOfSync(request)) {
      throw new ApplicationMasterNotRegisteredException(
          getApplicationContext().getApplicationAttemptId()
              + " continues with stock's division of requests: it must register again"
              + " and repeat all requests.");
    }
    String refusal = session.before(request, SplitPolicy.nowMs());
    if (refusal != null) {
      throw new YarnException(refusal);
    }
    AllocateResponse response;
    try {
      response = getNextInterceptor().allocate(request);
    } catch (YarnException | IOException | RuntimeException e) {
      session.failed();
      throw e;
    }
    session.after(response, owners.apply(getNextInterceptor()), resolver, SplitPolicy.nowMs());
    return response;
  }

  @Override
  public FinishApplicationMasterResponse finishApplicationMaster(
      FinishApplicationMasterRequest request) throws YarnException, IOException {
    return getNextInterceptor().finishApplicationMaster(request);
  }
}
