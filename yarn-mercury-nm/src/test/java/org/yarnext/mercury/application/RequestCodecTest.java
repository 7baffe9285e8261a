// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.UnitsConversionUtil;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.requests.RequestKeys;

/** Nothing of a resource request is lost on its way through the policies. */
public class RequestCodecTest {
  private static final String GPU = "yarn.io/gpu";

  /** Made while there are two resource types; of three it would be no size of the other tests. */
  @BeforeClass
  public static void sizeOfTwoTypes() {
    assertEquals(2, Requests.SIZE.getResources().length);
  }

  /** Two sizes whose texts are kept in the same place follow each other somewhere. */
  @Test
  public void textOfASizeIsItsOwn() {
    two();
    for (int i = 0; i < 20_000; i++) {
      long memory = 128L * (i % 500);
      int cores = 1 + i % 33;
      assertEquals(
          "memory-mb=" + memory + ",vcores=" + cores,
          ResourceCodec.text(Resource.newInstance(memory, cores)));
    }
    Resource gigabytes = Resource.newInstance(2, 1);
    gigabytes.getResourceInformation(ResourceInformation.MEMORY_URI).setUnits("Gi");
    assertEquals("memory-mb=2048,vcores=1", ResourceCodec.text(gigabytes));
  }

  @Before
  public void threeResourceTypes() {
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RESOURCE_TYPES, GPU);
    ResourceUtils.resetResourceTypes(conf);
  }

  @After
  public void two() {
    ResourceUtils.resetResourceTypes();
    // Until they are read again, their number is that of before.
    ResourceUtils.getResourceTypes();
  }

  private static Resource size(long gpus) {
    return Resource.newInstance(3_000_000_000L, 7, Collections.singletonMap(GPU, gpus));
  }

  private static List<ResourceRequest> backAndForth(ResourceRequest... r) {
    return new RequestCodec()
        .read(Arrays.asList(r)).stream().map(RequestCodec::copy).collect(Collectors.toList());
  }

  @Test
  public void sizesOfAllResourceTypesAreReadBack() {
    for (Resource size : Arrays.asList(size(0), size(2), Resource.newInstance(1, 0))) {
      assertEquals(size, ResourceCodec.resource(ResourceCodec.text(size)));
    }
    assertEquals("memory-mb=3000000000,vcores=7,yarn.io/gpu=2", ResourceCodec.text(size(2)));
    assertThrows(RuntimeException.class, () -> ResourceCodec.resource("memory-mb=1,fpga=2"));
    assertThrows(RuntimeException.class, () -> ResourceCodec.resource("1024"));
  }

  private static ResourceRequest kind(int priority, long id, int cores, ExecutionType type) {
    ResourceRequest r = Requests.ask(priority, ResourceRequest.ANY, 1);
    r.setAllocationRequestId(id);
    r.setCapability(Resource.newInstance(1_024, cores));
    r.setExecutionTypeRequest(ExecutionTypeRequest.newInstance(type, true));
    return r;
  }

  private static RequestKey key(RequestCodec codec, ResourceRequest r) {
    return codec.read(Collections.singletonList(r)).get(0).key();
  }

  @Test
  public void keyOfTheLastRequestIsReadAgainIfItIsTheSame() {
    two(); // one text begins as the other does
    List<ResourceRequest> kinds =
        Arrays.asList(
            kind(3, 5, 1, ExecutionType.GUARANTEED),
            kind(3, 5, 10, ExecutionType.GUARANTEED),
            kind(3, 5, 1, ExecutionType.OPPORTUNISTIC),
            kind(4, 5, 1, ExecutionType.OPPORTUNISTIC),
            kind(3, 6, 1, ExecutionType.OPPORTUNISTIC));
    for (ResourceRequest first : kinds) {
      for (ResourceRequest second : kinds) {
        RequestCodec codec = new RequestCodec();
        RequestKey before = key(codec, first);
        RequestKey now = key(codec, second);
        assertEquals(key(new RequestCodec(), second), now);
        assertEquals(first == second, before == now);
        assertEquals(first == second, before.equals(now));
      }
    }
  }

  @Test
  public void writtenRequestsAreReadBack() {
    List<ResourceRequest> all = new ArrayList<>();
    for (boolean relax : new boolean[] {true, false}) {
      for (boolean enforced : new boolean[] {true, false}) {
        for (String label : new String[] {null, "", "fast"}) {
          ResourceRequest r = Requests.ask(3, "host", 17);
          r.setCapability(size(1));
          r.setAllocationRequestId(1L << 40);
          r.setRelaxLocality(relax);
          r.setNodeLabelExpression(label);
          r.setExecutionTypeRequest(
              ExecutionTypeRequest.newInstance(ExecutionType.GUARANTEED, enforced));
          all.add(r);
        }
      }
    }
    List<ResourceRequest> back = backAndForth(all.toArray(new ResourceRequest[0]));
    assertEquals(all, back);
    for (int i = 0; i < all.size(); i++) {
      // Not compared by equals.
      assertEquals(
          all.get(i).getExecutionTypeRequest().getEnforceExecutionType(),
          back.get(i).getExecutionTypeRequest().getEnforceExecutionType());
      assertEquals(all.get(i).getRelaxLocality(), back.get(i).getRelaxLocality());
    }
    ResourceRequest own = Requests.opportunistic(Requests.any(1, 0));
    assertEquals(own, backAndForth(own).get(0));
  }

  /** YARN's own allocators keep what is outstanding in a map of sizes. */
  @Test
  public void decodedSizeEqualsTheSizeSentByTheMaster() {
    ResourceRequest sent = RequestCodec.copy(Requests.any(1, 2));
    Set<Resource> sizes = new HashSet<>();
    sizes.add(sent.getCapability());
    RequestEntry entry = new RequestCodec().read(Collections.singletonList(sent)).get(0);
    sizes.add(new RequestCodec().opportunistic(entry, "").getCapability());
    RequestEntry made = RequestEntry.of(entry.key(), "*", 1, true);
    sizes.add(new RequestCodec().opportunistic(made, "").getCapability());
    assertEquals(1, sizes.size());
  }

  @Test
  public void requestsOfTheCurrentCallPassUnchanged() {
    ResourceRequest same = Requests.any(1, 2);
    ResourceRequest changed = Requests.ask(1, "host", 2);
    ResourceRequest negative = Requests.ask(1, "/rack", -2);
    List<ResourceRequest> requests = Arrays.asList(same, changed, negative);
    RequestCodec codec = new RequestCodec();
    List<RequestEntry> read = codec.read(requests);
    assertEquals(same, codec.write(read.get(0)));
    RequestEntry fewer = RequestEntry.of(read.get(1).key(), "host", 1, true);
    assertEquals(1, codec.write(fewer).getNumContainers());
    assertEquals(0, codec.write(read.get(2)).getNumContainers());
    codec.read(Collections.emptyList());
    assertEquals("as stated", same, codec.write(read.get(0)));
    assertNotSame("schedulers lower what they are given", same, codec.write(read.get(0)));
  }

  /** Hosts and racks share the copy of the first request of their key. */
  @Test
  public void unknownFieldStaysAtItsLocation() {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(1000, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    ResourceRequest host =
        new ResourceRequestPBImpl(
            ((ResourceRequestPBImpl) Requests.ask(1, "host", 2))
                .getProto().toBuilder().setUnknownFields(unknown).build());
    List<ResourceRequest> requests =
        Arrays.asList(Requests.any(1, 2), host, Requests.ask(1, "/rack", 2));
    RequestCodec codec = new RequestCodec();
    List<RequestEntry> read = codec.read(requests);
    List<UnknownFieldSet> fields = new ArrayList<>();
    for (int call = 0; call < 2; call++) {
      for (RequestEntry entry : read) {
        ResourceRequest back = codec.write(entry);
        assertEquals(entry.resourceName(), back.getResourceName());
        fields.add(((ResourceRequestPBImpl) back).getProto().getUnknownFields());
      }
      codec.read(Collections.emptyList());
    }
    UnknownFieldSet none = UnknownFieldSet.getDefaultInstance();
    assertEquals(Arrays.asList(none, unknown, none, none, unknown, none), fields);
  }

  @Test
  public void requestWithoutExecutionTypeIsGuaranteed() {
    ResourceRequest r = Requests.any(1, 2);
    r.setExecutionTypeRequest(null);
    RequestEntry entry = new RequestCodec().read(Collections.singletonList(r)).get(0);
    assertFalse(RequestKeys.isOpportunistic(entry.key()));
    assertEquals(
        ResourceCodec.text(RequestCodec.copy(r).getCapability()), RequestKeys.size(entry.key()));
    assertEquals(2, entry.count());
  }

  @Test
  public void opportunisticPartHasTheDefaultLabelAndIsEnforced() {
    ResourceRequest r = Requests.any(1, 2);
    r.setNodeLabelExpression(null);
    RequestEntry entry = new RequestCodec().read(Collections.singletonList(r)).get(0);
    ResourceRequest written = new RequestCodec().opportunistic(entry, "fast");
    assertEquals("fast", written.getNodeLabelExpression());
    assertTrue(written.getExecutionTypeRequest().getEnforceExecutionType());
    assertTrue(RequestCodec.isOpportunistic(written));
    ResourceRequest own = Requests.opportunistic(r);
    entry = new RequestCodec().read(Collections.singletonList(own)).get(0);
    assertNull(new RequestCodec().opportunistic(entry, "fast").getNodeLabelExpression());
  }

  @Test
  public void changedLabelIsDetected() {
    ResourceRequest r = Requests.any(1, 2);
    RequestEntry before = new RequestCodec().read(Collections.singletonList(r)).get(0);
    r.setNumContainers(3);
    RequestEntry more = new RequestCodec().read(Collections.singletonList(r)).get(0);
    assertFalse(RequestCodec.isRelabelled(before, more));
    r.setNodeLabelExpression("fast");
    RequestEntry other = new RequestCodec().read(Collections.singletonList(r)).get(0);
    assertTrue(RequestCodec.isRelabelled(more, other));
    assertFalse(RequestCodec.isRelabelled(null, other));
  }

  @Test
  public void writtenEntriesAreReadBack() {
    ResourceRequest r = Requests.ask(1, "host", 2);
    r.setNodeLabelExpression("fast");
    RequestEntry entry = new RequestCodec().read(Collections.singletonList(r)).get(0);
    RequestEntry read = RequestCodec.entry(RequestCodec.text(entry));
    assertEquals(entry, read);
    assertEquals(r, RequestCodec.copy(read));
    assertThrows(IllegalArgumentException.class, () -> RequestCodec.entry("AAAA"));
  }

  @Test
  public void containerHasTheKeyOfItsRequest() {
    Container c = Requests.container(1, 4, ExecutionType.GUARANTEED, size(1));
    c.setAllocationRequestId(9);
    assertEquals(RequestKeys.key(4, 9, ResourceCodec.text(size(1)), false), RequestCodec.key(c));
  }

  /** A number without its unit is a thousand times too large, or too small. */
  @Test
  public void unitsOfAllResourceTypesAreReadBack() {
    for (String unit : new String[] {"", "m", "k", "M", "G", "Ki", "Mi", "Gi"}) {
      for (String type :
          new String[] {ResourceInformation.MEMORY_URI, ResourceInformation.VCORES_URI, GPU}) {
        for (long amount : new long[] {0, 1, 500, 1024}) {
          Resource size = size(2);
          set(size, type, unit, amount);
          String text = ResourceCodec.text(size);
          Resource back = ResourceCodec.resource(text);
          for (ResourceInformation one : size.getResources()) {
            ResourceInformation other = back.getResourceInformation(one.getName());
            assertEquals(text, 0, compare(one, other));
          }
          assertEquals("one size, one text", text, ResourceCodec.text(back));
        }
      }
    }
  }

  @Test
  public void equalSizesHaveTheSameTextWithAnyUnit() {
    Resource one = size(0);
    set(one, GPU, "k", 2);
    Resource other = size(2000);
    assertEquals(one, other);
    assertEquals(ResourceCodec.text(one), ResourceCodec.text(other));
    set(one, ResourceInformation.MEMORY_URI, "Gi", 3);
    assertEquals(3072, ResourceCodec.vector(one).memoryMb());
  }

  /** Resource.setResourceInformation drops the unit of memory. */
  private static void set(Resource size, String type, String unit, long amount) {
    size.getResourceInformation(type).setUnits(unit);
    size.getResourceInformation(type).setValue(amount);
  }

  private static int compare(ResourceInformation one, ResourceInformation other) {
    return UnitsConversionUtil.compare(
        one.getUnits(), one.getValue(), other.getUnits(), other.getValue());
  }
}
