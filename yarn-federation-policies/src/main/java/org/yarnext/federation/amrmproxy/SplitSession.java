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
package org.yarnext.federation.amrmproxy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.resolver.SubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.split.AskGate;

/**
 * What interceptor and policy of one application attempt do together. YARN makes the policy and
 * does not tell it whose it is, so the interceptor hands this over on the thread that registers.
 * Thread-safe.
 */
final class SplitSession {
  private static final Logger LOG = LoggerFactory.getLogger(SplitSession.class);
  private static final byte[] NOTHING = new byte[0];
  private static final ThreadLocal<SplitSession> HANDED_OVER = new ThreadLocal<>();

  private final SplitHook hook;
  private final String application;
  private final SplitBook book;
  private final AskGate gate = new AskGate();
  private final List<ContainerId> toRelease = new ArrayList<>();

  /** How many of them are in the call that is under way. */
  private int releasing;

  private AllocateResponse last;

  /** Null while nobody remembers. */
  private SplitMemory memory;

  private SplitMemory handedOutMemory;
  private HandedOut handedOut = new HandedOut(true);
  private final UnseenContainers unseen = new UnseenContainers();

  /** Null until the policy is known. */
  private SubClusterId home;

  /** Null until the policy is known. */
  private PolicyWatch.Watched policy;

  private SubClusterPolicyConfiguration taken;

  /** Whether what was remembered is known to be wrong and could not be removed. */
  private boolean misleading;

  private volatile Restating restating = Restating.NOT;

  /** How far an application that was given up is in stating its asks again. */
  private enum Restating {
    NOT,
    /** It has to be told; what it asks until then it will ask again. */
    DUE,
    /** It registered again, and states all of them in its next call. */
    NOW
  }

  SplitSession(SplitHook hook, String application) {
    this.hook = hook;
    this.application = application;
    book = new SplitBook(hook.rules());
  }

  /**
   * From now on what sub-clusters are told is remembered before they are told, and which containers
   * the application is handed before it is.
   */
  void rememberIn(SplitMemory told, SplitMemory handed) {
    memory = told;
    handedOutMemory = handed;
  }

  /** Goes on from what was remembered before a restart; as stock if that is not known. */
  void recover(byte[] image, byte[] handed, long nowMs) {
    handedOut = new HandedOut(false);
    if (image == null || image.length == 0 || !hook.mode().acts()) {
      giveUp();
      return;
    }
    hook.guard()
        .runInline(
            "federation.recover",
            () -> {
              book.restore(image, nowMs);
              handedOut = HandedOut.read(handed);
              hook.recovered();
            },
            this::giveUp);
  }

  /**
   * Of the containers that ResourceManagers have of the application, sees to it that those are
   * given back of which it will not hear.
   */
  synchronized void giveBackUnseen(
      Map<ContainerId, SubClusterId> known, ApplicationAttemptId attempt) {
    if (acts() && home != null) {
      hook.guard()
          .runInline(
              "federation.unseen",
              () -> unseen.add(handedOut.unseen(known, home, attempt)),
              () -> {});
    }
  }

  /**
   * Notes which containers the application is about to see.
   *
   * @param owners the sub-cluster of each container of the application
   */
  synchronized void handOut(AllocateResponse response, Map<ContainerId, SubClusterId> owners) {
    List<Container> containers = response.getAllocatedContainers();
    if (containers != null && !containers.isEmpty() && handedOutMemory != null && acts()) {
      hook.guard()
          .runInline("federation.hand-out", () -> handOut(containers, owners), this::giveUp);
    }
    List<ContainerId> lost = unseen.afterCall();
    if (!lost.isEmpty() && acts()) {
      toRelease.addAll(lost);
      hook.unseen(lost.size());
    }
  }

  private void handOut(List<Container> containers, Map<ContainerId, SubClusterId> owners)
      throws IOException {
    boolean news = false;
    for (Container container : containers) {
      unseen.seen(container.getId());
      SubClusterId owner = owners.get(container.getId());
      if (owner == null) {
        // Whose it is, is known again after a restart: then it must not be taken for unseen.
        handedOut = new HandedOut(false);
        news = true;
        break;
      }
      news |= handedOut.note(container.getId(), owner);
    }
    if (news) {
      handedOutMemory.keep(handedOut.image());
    }
  }

  private void remember() {
    if (memory != null && acts()) {
      hook.guard().runInline("federation.remember", () -> memory.keep(book.image()), this::giveUp);
    }
  }

  /** Makes the session known to the policy that is made on this thread until it is taken back. */
  void handOver() {
    HANDED_OVER.set(this);
  }

  static void takeBack() {
    HANDED_OVER.remove();
  }

  /** Null if nothing is handed over on this thread. */
  static SplitSession handedOver() {
    return HANDED_OVER.get();
  }

  /** The policy that the application begins with; others may be published for its queue. */
  synchronized void begins(
      FederationStateStore store, SubClusterPolicyConfiguration known, SubClusterId homeId) {
    taken = known;
    home = homeId;
    policy = hook.policies().watch(store, known, homeId.getId());
    remember();
    rememberHandedOut();
  }

  private void rememberHandedOut() {
    if (handedOutMemory != null && acts()) {
      hook.guard()
          .runInline(
              "federation.remember", () -> handedOutMemory.keep(handedOut.image()), this::giveUp);
    }
  }

  /**
   * Takes over the policy that was published for the queue since the last one, if there is one. One
   * that the taker refuses is not offered again.
   */
  void follow(PolicyTaker taker) {
    SubClusterPolicyConfiguration latest = published();
    if (latest != null && hook.mode().acts()) {
      try {
        taker.take(latest);
        hook.tookPolicy();
      } catch (YarnException | RuntimeException | LinkageError e) {
        hook.refusedPolicy(application, latest, e); // the operator's mistake, not a failure of ours
      }
    }
  }

  /** Null if there is none. */
  private synchronized SubClusterPolicyConfiguration published() {
    SubClusterPolicyConfiguration latest = policy == null ? null : policy.latest();
    if (latest == null
        || (latest.getType().equals(taken.getType())
            && latest.getParams().equals(taken.getParams()))) {
      return null;
    }
    taken = latest;
    return latest;
  }

  /** Changes to another policy, or throws and stays with its own. */
  interface PolicyTaker {
    void take(SubClusterPolicyConfiguration next) throws YarnException;
  }

  private boolean acts() {
    return hook.mode().acts() && !book.isGivenUp();
  }

  /**
   * The application goes on as stock from its next call on, in which it states all its asks again:
   * what the ledger took from one sub-cluster it may not have asked another one for yet, and nobody
   * else would.
   */
  void giveUp() {
    if (!book.isGivenUp()) {
      book.giveUp();
      if (hook.mode().acts()) {
        restating = Restating.DUE;
      }
      hook.gaveUp(application);
      forget();
    }
  }

  /** Whether the application is to be told to register and state its asks again, as by stock. */
  synchronized boolean isOutOfSync(AllocateRequest request) {
    // One that repeats a call has not had the answer, which registering would lose.
    return restating == Restating.DUE
        && (last == null || request.getResponseId() == last.getResponseId());
  }

  void registered() {
    if (restating == Restating.DUE) {
      restating = Restating.NOW;
    }
  }

  /** Stock remembers nothing either, so that after a restart the application stays with it. */
  private synchronized void forget() {
    if (memory != null) {
      try {
        memory.keep(NOTHING);
        handedOutMemory.keep(NOTHING);
        misleading = false;
      } catch (IOException | RuntimeException e) {
        if (!misleading) {
          LOG.warn("What was remembered of {} could not be removed yet", application, e);
        }
        misleading = true;
      }
    }
  }

  /** Null if stock is to divide. */
  Map<SubClusterId, List<ResourceRequest>> split(
      List<ResourceRequest> asked, Callable<SplitBook.Places> places, long nowMs) {
    Map<SubClusterId, List<ResourceRequest>> split = null;
    if (!book.isGivenUp()) {
      split =
          hook.guard()
              .callInline(
                  "federation.split",
                  () -> book.split(asked, places.call(), nowMs),
                  () -> {
                    giveUp();
                    return null;
                  });
    }
    if (split != null && !split.isEmpty()) {
      remember();
    }
    if (split == null && restating == Restating.DUE) {
      return Collections.emptyMap();
    }
    return hook.mode().acts() ? split : null;
  }

  /**
   * Takes back all that the ledger told, before what stock tells in the call in which the
   * application states its asks again: stock knows of none of it.
   */
  Map<SubClusterId, List<ResourceRequest>> takingBack(
      Map<SubClusterId, List<ResourceRequest>> stocks) {
    if (restating != Restating.NOW) {
      return stocks;
    }
    Map<SubClusterId, List<ResourceRequest>> all =
        hook.guard().callInline("federation.take-back", book::withdrawals, HashMap::new);
    stocks.forEach((to, asks) -> all.computeIfAbsent(to, t -> new ArrayList<>()).addAll(asks));
    return all;
  }

  Map<String, Long> counts() {
    return book.counts();
  }

  void answered(SubClusterId from, AllocateResponse response) {
    unseen.answered(from);
    if (!book.isGivenUp()) {
      hook.guard()
          .runInline("federation.answered", () -> book.answered(from, response), this::giveUp);
    }
  }

  /**
   * Looks at a call before it is sent on.
   *
   * @return null if it may pass, else what to tell the application
   */
  synchronized String before(AllocateRequest request, long nowMs) {
    Decision<Boolean> admitted =
        hook.guard().callInline("federation.limits", () -> admit(request, nowMs), () -> null);
    if (admitted != null && !admitted.value()) {
      hook.refused(application, admitted);
      if (hook.mode().acts()) {
        return admitted.reason().text() + " " + admitted;
      }
    }
    if (misleading) {
      forget();
    }
    if (hook.mode().acts()) {
      hook.guard().runInline("federation.before", () -> prepare(request), this::giveUp);
    }
    return null;
  }

  private Decision<Boolean> admit(AllocateRequest request, long nowMs) {
    int lines = 0;
    int containers = 0;
    if (request.getAskList() != null) {
      for (ResourceRequest ask : request.getAskList()) {
        lines++;
        containers = Math.max(containers, ask.getNumContainers());
      }
    }
    return gate.admit(lines, containers, hook.limits(), nowMs);
  }

  /** Sees to it that the policy is asked, and gives back what nobody wants. */
  private void prepare(AllocateRequest request) {
    if (acts() || restating == Restating.NOW) {
      List<ResourceRequest> asks = new ArrayList<>();
      if (request.getAskList() != null) {
        asks.addAll(request.getAskList());
      }
      if (asks.isEmpty()) {
        asks.add(Requests.nudge());
        request.setAskList(asks);
      }
    }
    releasing = toRelease.size();
    if (releasing > 0) {
      List<ContainerId> release = new ArrayList<>(toRelease);
      if (request.getReleaseList() != null) {
        release.addAll(request.getReleaseList());
      }
      request.setReleaseList(release);
    }
  }

  /** A call failed, so that nobody knows what of it was sent on. */
  void failed() {
    hook.guard().runInline("federation.failed", book::undelivered, this::giveUp);
  }

  /** Counts what was granted, and keeps from the application what nobody asked for. */
  synchronized void after(AllocateResponse response, SubClusterResolver resolver, long nowMs) {
    if (response == last) {
      return; // the application repeated its call, and nothing was sent on
    }
    last = response;
    if (restating == Restating.NOW) {
      restating = Restating.NOT;
    }
    toRelease.subList(0, releasing).clear();
    releasing = 0;
    if (!book.isGivenUp() && response.getAllocatedContainers() != null) {
      hook.guard()
          .runInline("federation.granted", () -> judge(response, resolver, nowMs), this::giveUp);
    }
  }

  private void judge(AllocateResponse response, SubClusterResolver resolver, long nowMs) {
    List<Container> wanted = new ArrayList<>();
    List<ContainerId> unwanted = new ArrayList<>();
    for (Container container : response.getAllocatedContainers()) {
      if (book.isWanted(container, resolver, null, nowMs)) {
        wanted.add(container);
      } else {
        unwanted.add(container.getId());
      }
    }
    if (!unwanted.isEmpty() && acts()) {
      response.setAllocatedContainers(wanted);
      toRelease.addAll(unwanted);
      hook.released(unwanted.size());
    }
  }
}
