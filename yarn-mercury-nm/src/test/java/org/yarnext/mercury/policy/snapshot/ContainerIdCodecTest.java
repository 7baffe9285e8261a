// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.snapshot;

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
  public void commonPrefixIsWrittenOnce() {
    assertReadBack(
        Arrays.asList("container_1_0001_01_0", "00001", "00007", "12345"),
        "container_1_0001_01_000001",
        "container_1_0001_01_000007",
        "container_1_0001_01_012345");
  }

  @Test
  public void anyListOfIdsIsReadBack() {
    assertReadBack(Collections.emptyList());
    assertReadBack(Arrays.asList("a_1", ""), "a_1");
    assertReadBack(Arrays.asList("", "a", "b"), "a", "b");
    assertReadBack(Arrays.asList("a", "", "b"), "a", "ab");
  }

  @Test
  public void invalidListIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> ContainerIdCodec.read(null));
    assertThrows(
        IllegalArgumentException.class, () -> ContainerIdCodec.read(Arrays.asList("a", 7)));
  }
}
