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
package org.yarnext.orchestrator;

import java.io.IOException;
import org.junit.Test;
import org.yarnext.common.testing.DesignWalk;

/** The walk of an epoch in docs/design/walks.md is the one in the code. */
public class EpochWalkTest {
  private static DesignWalk walk() throws IOException {
    return DesignWalk.of("One orchestrator epoch", "mr-orchestrator");
  }

  @Test
  public void eachClassIsThereOnceAndNoneIsLong() throws Exception {
    walk().assertClasses();
  }

  @Test
  public void eachClassIsUsedByTheOneAboveIt() throws Exception {
    walk().assertCalls();
  }
}
