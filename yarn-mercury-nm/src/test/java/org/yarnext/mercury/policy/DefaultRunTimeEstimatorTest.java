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
package org.yarnext.mercury.policy;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class DefaultRunTimeEstimatorTest {
  private final DefaultRunTimeEstimator typical = new DefaultRunTimeEstimator();

  @Test
  public void aFewSayNothing() {
    for (int i = 1; i < DefaultRunTimeEstimator.LEAST; i++) {
      typical.observe(100);
      typical.observe(-1);
    }
    assertEquals(Double.NaN, typical.meanMs(), 0);
    typical.observe(900);
    assertEquals(200, typical.meanMs(), 0);
  }

  @Test
  public void whatIsLongAgoDoesNotCount() {
    for (int i = 0; i < 3 * DefaultRunTimeEstimator.WINDOW; i++) {
      typical.observe(i < 2 * DefaultRunTimeEstimator.WINDOW ? 100 : 300);
    }
    assertEquals(300, typical.meanMs(), 0);
  }
}
