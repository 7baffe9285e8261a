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
package org.yarnext.minicluster.mercury;

import java.io.IOException;
import org.apache.hadoop.examples.WordCount;

/** The example's reducer, which ends only after the maps' containers have been reported. */
public final class LateReducer extends WordCount.IntSumReducer {
  private static final long LATE_MS = 2_000;

  @Override
  protected void setup(Context context) throws IOException, InterruptedException {
    Thread.sleep(LATE_MS);
    super.setup(context);
  }
}
