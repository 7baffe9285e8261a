// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** A stock ResourceManager with two queues: a is alice's, b is bob's, who administers it. */
public class SubClusterQueueAuthorizerTest {
  private static final SubClusterId DOWN = SubClusterId.newInstance("down");
  private static final SubClusterId UP = SubClusterId.newInstance("up");

  private final Set<SubClusterId> unreachable = new HashSet<>();
  private MockRM manager;
  private SubClusterQueueAuthorizer rights;
  private int calls;
  private long nanos;

  @Before
  public void start() {
    YarnConfiguration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, CapacityScheduler.class.getName());
    conf.setBoolean(YarnConfiguration.YARN_ACL_ENABLE, true);
    conf.set(YarnConfiguration.YARN_ADMIN_ACL, "admin");
    String root = "yarn.scheduler.capacity.root.";
    conf.set(root + "queues", "a,b");
    conf.set(root + "acl_submit_applications", " ");
    conf.set(root + "acl_administer_queue", " ");
    conf.set(root + "a.capacity", "50");
    conf.set(root + "a.acl_submit_applications", "alice");
    conf.set(root + "a.acl_administer_queue", " ");
    conf.set(root + "b.capacity", "50");
    conf.set(root + "b.acl_submit_applications", " ");
    conf.set(root + "b.acl_administer_queue", "bob");
    manager = new MockRM(conf);
    manager.start();
    unreachable.add(DOWN);
    rights =
        new SubClusterQueueAuthorizer(this::manager, () -> Arrays.asList(DOWN, UP), () -> nanos);
  }

  @After
  public void stop() {
    manager.stop();
  }

  private ApplicationClientProtocol manager(String user, SubClusterId where) throws IOException {
    calls++;
    if (unreachable.contains(where)) {
      throw new IOException(where + " does not answer");
    }
    return (ApplicationClientProtocol)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ApplicationClientProtocol.class},
            (self, method, arguments) ->
                UserGroupInformation.createRemoteUser(user)
                    .doAs(
                        (PrivilegedExceptionAction<Object>)
                            () -> {
                              try {
                                return method.invoke(manager.getClientRMService(), arguments);
                              } catch (InvocationTargetException e) {
                                throw new IOException(e.getCause());
                              }
                            }));
  }

  @Test
  public void submitRightsAreThoseOfTheResourceManager() throws Exception {
    assertTrue(rights.maySubmit("alice", "root.a"));
    assertFalse(rights.maySubmit("alice", "root.b"));
    assertFalse(rights.maySubmit("bob", "root.a"));
    assertTrue("who administers it may, too", rights.maySubmit("bob", "root.b"));
    assertFalse(rights.maySubmit("mallory", "root.a"));
  }

  @Test
  public void rightsAreCachedForSomeSeconds() throws Exception {
    rights.maySubmit("alice", "root.a");
    assertEquals("one that is down, and one that is not", 2, calls);
    rights.maySubmit("alice", "root.b");
    assertEquals(2, calls);
    nanos += TimeUnit.MINUTES.toNanos(1);
    rights.maySubmit("alice", "root.a");
    assertEquals(4, calls);
  }

  @Test
  public void missingResponseIsACachedFailure() throws Exception {
    assertThrows(IOException.class, () -> rights.maySubmit("alice", "root.none"));
    unreachable.add(UP);
    assertThrows(IOException.class, () -> rights.maySubmit("bob", "root.b"));
    int before = calls;
    unreachable.clear();
    assertThrows(IOException.class, () -> rights.maySubmit("bob", "root.b"));
    assertEquals(before, calls);
    nanos += TimeUnit.MINUTES.toNanos(1);
    assertTrue(rights.maySubmit("bob", "root.b"));
  }
}
