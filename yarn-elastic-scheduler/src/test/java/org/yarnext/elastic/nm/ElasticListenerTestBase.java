// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.junit.After;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/** A node that launches under-sized containers. */
abstract class ElasticListenerTestBase {
  static final String COMMAND =
      "java -Xmx819m -Da=b org.apache.hadoop.mapred.YarnChild 10.0.0.1 1 attempt 2";

  static final String SMALLER =
      "java -XX:+IgnoreUnrecognizedVMOptions -XX:+ExitOnOutOfMemoryError -Xmx307m -Da=b"
          + " org.apache.hadoop.mapred.YarnChild 10.0.0.1 1 attempt 2";
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  final List<ElasticContainerListener> listeners = new ArrayList<>();
  final Watcher watcher = new Watcher();
  LongSupplier nanoClock = System::nanoTime;

  @After
  public void takeBeansOut() {
    listeners.stream()
        .map(ElasticContainerListener::metrics)
        .filter(metrics -> metrics != null)
        .forEach(HeapMetrics::close);
  }

  /** Another listener, behind ours. */
  static final class Watcher implements ContainerStateTransitionListener {
    final List<String> seen = new ArrayList<>();

    @Override
    public void init(Context context) {}

    @Override
    public void preTransition(ContainerImpl c, ContainerState before, ContainerEvent event) {
      seen.add(event.getType().toString());
    }

    @Override
    public void postTransition(
        ContainerImpl c, ContainerState before, ContainerState after, ContainerEvent event) {
      seen.add(after.toString());
    }
  }

  ElasticContainerListener listener(String... keysAndValues) throws Exception {
    return listener(new NMNullStateStoreService(), keysAndValues);
  }

  ElasticContainerListener listener(NMStateStoreService store, String... keysAndValues)
      throws Exception {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set("yarn.elastic." + keysAndValues[i], keysAndValues[i + 1]);
    }
    Context context = StockContainer.node(store);
    when(context.getConf()).thenReturn(conf);
    ElasticContainerListener listener = new ElasticContainerListener(nanoClock);
    listener.init(context);
    listeners.add(listener);
    return listener;
  }

  ElasticContainerListener on() throws Exception {
    return listener("mode", "on");
  }

  static Set<String> requestedTags(long mb) {
    return new HashSet<>(Arrays.asList("zone-a", UndersizedTag.of(mb)));
  }

  static ContainerTokenIdentifier undersized() {
    return StockContainer.token(ContainerType.TASK, 512, requestedTags(1024));
  }

  StockContainer container(ElasticContainerListener listener, ContainerTokenIdentifier token)
      throws Exception {
    Context node = StockContainer.node(listener, watcher);
    return StockContainer.of(node, token, StockContainer.launch(COMMAND));
  }

  static List<String> reasons(ElasticContainerListener listener) {
    List<String> reasons = new ArrayList<>();
    for (DecisionRecorder.Entry entry : listener.metrics().log().ring().recent(100)) {
      reasons.add(entry.reason().code() + (entry.applied() ? " applied" : " shadow"));
    }
    return reasons;
  }

  // ---- end ------------------------------------------------------------------------------------

  UndersizedEnd end(StockContainer c) {
    assertEquals(ContainerState.DONE, c.state());
    return UndersizedEnd.find(c.status().getDiagnostics());
  }
}
