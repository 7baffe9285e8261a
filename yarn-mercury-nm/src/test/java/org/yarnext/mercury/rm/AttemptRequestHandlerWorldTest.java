// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.application.WaitingDemandSource;
import org.yarnext.mercury.policy.requests.FreeMemoryLimit;
import org.yarnext.mercury.rm.promotion.PromotionService;

/**
 * The way of an application's asks to stock's processors, in random worlds of asks, cancels,
 * grants, promotions, calls that fail in front of, between and behind those processors, and
 * restarts of the ResourceManager and of the master: the application gets exactly what it asks. A
 * failure tells its seed; {@code -Dmercury.seed=<seed>} runs that world alone, {@code
 * -Dmercury.worlds=<n>} changes how many run.
 */
public class AttemptRequestHandlerWorldTest {
  private static final int WORLDS = Integer.getInteger("mercury.worlds", 200);
  private static final int STEPS = 80;

  /** The priority of what the application itself asks as opportunistic; others are lower. */
  private static final int OWN = 4;

  private static final String[] POLICIES = {"only-Q", "50%-Q", "80%-Q", "only-G"};
  private static final String[] MODES = {"off", "shadow", "on", "on"};
  private static final String[] QUOTAS = {"max=0", "max=3", "relative=1.0"};

  /** A source of a daemon that has the scheduler. */
  private static final WaitingDemandSource NOTHING_WAITS =
      new WaitingDemandSource() {
        @Override
        public boolean waits(LongSupplier ownMb) {
          return false;
        }

        @Override
        public boolean isAnyWaiting(int own) {
          return false;
        }

        @Override
        public long freeMb() {
          return FreeMemoryLimit.NONE;
        }
      };

  private final Random random;
  private final Configuration conf = new Configuration(false);
  private final String quota;

  /** Outstanding requests of the application, by priority. */
  private final Map<Integer, Integer> wanted = new TreeMap<>();

  private final Set<Integer> changed = new TreeSet<>();
  private final List<Container> live = new ArrayList<>();

  /** Stock's, "g" or "q" in front of the priority. */
  private final Map<String, Integer> outstanding = new TreeMap<>();

  private ApplicationAttemptId attempt = Requests.ATTEMPT;

  /** Whether a new ResourceManager is still told what runs. */
  private boolean nodesTell;

  /** Whether modes are switched at random. */
  private boolean switches;

  private AttemptRegistry masters;
  private AttemptRequestHandler route;
  private long lastId;

  /** The runner's own; it runs nothing by itself. */
  public AttemptRequestHandlerWorldTest() {
    this(new Random(0));
  }

  private AttemptRequestHandlerWorldTest(Random random) {
    this.random = random;
    conf.set("yarn.mercury.hybrid.mode", "on");
    conf.set("yarn.mercury.hybrid.policy", POLICIES[random.nextInt(POLICIES.length)]);
    quota = QUOTAS[random.nextInt(QUOTAS.length)];
    conf.set("yarn.mercury.quota.default", quota);
  }

  @Test
  public void eachRequestIsServedOnceInRandomWorlds() {
    worlds(false);
  }

  @Test
  public void eachRequestIsServedOnceWhileModesAreSwitched() {
    worlds(true);
  }

  private static void worlds(boolean switches) {
    Long only = Long.getLong("mercury.seed");
    long opportunistic = 0;
    for (long world = 0; world < (only == null ? WORLDS : 1); world++) {
      long seed = only == null ? world : only;
      AttemptRequestHandlerWorldTest test = new AttemptRequestHandlerWorldTest(new Random(seed));
      test.switches = switches;
      try {
        test.start();
        test.live();
        test.settle();
        opportunistic += test.masters.metrics().opportunisticGranted.value();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("With -Dmercury.seed=" + seed + ": " + e.getMessage(), e);
      } finally {
        AttemptRegistry.forget(test);
      }
    }
    assertTrue("rich enough", opportunistic > 10 || only != null);
  }

  /** A new ResourceManager, to which the application states all it has. */
  private void start() {
    AttemptRegistry.forget(this);
    outstanding.clear();
    masters = AttemptRegistry.of(this, conf, "Test");
    masters.policies().demand(NOTHING_WAITS);
    nodesTell = true;
    register(Collections.emptyList());
    changed.addAll(wanted.keySet());
  }

  private void register(List<Container> previous) {
    route =
        new AttemptRequestHandler(
            masters,
            () -> null,
            () -> FeatureMode.OFF,
            attempt,
            () -> nodesTell ? live : Collections.emptyList());
    route.registered(Collections.emptySet(), "root.default", "", null, previous);
  }

  /** The master died; the next attempt is given some of its containers, and asks again. */
  private void nextAttempt() {
    masters.close(attempt);
    attempt =
        ApplicationAttemptId.newInstance(attempt.getApplicationId(), attempt.getAttemptId() + 1);
    live.removeIf(c -> random.nextInt(3) == 0);
    wanted.clear();
    changed.clear();
    outstanding.clear();
    nodesTell = false;
    register(new ArrayList<>(live));
  }

  private void live() {
    for (int step = 0; step < STEPS; step++) {
      int priority = 1 + random.nextInt(OWN);
      if (random.nextInt(3) == 0) {
        want(priority, 1 + random.nextInt(5));
      } else if (random.nextInt(4) == 0) {
        want(priority, -Math.min(1 + random.nextInt(5), wanted.getOrDefault(priority, 0)));
      }
      if (random.nextInt(40) == 0) {
        start();
      } else if (random.nextInt(20) == 0) {
        nextAttempt();
      }
      if (switches && random.nextInt(3) == 0) {
        conf.set("yarn.mercury.hybrid.mode", MODES[random.nextInt(MODES.length)]);
        conf.set("yarn.mercury.hybrid.policy", POLICIES[random.nextInt(POLICIES.length)]);
        masters.refresh(new Configuration(conf));
      }
      int failure = random.nextInt(15);
      // While a mode is not on, calls pass unchanged, and what a failed one loses is stock's.
      call(masters.mode().acts() || failure == 0 ? failure : 15, random.nextInt(4));
    }
    assertEquals(0, masters.guard().counters().failures());
  }

  private void want(int priority, int more) {
    wanted.merge(priority, more, Integer::sum);
    changed.add(priority);
  }

  private void settle() {
    for (int i = 0; i < 500 && wanted.values().stream().anyMatch(n -> n > 0); i++) {
      call(Integer.MAX_VALUE, 5);
    }
    call(Integer.MAX_VALUE, 0);
    assertTrue("still outstanding: " + wanted, wanted.values().stream().allMatch(n -> n == 0));
    outstanding.forEach((key, n) -> assertEquals("left over of " + key, 0, (int) n));
    Map<String, Long> ledger = masters.find(attempt).ledger();
    assertEquals(ledger.toString(), 0, ledger.get("guaranteed") + ledger.get("queueable"));
    assertEquals(ledger.toString(), 0L, (long) ledger.get("overGranted"));
  }

  /**
   * One call of the application.
   *
   * @param failure 0 in front of stock's processors, 1 between them, 2 behind them, else none
   * @param most of each kind that are granted
   */
  private void call(int failure, int most) {
    List<ResourceRequest> asks = new ArrayList<>();
    for (int priority : changed) {
      ResourceRequest ask = any(priority, wanted.get(priority));
      asks.add(priority == OWN ? opportunistic(ask) : ask);
    }
    if (route.sees(null)) {
      route.inQueue("root.default", "", null, this::atScheduler);
    }
    AllocateResponse response = Requests.response(Collections.emptyList());
    List<ResourceRequest> sent =
        route.send(AllocateRequest.newInstance(0, 0, asks, new ArrayList<>(), null), response);
    if (failure == 0) {
      route.undelivered();
      return;
    }
    // As stock: what one processor grants is lost with the call that the next one refuses.
    take(sent, true);
    List<Container> granted = grant("q", most);
    if (failure == 1) {
      route.refused();
      return;
    }
    take(sent, false);
    if (failure == 2) {
      route.undelivered();
      return;
    }
    granted.addAll(grant("g", most));
    response.setAllocatedContainers(granted);
    response.setCompletedContainersStatuses(completed());
    response.setUpdatedContainers(promoted());
    route.after(response);
    changed.clear();
    for (Container c : granted) {
      int left = wanted.merge(c.getPriority().getPriority(), -1, Integer::sum);
      assertTrue("more than asked of priority " + c.getPriority(), left >= 0);
    }
    live.addAll(granted);
    long opportunistic =
        live.stream().filter(AttemptRequestHandlerWorldTest::isOpportunistic).count();
    assertEquals(
        "alive, whichever ResourceManager granted them",
        opportunistic,
        masters.find(attempt).opportunisticAlive());
    assertTrue(
        opportunistic + " of " + quota, switches || !quota.equals("max=3") || opportunistic <= 3);
  }

  /** The guaranteed requests as the scheduler has them. */
  private List<ResourceRequest> atScheduler() {
    List<ResourceRequest> all = new ArrayList<>();
    outstanding.forEach(
        (key, count) -> {
          if (key.startsWith("g") && count > 0) {
            all.add(any(Integer.parseInt(key.substring(1)), count));
          }
        });
    return all;
  }

  private static boolean isOpportunistic(Container c) {
    return c.getExecutionType() == ExecutionType.OPPORTUNISTIC;
  }

  private void take(List<ResourceRequest> sent, boolean asOpportunistic) {
    for (ResourceRequest ask : sent) {
      if (Requests.isOpportunistic(ask) == asOpportunistic) {
        outstanding.putAll(Requests.totals(Collections.singletonList(ask)));
      }
    }
  }

  private List<Container> grant(String kind, int most) {
    List<Container> granted = new ArrayList<>();
    outstanding.replaceAll(
        (key, count) -> {
          int now = key.startsWith(kind) ? Math.min(most, count) : 0;
          for (int i = 0; i < now; i++) {
            granted.add(
                Requests.container(
                    ++lastId,
                    Integer.parseInt(key.substring(1)),
                    kind.equals("q") ? ExecutionType.OPPORTUNISTIC : ExecutionType.GUARANTEED));
          }
          return count - now;
        });
    return granted;
  }

  /** Promotes containers as {@link PromotionService} requests it from YARN. */
  private List<UpdatedContainer> promoted() {
    List<UpdatedContainer> promoted = new ArrayList<>();
    live.replaceAll(
        c -> {
          if (!isOpportunistic(c) || random.nextInt(6) > 0) {
            return c;
          }
          Container now =
              Requests.container(
                  c.getId().getContainerId(),
                  c.getPriority().getPriority(),
                  ExecutionType.GUARANTEED);
          promoted.add(
              UpdatedContainer.newInstance(ContainerUpdateType.PROMOTE_EXECUTION_TYPE, now));
          return now;
        });
    return promoted;
  }

  private List<ContainerStatus> completed() {
    List<ContainerStatus> completed = new ArrayList<>();
    live.removeIf(
        c -> {
          boolean ends = random.nextInt(3) == 0;
          if (ends) {
            completed.add(ContainerStatus.newInstance(c.getId(), ContainerState.COMPLETE, "", 0));
          }
          return ends;
        });
    return completed;
  }
}
