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
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;

public class ContainerIdCodecTest {
  private static void assertReadBack(List<String> written, String... ids) {
    assertEquals(written, ContainerIdCodec.write(Arrays.asList(ids)));
    assertEquals(Arrays.asList(ids), ContainerIdCodec.read(written));
  }

  @Test
  public void whatTheyShareIsWrittenOnce() {
    assertReadBack(
        Arrays.asList("container_1_0001_01_0", "00001", "00007", "12345"),
        "container_1_0001_01_000001",
        "container_1_0001_01_000007",
        "container_1_0001_01_012345");
  }

  @Test
  public void oneNoneAndStrangersToo() {
    assertReadBack(Collections.emptyList());
    assertReadBack(Arrays.asList("a_1", ""), "a_1");
    assertReadBack(Arrays.asList("", "a", "b"), "a", "b");
    assertReadBack(Arrays.asList("a", "", "b"), "a", "ab");
  }

  @Test
  public void whatIsNoListIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> ContainerIdCodec.read(null));
    assertThrows(
        IllegalArgumentException.class, () -> ContainerIdCodec.read(Arrays.asList("a", 7)));
  }
}
