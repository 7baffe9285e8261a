// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;

/**
 * Hooks the two heartbeat calls of the NodeManager's container manager: the report of its
 * opportunistic queue, and the queue limits it receives, of which stock ignores the maximum wait.
 * All other calls pass through, including those that later Hadoop versions may add.
 */
final class ContainerManagerInterposer implements InvocationHandler {
  private final ContainerManager stock;
  private final UnaryOperator<OpportunisticContainersStatus> report;
  private final Consumer<ContainerQueuingLimit> limits;

  private ContainerManagerInterposer(
      ContainerManager stock,
      UnaryOperator<OpportunisticContainersStatus> report,
      Consumer<ContainerQueuingLimit> limits) {
    this.stock = stock;
    this.report = report;
    this.limits = limits;
  }

  /**
   * Wraps a container manager.
   *
   * @param stock receives all calls
   * @param report converts stock's status to the one to send; must not throw or change its input
   * @param limits receives each limit after stock has applied it; must not throw
   */
  static ContainerManager around(
      ContainerManager stock,
      UnaryOperator<OpportunisticContainersStatus> report,
      Consumer<ContainerQueuingLimit> limits) {
    return (ContainerManager)
        Proxy.newProxyInstance(
            ContainerManagerInterposer.class.getClassLoader(),
            new Class<?>[] {ContainerManager.class},
            new ContainerManagerInterposer(stock, report, limits));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
    Object answer;
    try {
      answer = method.invoke(stock, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    switch (method.getName()) {
      case "getOpportunisticContainersStatus":
        return report.apply((OpportunisticContainersStatus) answer);
      case "updateQueuingLimit":
        limits.accept((ContainerQueuingLimit) args[0]);
        return answer;
      default:
        return answer;
    }
  }
}
