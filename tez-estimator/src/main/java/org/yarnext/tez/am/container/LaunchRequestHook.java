/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tez.am.container;

import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;

/**
 * Hooks one request to run an attempt: the same request with a {@link LaunchContextHook}. Tez asks
 * for the context when the attempt has a container, and before that container is launched.
 */
public final class LaunchRequestHook extends AMSchedulerEventTALaunchRequest {
  public LaunchRequestHook(AMSchedulerEventTALaunchRequest of, LaunchContextHook context) {
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
