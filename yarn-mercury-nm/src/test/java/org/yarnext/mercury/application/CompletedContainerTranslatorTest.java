// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.junit.Assert.assertEquals;
import static org.yarnext.mercury.application.Requests.container;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;
import org.yarnext.mercury.policy.estimate.RunTimeReport;

public class CompletedContainerTranslatorTest {
  private static ContainerStatus ended(int id, int exitStatus, String diagnostics) {
    return ContainerStatus.newInstance(
        container(id, 1, ExecutionType.OPPORTUNISTIC).getId(),
        ContainerState.COMPLETE,
        diagnostics,
        exitStatus);
  }

  private final List<ContainerStatus> stock =
      Arrays.asList(
          ended(1, ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, "for another"),
          ended(2, ContainerExitStatus.ABORTED, "lost"),
          ended(3, 1, "failed" + RunTimeReport.of(1_200, null).amongDiagnostics()));

  private List<String> shown(boolean asPreempted) {
    AllocateResponse response = Requests.response(Collections.emptyList());
    response.setCompletedContainersStatuses(stock);
    CompletedContainerTranslator.translate(response, asPreempted);
    assertEquals(
        "the ResourceManager's own stay",
        ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER,
        stock.get(0).getExitStatus());
    return response.getCompletedContainersStatuses().stream()
        .map(status -> status.getExitStatus() + " " + status.getDiagnostics().trim())
        .collect(Collectors.toList());
  }

  @Test
  public void stoppedContainersAreShownAsPreempted() {
    assertEquals(Arrays.asList("-102 for another", "-100 lost", "1 failed"), shown(true));
  }

  @Test
  public void statusesStayWhereTheApplicationKnowsThem() {
    assertEquals(Arrays.asList("-108 for another", "-100 lost", "1 failed"), shown(false));
  }
}
