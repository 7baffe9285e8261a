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
package org.yarnext.elastic.rm;

import java.util.function.BooleanSupplier;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.Reason;

/** Deciders for tests. */
final class Deciders {
  private Deciders() {}

  enum Why implements Reason {
    HALVED,
    NOT_HALVED;

    @Override
    public String code() {
      return name();
    }

    @Override
    public String text() {
      return "In a test.";
    }
  }

  /** Half of what is asked, rounded down to a size, if that fits. */
  static final UndersizeDecider HALVE = halveWhile(() -> true);

  /** The same while something holds, and nothing else. */
  static UndersizeDecider halveWhile(BooleanSupplier holds) {
    return new UndersizeDecider() {
      @Override
      public boolean mayWait() {
        return false;
      }

      @Override
      public Decision<Long> decide(Offer offer) {
        long step = offer.stepMb();
        long mb = Math.max(offer.leastMb(), offer.askedMb() / 2 / step * step);
        return holds.getAsBoolean()
                && offer.vcores() <= offer.freeVcores()
                && mb <= offer.freeMb()
                && mb < offer.askedMb()
            ? Decision.of(mb, Why.HALVED)
            : Decision.of(null, Why.NOT_HALVED);
      }
    };
  }
}
