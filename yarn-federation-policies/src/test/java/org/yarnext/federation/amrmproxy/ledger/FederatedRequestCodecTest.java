// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/** MapReduce has its node label on what it asks for anywhere, and none on hosts and racks. */
public class FederatedRequestCodecTest {
  private final FederatedRequestCodec requests = new FederatedRequestCodec();

  private static ResourceRequest request(String name, String label) {
    ResourceRequest request =
        ResourceRequest.newInstance(
            Priority.newInstance(20), name, Resource.newInstance(1024, 1), 3);
    request.setNodeLabelExpression(label);
    return request;
  }

  private String labelReportedAt(String name, RequestKey key) {
    return requests.request(RequestEntry.of(key, name, 1, true)).getNodeLabelExpression();
  }

  @Test
  public void hostRequestsBelongToTheLabelledRequestForAnyHost() {
    RequestKey host = requests.entry(request("a1", null)).key();
    RequestKey any = requests.entry(request(ResourceRequest.ANY, "gpu")).key();
    assertEquals(any, host);
    assertEquals(any, requests.entry(request("a2", null)).key());
    assertEquals("gpu", labelReportedAt(ResourceRequest.ANY, any));
    assertNull("a ResourceManager refuses it there", labelReportedAt("a1", any));
  }

  @Test
  public void lastNodeLabelApplies() {
    RequestKey any = requests.entry(request(ResourceRequest.ANY, "gpu")).key();
    assertFalse(requests.isRelabelled(request(ResourceRequest.ANY, "gpu")));
    assertFalse(requests.isRelabelled(request("a1", null)));
    assertTrue(requests.isRelabelled(request(ResourceRequest.ANY, "ssd")));
    requests.entry(request(ResourceRequest.ANY, "ssd"));
    assertEquals("ssd", labelReportedAt(ResourceRequest.ANY, any));
  }

  @Test
  public void containerAnswersTheLargestSizeOfItsIdThatFits() {
    RequestKey small = requests.entry(sized(1, 1024)).key();
    RequestKey large = requests.entry(sized(1, 3072)).key();
    RequestKey other = requests.entry(sized(2, 2048)).key();
    assertEquals(small, requests.key(container(1, 2048)));
    assertEquals(large, requests.key(container(1, 4096)));
    assertEquals(other, requests.key(container(2, 4096)));
    assertNull(requests.key(container(2, 1024)));
    assertNull(requests.key(container(3, 4096)));
    requests.keepOnly(key -> !key.equals(large));
    assertNull(requests.sample(large));
    assertEquals(small, requests.key(container(1, 4096)));
  }

  @Test
  public void containerAnswersTheRequestOfItsExecutionType() {
    RequestKey guaranteed = requests.entry(sized(1, 1024)).key();
    assertEquals(guaranteed, requests.key(opportunistic(container(1, 1024))));
    ResourceRequest request = sized(1, 1024);
    request.setExecutionTypeRequest(ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC));
    RequestKey opportunistic = requests.entry(request).key();
    assertEquals(guaranteed, requests.key(container(1, 1024)));
    assertEquals(opportunistic, requests.key(opportunistic(container(1, 1024))));
  }

  private static Container opportunistic(Container container) {
    container.setExecutionType(ExecutionType.OPPORTUNISTIC);
    return container;
  }

  @Test
  public void sampleIsEncodedOncePerStatement() {
    RequestKey key = requests.entry(request(ResourceRequest.ANY, "gpu")).key();
    byte[] encoded = requests.encodedSample(key);
    requests.entry(request("a1", null));
    requests.keepOnly(each -> true);
    assertSame(encoded, requests.encodedSample(key));
    requests.entry(request(ResourceRequest.ANY, "ssd"));
    byte[] later = requests.encodedSample(key);
    assertTrue(new String(later, ISO_8859_1), new String(later, ISO_8859_1).contains("ssd"));
  }

  private static ResourceRequest sized(long id, long mb) {
    ResourceRequest request = request(ResourceRequest.ANY, null);
    request.setAllocationRequestId(id);
    request.setCapability(Resource.newInstance(mb, 1));
    return request;
  }

  private static Container container(long id, long mb) {
    Container container = Records.newRecord(Container.class);
    container.setPriority(Priority.newInstance(20));
    container.setAllocationRequestId(id);
    container.setResource(Resource.newInstance(mb, 1));
    return container;
  }
}
