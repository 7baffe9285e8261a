// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
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
}
