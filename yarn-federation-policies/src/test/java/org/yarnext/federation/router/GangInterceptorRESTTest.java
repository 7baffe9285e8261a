// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.StringWriter;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import javax.xml.bind.JAXBContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AppInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AppState;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ApplicationSubmissionContextInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AppsInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.server.router.webapp.DefaultRequestInterceptorREST;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** REST clients see waiting jobs: queue root.a has a quota of 4,096 MB, and all of it is taken. */
public class GangInterceptorRESTTest {
  private static final String JOB = ApplicationId.newInstance(1, 1).toString();
  private static final List<String> SUBMITTED = new ArrayList<>();

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final GangInterceptorREST interceptor = new GangInterceptorREST();
  private final HttpServletRequest request = mock(HttpServletRequest.class);
  private Configuration conf;
  private ZooKeeperRecordStore records;
  private GangStore store;

  /** Calls that stock passes on to the only sub-cluster. */
  public static final class SubCluster extends DefaultRequestInterceptorREST {
    @Override
    public Response submitApplication(
        ApplicationSubmissionContextInfo app, HttpServletRequest request) {
      SUBMITTED.add(app.getApplicationTags().toString());
      return Response.status(Response.Status.ACCEPTED).build();
    }

    @Override
    public AppsInfo getApps(
        HttpServletRequest hsr,
        String stateQuery,
        Set<String> statesQuery,
        String finalStatusQuery,
        String userQuery,
        String queueQuery,
        String count,
        String startedBegin,
        String startedEnd,
        String finishBegin,
        String finishEnd,
        Set<String> applicationTypes,
        Set<String> applicationTags,
        String name,
        Set<String> unselectedFields) {
      return new AppsInfo();
    }
  }

  @Before
  public void connect() throws Exception {
    conf = new Configuration(zooKeeper.conf());
    conf.set("yarn.federation.policies.gang.mode", "on");
    conf.set("yarn.federation.policies.gang.interval", "10m");
    conf.set("yarn.federation.policies.guard.deadline", "1m");
    conf.setClass(
        YarnConfiguration.ROUTER_WEBAPP_DEFAULT_INTERCEPTOR_CLASS,
        SubCluster.class,
        DefaultRequestInterceptorREST.class);
    SUBMITTED.clear();
    MemoryFederationStateStore state = new MemoryFederationStateStore();
    state.init(conf);
    SubClusterRecords.register(state, "a");
    FederationStateStoreFacade.getInstance(conf).reinitialize(state, conf);
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
    when(request.getRequestURL()).thenReturn(new StringBuffer("http://router/apps"));
    comesFrom("somebody");
  }

  @After
  public void disconnect() {
    records.close();
  }

  /** Starts; called once a test has set the configuration. */
  private void start() {
    interceptor.setConf(conf);
    interceptor.init("somebody");
  }

  private void comesFrom(String user) {
    Principal principal = () -> user;
    when(request.getUserPrincipal()).thenReturn(user == null ? null : principal);
    when(request.getRemoteUser()).thenReturn(user);
  }

  private Response submit(String... tags) throws Exception {
    ApplicationSubmissionContextInfo app = new ApplicationSubmissionContextInfo();
    app.setApplicationId(JOB);
    app.setApplicationName("name");
    app.setApplicationType("KIND");
    app.setQueue("a");
    app.setResource(new ResourceInfo(Resource.newInstance(1024, 1)));
    app.setApplicationTags(new HashSet<>(Arrays.asList(tags)));
    return interceptor.submitApplication(app, request);
  }

  private AppsInfo list(String state, String queue, String limit) {
    Set<String> none = Collections.emptySet();
    return interceptor.getApps(
        request, state, none, null, null, queue, limit, null, null, null, null, none, none, null,
        none);
  }

  private static String xml(Object info) throws Exception {
    StringWriter out = new StringWriter();
    JAXBContext.newInstance(info.getClass()).createMarshaller().marshal(info, out);
    return out.toString();
  }

  @Test
  public void gangWaitsAndIsShownAsAccepted() throws Exception {
    start();
    Response response = submit("Gang=3x1024");
    assertEquals(202, response.getStatus());
    assertEquals(
        "http://router/apps/" + JOB, response.getMetadata().getFirst(HttpHeaders.LOCATION));
    assertEquals("[]", SUBMITTED.toString());
    assertEquals(4_096, store.job(JOB).gang().amount());
    assertEquals("somebody", store.job(JOB).user());
    AppInfo app = interceptor.getApp(request, JOB, Collections.emptySet());
    assertEquals(YarnApplicationState.ACCEPTED, app.getState());
    assertEquals("root.a", app.getQueue());
    assertTrue(app.getNote(), app.getNote().contains("gang"));
    assertTrue(xml(app), xml(app).contains("<state>ACCEPTED</state>"));
    assertEquals("ACCEPTED", interceptor.getAppState(request, JOB).getState());
    assertEquals(202, submit("Gang=3x1024").getStatus());
    assertEquals("a client that repeats itself", 1, store.jobs().size());
  }

  @Test
  public void waitingGangsAreListedByFilter() throws Exception {
    start();
    submit("gang=1x1024");
    assertEquals(JOB, list(null, null, null).getApps().get(0).getAppId());
    assertEquals(1, list("ACCEPTED", "root.a", "1").getApps().size());
    assertEquals(0, list("RUNNING", null, null).getApps().size());
    assertEquals(0, list(null, "b", null).getApps().size());
    assertEquals("it cannot be read", 0, list(null, null, "-1").getApps().size());
  }

  @Test
  public void waitingGangCanBeKilled() throws Exception {
    start();
    submit("gang=1x1024");
    AppState killed = new AppState("KILLED");
    comesFrom(null);
    assertEquals("by nobody", 400, interceptor.updateAppState(killed, request, JOB).getStatus());
    assertEquals(1, store.jobs().size());
    comesFrom("somebody");
    assertEquals(200, interceptor.updateAppState(killed, request, JOB).getStatus());
    assertEquals(0, store.jobs().size());
    assertEquals("KILLED", interceptor.getAppState(request, JOB).getState());
    String other = ApplicationId.newInstance(1, 2).toString();
    assertEquals(400, interceptor.updateAppState(killed, request, other).getStatus());
    assertNull(interceptor.getAppState(request, other).getState());
    assertNull(interceptor.getApp(request, other, Collections.emptySet()));
  }

  @Test
  public void invalidIdsDoNotReachTheStore() throws Exception {
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    start();
    submit("gang=1x1024");
    interceptor.updateAppState(new AppState("KILLED"), request, JOB);
    for (String id : new String[] {JOB + "/", "\u0001", "", "application_1_x"}) {
      assertNull(id, interceptor.getAppState(request, id).getState());
    }
    assertEquals("KILLED", interceptor.getAppState(request, JOB).getState());
    assertEquals("KILLED", interceptor.getAppState(request, "application_1_1").getState());
  }

  @Test
  public void gangThatMayNotWaitIsRefused() throws Exception {
    conf.setBoolean("yarn.webapp.enable-rest-app-submissions", true);
    start();
    assertRefused(400, "gang=16x2048", submit("gang=many"));
    assertRefused(400, "root.a", submit("gang=9x1024"));
    comesFrom(null);
    assertRefused(403, "RPC client", submit("gang=1x1024"));
    comesFrom("somebody");
    conf.setBoolean("yarn.webapp.enable-rest-app-submissions", false);
    assertRefused(403, "RPC client", submit("gang=1x1024"));
    assertEquals(0, store.jobs().size());
    assertEquals("[]", SUBMITTED.toString());
  }

  private static void assertRefused(int status, String why, Response response) {
    assertEquals(status, response.getStatus());
    assertTrue("" + response.getEntity(), response.getEntity().toString().contains(why));
  }

  @Test
  public void submissionWithoutAGangGoesToStock() throws Exception {
    start();
    comesFrom(null);
    submit("mine");
    assertEquals("[[mine]]", SUBMITTED.toString());
  }

  @Test
  public void shadowModeIsStock() throws Exception {
    conf.set("yarn.federation.policies.gang.mode", "shadow");
    assertAllIsStocks();
  }

  @Test
  public void modeOffIsStock() throws Exception {
    conf.set("yarn.federation.policies.gang.mode", "off");
    assertAllIsStocks();
  }

  private void assertAllIsStocks() throws Exception {
    start();
    comesFrom(null);
    submit("gang=1x1024");
    submit("gang=many");
    assertEquals("[[gang=1x1024], [gang=many]]", SUBMITTED.toString());
    assertEquals(0, store.jobs().size());
    assertEquals(0, list(null, null, null).getApps().size());
  }
}
