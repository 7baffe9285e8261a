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
package org.yarnext.orchestrator.rpc;

import org.yarnext.orchestrator.policy.Pressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.PressureProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.ShareProto;

/** Turns a {@link ResourceShare} into its message and back. Stateless. */
final class ShareMessages {
  private ShareMessages() {}

  static ShareProto message(ResourceShare share) {
    ShareProto.Builder message =
        ShareProto.newBuilder()
            .setUsed(share.used())
            .setAllocated(share.allocated())
            .setEntitled(share.entitled())
            .setLeast(share.least())
            .setPressure(pressure(share.pressure()));
    if (!Double.isNaN(share.estimated())) {
      message.setEstimated(share.estimated());
    }
    return message.build();
  }

  static ResourceShare read(ShareProto message) throws MalformedMessageException {
    ResourceShare share =
        ResourceShare.of(
                MessageFields.amount("used", message.hasUsed(), message.getUsed()),
                MessageFields.amount("entitled", message.hasEntitled(), message.getEntitled()))
            .allocated(
                MessageFields.amount("allocated", message.hasAllocated(), message.getAllocated()))
            .least(MessageFields.amount("least", message.hasLeast(), message.getLeast()))
            .pressure(pressure(message.getPressure()));
    return message.hasEstimated()
        ? share.estimated(MessageFields.amount("estimated", true, message.getEstimated()))
        : share;
  }

  private static PressureProto pressure(Pressure pressure) {
    switch (pressure) {
      case NONE:
        return PressureProto.PRESSURE_NONE;
      case HELD_BACK:
        return PressureProto.PRESSURE_HELD_BACK;
      default:
        return PressureProto.PRESSURE_UNKNOWN;
    }
  }

  private static Pressure pressure(PressureProto message) {
    switch (message) {
      case PRESSURE_NONE:
        return Pressure.NONE;
      case PRESSURE_HELD_BACK:
        return Pressure.HELD_BACK;
      default:
        return Pressure.UNKNOWN;
    }
  }
}
