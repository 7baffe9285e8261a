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
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import org.junit.Test;
import org.junit.runner.RunWith;

/** Sizes are read as HotSpot reads them. */
@RunWith(JUnitQuickcheck.class)
public class JvmSizeTest {
  @Test
  public void everySpellingIsRead() {
    long gb = 1L << 30;
    for (String text : new String[] {"1g", "1G", "1024m", "1024M", "1048576k", "1073741824"}) {
      assertEquals(text, gb, JvmSize.parse(text));
    }
    assertEquals(gb << 10, JvmSize.parse("1t"));
  }

  @Test
  public void whatIsNoSizeIsNotRead() {
    for (String text :
        new String[] {
          "",
          "m",
          "0",
          "0m",
          "-1m",
          "1.5g",
          "1 g",
          "1gb",
          "0x10",
          "$HEAP",
          "8388608t",
          "99999999999999999999",
          "\u0661m"
        }) {
      assertEquals(text, -1, JvmSize.parse(text));
    }
  }

  @Property
  public void whatIsWrittenIsReadDownToAKilobyte(
      @InRange(minLong = 1024, maxLong = 1L << 50) long bytes) {
    long read = JvmSize.parse(JvmSize.text(bytes));
    assertEquals(bytes >> 10, read >> 10);
    assertEquals(0, read % 1024);
  }
}
