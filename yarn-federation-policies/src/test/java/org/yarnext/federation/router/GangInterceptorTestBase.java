// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsResponse;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.router.clientrm.PassThroughClientRequestInterceptor;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** A Router with the interceptor before a pass-through one. */
abstract class GangInterceptorTestBase {
  static final ApplicationId JOB = ApplicationId.newInstance(1, 1);
  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  final Stock stock = new Stock();
  final GangInterceptor interceptor = new GangInterceptor();
  Configuration conf;
  ZooKeeperRecordStore records;
  GangStore store;

  /** Notes what reaches it. */
  static final class Stock extends PassThroughClientRequestInterceptor {
    final List<ApplicationId> submitted = new ArrayList<>();
    final List<ApplicationId> killed = new ArrayList<>();
    ApplicationReport running;
    boolean knowsNone;

    @Override
    public SubmitApplicationResponse submitApplication(SubmitApplicationRequest request) {
      submitted.add(request.getApplicationSubmissionContext().getApplicationId());
      return SubmitApplicationResponse.newInstance();
    }

    @Override
    public GetApplicationReportResponse getApplicationReport(GetApplicationReportRequest request)
        throws YarnException {
      if (running == null) {
        throw new YarnException("stock knows no " + request.getApplicationId());
      }
      GetApplicationReportResponse response = Records.newRecord(GetApplicationReportResponse.class);
      response.setApplicationReport(running);
      return response;
    }

    @Override
    public GetApplicationsResponse getApplications(GetApplicationsRequest request) {
      return GetApplicationsResponse.newInstance(Collections.emptyList());
    }

    @Override
    public KillApplicationResponse forceKillApplication(KillApplicationRequest request)
        throws YarnException {
      if (knowsNone) {
        throw new YarnException("stock knows no " + request.getApplicationId());
      }
      killed.add(request.getApplicationId());
      return KillApplicationResponse.newInstance(true);
    }
  }

  @Before
  public void connect() throws Exception {
    conf = new Configuration(zooKeeper.conf());
    conf.set("yarn.federation.policies.gang.mode", "on");
    conf.set("yarn.federation.policies.gang.interval", "10m");
    conf.set("yarn.federation.policies.guard.deadline", "1m");
    records = zooKeeper.connect();
    store = new GangStore(records);
    store.publish(Collections.singletonMap("root.a", 4_096L));
    AdmittedGang all = AdmittedGang.of("root.a", 4_096, "router", 0, true, false);
    assertTrue(
        store.replace(
            AdmittedGangRegistry.of(
                store.registry().version(),
                Collections.singletonMap("application_9_0009", all),
                Collections.emptyMap(),
                Collections.emptySet())));
  }

  /** Starts; called once a test has set the configuration. */
  void start() throws Exception {
    if (YarnConfiguration.isAclEnabled(conf)) { // there is no ResourceManager to ask
      GangHookRegistry.set(
          conf,
          new GangHook(FederationConfiguration.read(conf), conf, null, (user, queue) -> true));
    }
    interceptor.setNextInterceptor(stock);
    interceptor.setConf(conf);
    interceptor.init(UserGroupInformation.getCurrentUser().getShortUserName());
  }

  @After
  public void disconnect() {
    records.close();
  }

  void submit(ApplicationId id, String queue, String... tags) throws Exception {
    submit(id, queue, context -> {}, tags);
  }

  void submit(
      ApplicationId id, String queue, Consumer<ApplicationSubmissionContext> change, String... tags)
      throws Exception {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(id);
    context.setApplicationName("name");
    context.setApplicationType("KIND");
    context.setQueue(queue);
    context.setResource(Resource.newInstance(1024, 1));
    context.setApplicationTags(new HashSet<>(Arrays.asList(tags)));
    change.accept(context);
    interceptor.submitApplication(SubmitApplicationRequest.newInstance(context));
  }

  ApplicationReport report(ApplicationId id) throws Exception {
    return interceptor
        .getApplicationReport(GetApplicationReportRequest.newInstance(id))
        .getApplicationReport();
  }

  int list(EnumSet<YarnApplicationState> states, String type) throws Exception {
    GetApplicationsRequest request =
        states == null
            ? GetApplicationsRequest.newInstance()
            : GetApplicationsRequest.newInstance(states);
    if (type != null) {
      request.setApplicationTypes(Collections.singleton(type));
    }
    return interceptor.getApplications(request).getApplicationList().size();
  }

  int list(Consumer<GetApplicationsRequest> change) throws Exception {
    GetApplicationsRequest request = GetApplicationsRequest.newInstance();
    change.accept(request);
    return interceptor.getApplications(request).getApplicationList().size();
  }

  GangInterceptor forUser(String client) {
    GangInterceptor others = new GangInterceptor();
    others.setNextInterceptor(stock);
    others.setConf(conf);
    others.init(client);
    return others;
  }
}
