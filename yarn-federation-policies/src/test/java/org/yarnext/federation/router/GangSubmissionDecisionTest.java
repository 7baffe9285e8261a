// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationSubmissionContextProto;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;
import org.yarnext.federation.gang.GangJob;

/** Gangs that may wait, by the size of their masters, by limits and by rights. */
public class GangSubmissionDecisionTest extends GangHookTestBase {
  private static ResourceRequest request(String where, long mb) {
    return ResourceRequest.newInstance(
        Priority.newInstance(0), where, Resource.newInstance(mb, 1), 1);
  }

  /** The size that a gang counts with, its master included, or null and the refusal. */
  private Long amount(GangHook hook, int number, Consumer<ApplicationSubmissionContext> master)
      throws IOException {
    ApplicationSubmissionContext context = context(number, "a", "gang=2x10");
    master.accept(context);
    String refusal = hook.hold("user", context).refusal();
    GangJob job = store.job(context.getApplicationId().toString());
    assertEquals(refusal == null, job != null);
    return job == null ? null : job.gang().amount();
  }

  @Test
  public void masterSizeCountsInEachFormOfTheSubmission() throws Exception {
    GangHook hook = hook();
    assertEquals(Long.valueOf(25), amount(hook, 1, c -> c.setResource(Resource.newInstance(5, 1))));
    assertEquals(
        "as MapReduce does",
        Long.valueOf(26),
        amount(
            hook,
            2,
            c ->
                c.setAMContainerResourceRequests(
                    Collections.singletonList(request(ResourceRequest.ANY, 6)))));
    ResourceRequest labelled = request(ResourceRequest.ANY, 7);
    labelled.setNodeLabelExpression("gpu");
    assertEquals(
        "with a label, on hosts, and a size that ResourceManagers pass over",
        Long.valueOf(27),
        amount(
            hook,
            3,
            c -> {
              c.setResource(Resource.newInstance(50, 1));
              c.setAMContainerResourceRequests(
                  Arrays.asList(request("host", 1), request("/rack", 90), labelled));
            }));
    assertEquals(
        "a master outside of the cluster takes nothing",
        Long.valueOf(20),
        amount(
            hook,
            4,
            c -> {
              c.setUnmanagedAM(true);
              c.setResource(Resource.newInstance(5, 1));
            }));
  }

  @Test
  public void gangThatCouldNotBeDecodedAtItsStartIsRefused() throws Exception {
    GangHook hook = hook();
    ApplicationSubmissionContextProto valid =
        ((ApplicationSubmissionContextPBImpl) context(1, "a", "gang=2x10")).getProto();
    ApplicationSubmissionContextProto.Builder large = valid.toBuilder();
    for (int i = 0; i < 40_000; i++) {
      large.getAmContainerSpecBuilder().addEnvironmentBuilder().setKey("k" + i).setValue("v");
    }
    String refusal =
        hook.hold("user", new ApplicationSubmissionContextPBImpl(large.build())).refusal();
    assertTrue(refusal, ("" + refusal).contains("shorten its environment"));
    assertNull(hook.hold("user", new ApplicationSubmissionContextPBImpl(valid)).refusal());
  }

  @Test
  public void mastersOfAnInvalidSizeAreRefusedInEachForm() throws Exception {
    GangHook hook = hook();
    int number = 1;
    for (long mb : new long[] {-1, 1L << 31, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertNull(amount(hook, number++, c -> c.setResource(Resource.newInstance(mb, 1))));
      assertNull(
          amount(
              hook,
              number++,
              c ->
                  c.setAMContainerResourceRequests(
                      Collections.singletonList(request(ResourceRequest.ANY, mb)))));
    }
    assertNull(
        "nobody could place it",
        amount(
            hook,
            number++,
            c -> c.setAMContainerResourceRequests(Collections.singletonList(request("host", 1)))));
    assertNull(
        "nor decide for one",
        amount(
            hook,
            number++,
            c ->
                c.setAMContainerResourceRequests(
                    Arrays.asList(
                        request(ResourceRequest.ANY, 1), request(ResourceRequest.ANY, 2)))));
    assertNull(
        amount(
            hook,
            number,
            c ->
                c.setAMContainerResourceRequests(
                    Collections.singletonList(
                        ResourceRequest.newInstance(
                            Priority.newInstance(0), ResourceRequest.ANY, null, 1)))));
  }

  @Test
  public void oneUserCannotTakeAllWaitingPlaces() throws Exception {
    conf.set(KEYS + "max-waiting", "9");
    conf.set(KEYS + "max-waiting-per-queue", "6");
    conf.set(KEYS + "max-waiting-per-user", "4");
    GangHook hook = hook();
    List<String> refusals = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      refusals.add(hook.hold("user" + i / 6, context(i, "a", "gang=1x100")).refusal());
    }
    assertEquals("4 of one, 2 of the other", 6, store.count());
    assertTrue(refusals.get(4), refusals.get(4).contains("GANG_TOO_MANY_OF_USER{jobs=4, max=4"));
    assertTrue(refusals.get(4), refusals.get(4).contains(KEYS + "max-waiting-per-user"));
    assertTrue(refusals.get(8), refusals.get(8).contains("GANG_TOO_MANY_IN_QUEUE{jobs=6, max=6"));
    assertNull(hook.hold("user1", context(100, "b", "gang=1x1")).refusal());
    // Quota that another Router took counts as soon as it is read.
    GangHook other = hook();
    String refusal = other.hold("user0", context(101, "b", "gang=1x1")).refusal();
    assertTrue(refusal, refusal.contains("GANG_TOO_MANY_OF_USER"));
  }

  @Test
  public void totalSizeOfSubmissionsPerUserIsBounded() throws Exception {
    conf.set(KEYS + "max-mb-per-user", "1");
    GangHook hook = hook();
    int held = 0;
    for (int i = 0; i < 10; i++) {
      ApplicationSubmissionContext context = context(i, "a", "gang=1x1");
      ContainerLaunchContext master = Records.newRecord(ContainerLaunchContext.class);
      master.setCommands(Collections.singletonList(new String(new char[300_000])));
      context.setAMContainerSpec(master);
      held += hook.hold("user", context).refusal() == null ? 1 : 0;
    }
    assertEquals(3, held);
    assertNull("others", hook.hold("other", context(100, "a", "gang=1x1")).refusal());
  }

  @Test
  public void gangOfAUserWithoutSubmitRightPassesToStock() throws Exception {
    rights =
        (user, queue) -> {
          if (user.equals("nobody-says")) {
            throw new IOException("no ResourceManager answers");
          }
          return user.equals("owner") && queue.equals("root.a");
        };
    GangHook hook = hook();
    assertSame(GangSubmissionDecision.PASSES, hook.hold("stranger", context(1, "a", "gang=1x100")));
    assertSame(GangSubmissionDecision.PASSES, hook.hold("owner", context(2, "b", "gang=1x100")));
    assertSame(
        GangSubmissionDecision.PASSES, hook.hold("nobody-says", context(3, "a", "gang=1x100")));
    assertEquals(0, store.count());
    assertNull(hook.hold("owner", context(4, "a", "gang=1x100")).refusal());
    assertEquals(1, store.count());
    assertEquals(
        Arrays.asList("GANG_NOT_ALLOWED"), decisions(hook, ApplicationId.newInstance(1, 1)));
  }
}
