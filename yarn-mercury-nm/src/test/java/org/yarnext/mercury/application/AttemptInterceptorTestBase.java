// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.yarnext.mercury.application.Requests.totals;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.After;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.GuardSettings;

/** An attempt's interceptor between a master and the schedulers. */
abstract class AttemptInterceptorTestBase {
  AttemptRegistry masters = masters(FeatureMode.ON, "only-Q", "max=0");
  AttemptRequestInterceptor gate = gate();

  static AttemptRegistry masters(FeatureMode mode, String policy, String quota) {
    return new AttemptRegistry(
        "Test",
        mode,
        true,
        ApplicationAttemptRecordTest.policies(policy, quota),
        GuardSettings.defaults());
  }

  AttemptRequestInterceptor gate() {
    return new AttemptRequestInterceptor(masters, Requests.ATTEMPT, masters.mode().acts());
  }

  void use(FeatureMode mode, String policy) {
    use(mode, policy, "max=0");
  }

  void use(FeatureMode mode, String policy, String quota) {
    masters.guard().close();
    masters = masters(mode, policy, quota);
    gate = gate();
  }

  @After
  public void close() {
    masters.guard().close();
  }

  void register() {
    gate.registered(Collections.emptySet(), "root.default", "", null, Collections.emptyList());
  }

  void before(ResourceRequest... asks) {
    gate.before(Arrays.asList(asks), Collections.emptyList(), Collections.emptyList());
  }

  /** A call that stock takes, and with which the record cannot go on. */
  void failing(ResourceRequest... asks) {
    gate.before(Arrays.asList(asks), Collections.singletonList(null), Collections.emptyList());
  }

  void after(Container... granted) {
    gate.after(Requests.response(Arrays.asList(granted)));
  }

  /** Requests that would be outstanding at the schedulers after a successful call. */
  Map<String, Integer> sent() {
    Map<String, Integer> all = new TreeMap<>(totals(gate.guaranteed()));
    all.putAll(totals(gate.opportunistic()));
    return all;
  }

  static Map<String, Integer> map(Object... kv) {
    Map<String, Integer> map = new TreeMap<>();
    for (int i = 0; i < kv.length; i += 2) {
      map.put((String) kv[i], (Integer) kv[i + 1]);
    }
    return map;
  }
}
