// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;

/**
 * Tez's event that requests the launch of a task attempt, with a {@link LaunchContextHook} as its
 * launch context. Tez asks for the context when the attempt has a container, and before that
 * container is launched.
 */
public final class LaunchRequestEvent extends AMSchedulerEventTALaunchRequest {
  public LaunchRequestEvent(AMSchedulerEventTALaunchRequest of, LaunchContextHook context) {
    super(
        of.getAttemptID(),
        of.getCapability(),
        of.getRemoteTaskSpec(),
        of.getTaskAttempt(),
        of.getLocationHint(),
        of.getPriority(),
        context,
        of.getSchedulerId(),
        of.getLauncherId(),
        of.getTaskCommId());
  }
}
