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
package org.yarnext.mercury;

import org.junit.Test;
import org.yarnext.common.testing.DesignWalk;

/** The walks of Mercury in docs/design/walks.md are those in the code. */
public class MercuryWalkPageTest {
  private static final String[] SECTIONS = {
    "An opportunistic container", "Placement in the ResourceManager"
  };

  @Test
  public void eachClassIsThereOnceAndNoneIsLong() throws Exception {
    for (String section : SECTIONS) {
      DesignWalk.of(section, "yarn-mercury-nm", "common").assertClasses();
    }
  }

  @Test
  public void eachClassIsUsedByTheOneAboveIt() throws Exception {
    for (String section : SECTIONS) {
      DesignWalk.of(section, "yarn-mercury-nm", "common").assertCalls();
    }
  }
}
