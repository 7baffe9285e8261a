// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yarnext.common.requests.OutstandingRequests.Grant;

/**
 * An application that requests as AMRMClient does, a division by lot, and schedulers that answer
 * late, lose calls, vanish and return. Host {@code b12} is in rack {@code /rb1} of scheduler b.
 */
final class RequestWorld implements SchedulerSet {
  final Random random;
  final List<ModelScheduler> schedulers = new ArrayList<>();
  OutstandingRequests requests = new OutstandingRequests();

  /** State of the requests after a restart: that of the last call, before it was sent. */
  private Map<RequestKey, Map<String, Integer>> kept = new HashMap<>();

  /** The hosts of the tasks that wait. */
  private final Map<RequestKey, List<String>> tasks = new LinkedHashMap<>();

  /** The entries that the application states in its next call. */
  private final Map<RequestKey, Set<String>> changed = new HashMap<>();

  /** Granted containers that schedulers would grant again after a failover. */
  private final Map<RequestKey, Integer> regained = new HashMap<>();

  private long granted;
  private boolean isSettled;

  RequestWorld(long seed) {
    random = new Random(seed);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      schedulers.add(new ModelScheduler(String.valueOf((char) ('a' + i)), random.nextBoolean()));
    }
    for (int id : new int[] {0, 7}) {
      for (String kind : new String[] {"relaxed", "strict"}) {
        RequestKey key = RequestKey.of(kind.length(), id, kind);
        tasks.put(key, new ArrayList<>());
        changed.put(key, new TreeSet<>(Collections.reverseOrder()));
      }
    }
  }

  private static boolean isRelaxed(RequestKey key) {
    return key.kind().equals("relaxed");
  }

  private RequestKey anyKey() {
    return new ArrayList<>(tasks.keySet()).get(random.nextInt(tasks.size()));
  }

  private ModelScheduler anyScheduler() {
    return schedulers.get(random.nextInt(schedulers.size()));
  }

  private String hostOf(ModelScheduler scheduler) {
    return scheduler.name + (1 + random.nextInt(2)) + (1 + random.nextInt(2));
  }

  @Override
  public Set<String> owners(RequestKey key, String resourceName) {
    int at = resourceName.startsWith("/") ? 2 : 0;
    return Collections.singleton(resourceName.substring(at, at + 1));
  }

  @Override
  public String home() {
    return schedulers.get(0).name;
  }

  @Override
  public boolean isReachable(String scheduler) {
    return schedulers.stream().anyMatch(each -> each.name.equals(scheduler) && each.isReachable);
  }

  @Override
  public boolean keepsOrder(String scheduler) {
    return schedulers.stream().noneMatch(each -> each.name.equals(scheduler) && each.isOvertaken());
  }

  int wanted(RequestKey key, String resourceName) {
    int count = 0;
    for (String host : tasks.get(key)) {
      boolean isHere = resourceName.equals(host) || resourceName.equals(ModelScheduler.rack(host));
      count += isHere || resourceName.equals(RequestEntry.ANY) ? 1 : 0;
    }
    return count;
  }

  private void add(RequestKey key) {
    String host = hostOf(anyScheduler());
    tasks.get(key).add(host);
    change(key, host);
  }

  private void remove(RequestKey key, String host) {
    tasks.get(key).remove(host);
    change(key, host);
  }

  private void change(RequestKey key, String host) {
    changed.get(key).addAll(Arrays.asList(host, ModelScheduler.rack(host), RequestEntry.ANY));
  }

  private List<RequestEntry> stated() {
    List<RequestEntry> entries = new ArrayList<>();
    changed.forEach(
        (key, names) ->
            names.forEach(
                name ->
                    entries.add(RequestEntry.of(key, name, wanted(key, name), isRelaxed(key)))));
    changed.values().forEach(Set::clear);
    return entries;
  }

  /** One call; a lost one reaches some of the schedulers only. */
  void call(boolean isLost) {
    Map<RequestKey, Integer> before = new HashMap<>();
    tasks.keySet().forEach(key -> before.put(key, exposed(key)));
    AllocateTransaction call = requests.begin(stated(), this);
    requests.all().forEach(this::divide);
    Map<String, List<RequestEntry>> sent = call.send();
    kept = requests.exposed();
    for (ModelScheduler each : schedulers) {
      if (sent.containsKey(each.name) && !(isLost && random.nextBoolean())) {
        each.send(sent.get(each.name));
      }
    }
    if (isLost) {
      call.lost();
    } else {
      call.commit();
    }
    for (RequestKey key : tasks.keySet()) {
      int wanted = tasks.get(key).size() + regained.getOrDefault(key, 0);
      assertTrue("asked twice: " + key, exposed(key) <= Math.max(before.get(key), wanted));
    }
    balances();
    requests.all().forEach(each -> assertEquals(each.total(), each.shares()));
  }

  /** A scheduler refuses a call that others may have read; the application states it again. */
  private void rejectedCall() {
    Map<RequestKey, Set<String>> repeated = new HashMap<>();
    changed.forEach((key, names) -> repeated.put(key, new TreeSet<>(names)));
    AllocateTransaction call = requests.begin(stated(), this);
    requests.all().forEach(this::divide);
    Map<String, List<RequestEntry>> sent = call.send();
    kept = requests.exposed();
    String refusing = anyScheduler().name;
    for (ModelScheduler each : schedulers) {
      if (sent.containsKey(each.name) && !each.name.equals(refusing) && random.nextBoolean()) {
        each.send(sent.get(each.name));
      }
    }
    call.reject(refusing);
    requests.all().forEach(each -> assertEquals(each.total(), each.shares()));
    repeated.forEach((key, names) -> changed.get(key).addAll(names));
    call(false);
  }

  private int exposed(RequestKey key) {
    return schedulers.stream().filter(s -> s.isReachable).mapToInt(s -> s.exposed(key)).sum();
  }

  /** Requests with strict locality stay; some of the others move. */
  private void divide(OutstandingRequest request) {
    List<SchedulerReplica> all = new ArrayList<>();
    schedulers.forEach(each -> all.add(request.replica(each.name)));
    if (!request.relaxLocality()) {
      for (SchedulerReplica each : all) {
        int here =
            (int) tasks.get(request.key()).stream().filter(h -> h.startsWith(each.name())).count();
        request.changeShare(each, here - each.share());
      }
      return;
    }
    boolean moves = !isSettled && random.nextInt(4) == 0;
    for (SchedulerReplica each : all) {
      int over = request.shares() - request.total();
      int away = moves && random.nextBoolean() ? each.share() : Math.min(each.share(), over);
      request.changeShare(each, -Math.max(0, away));
    }
    while (request.shares() < request.total()) {
      request.changeShare(all.get(random.nextInt(all.size())), 1);
    }
    RelaxationLevel[] levels = RelaxationLevel.values();
    for (SchedulerReplica each : all) {
      boolean mayWait = !isSettled && each.hostPreferences() >= each.share() - 1e-6;
      each.setLevel(mayWait ? levels[random.nextInt(levels.length)] : RelaxationLevel.ANY);
    }
  }

  void balances() {
    Map<String, Long> counts = requests.counts();
    assertEquals(
        counts.toString(),
        (long) counts.get("asked"),
        counts.get("granted") + counts.get("cancelled") + counts.get("outstanding"));
    int wanted = tasks.values().stream().mapToInt(List::size).sum();
    assertEquals("as the application counts", wanted, requests.outstanding());
    assertEquals(granted, (long) counts.get("granted"));
  }

  /** All that is on its way arrives; what is granted is seen with the answer. */
  void beat(ModelScheduler scheduler, int grants) {
    if (!scheduler.isReachable) {
      return;
    }
    scheduler.readAll();
    for (int i = 0; i < grants; i++) {
      RequestKey key = anyKey();
      String host = hostOf(scheduler);
      if (scheduler.grant(key, host)) {
        String rack = random.nextBoolean() ? ModelScheduler.rack(host) : null;
        if (requests.granted(key, scheduler.name, host, rack) != Grant.EXCESS) {
          granted++;
          remove(key, servedBy(key, host));
        }
      }
    }
    requests.answered(scheduler.name, requests.calls());
  }

  /** The host of the task that a container serves: its own, one in its rack, or any. */
  private String servedBy(RequestKey key, String host) {
    List<String> all = tasks.get(key);
    if (all.contains(host)) {
      return host;
    }
    for (String each : all) {
      if (ModelScheduler.rack(each).equals(ModelScheduler.rack(host))) {
        return each;
      }
    }
    return all.get(0);
  }

  void step() {
    switch (random.nextInt(8)) {
      case 0:
        add(anyKey());
        call(false);
        break;
      case 1:
        RequestKey key = anyKey();
        if (!tasks.get(key).isEmpty()) {
          remove(key, tasks.get(key).get(random.nextInt(tasks.get(key).size())));
        }
        add(anyKey());
        call(random.nextInt(4) == 0);
        break;
      case 2:
        add(anyKey());
        rejectedCall();
        call(random.nextInt(4) == 0);
        break;
      case 3:
        ModelScheduler each = anyScheduler();
        each.isReachable = !each.isReachable || random.nextInt(3) > 0;
        break;
      default:
        beat(anyScheduler(), random.nextInt(4));
        call(false); // the application states what it got less before anything else
    }
  }

  /** A scheduler loses its state in a restart, and the table learns of that. */
  void restartScheduler() {
    ModelScheduler scheduler = anyScheduler();
    if (scheduler.isReachable) {
      scheduler.forget();
      requests.markUnknown(scheduler.name);
    }
  }

  /** Standbys take over. The table does not learn of that, nor of what they have in excess. */
  void failOver() {
    tasks.keySet().forEach(key -> regained.put(key, -exposed(key)));
    schedulers.forEach(ModelScheduler::failOver);
    tasks.keySet().forEach(key -> regained.merge(key, exposed(key), Integer::sum));
  }

  /** The table is lost but for what was kept, and the application states everything again. */
  void restartTable() {
    requests = new OutstandingRequests();
    requests.restore(kept);
    granted = 0;
    changed.values().forEach(Set::clear);
    tasks.forEach((key, hosts) -> new TreeSet<>(hosts).forEach(host -> change(key, host)));
    call(false);
  }

  /** Everybody answers, and nothing moves any more. */
  void settle() {
    schedulers.forEach(each -> each.isReachable = true);
    isSettled = true;
    for (int i = 0; i < 4; i++) {
      call(false);
      schedulers.forEach(each -> beat(each, 0));
    }
  }

  /** Checks, after {@link #settle}, that the schedulers have exactly the application's requests. */
  void assertKnown(boolean locationsToo) {
    for (RequestKey key : tasks.keySet()) {
      int sum = schedulers.stream().mapToInt(s -> s.count(key, RequestEntry.ANY)).sum();
      assertEquals("forgotten or asked twice: " + key, tasks.get(key).size(), sum);
      for (ModelScheduler scheduler : locationsToo ? schedulers : new ArrayList<ModelScheduler>()) {
        int any = scheduler.count(key, RequestEntry.ANY);
        for (String at : locations()) {
          int here = owners(key, at).contains(scheduler.name) ? Math.min(any, wanted(key, at)) : 0;
          int known = Math.min(any, scheduler.count(key, at));
          boolean isKept = known > here && scheduler.isUncertain(requests.get(key), at);
          assertTrue(scheduler.name + " at " + at + ": " + known, known == here || isKept);
        }
      }
    }
  }

  private Set<String> locations() {
    Set<String> locations = new TreeSet<>();
    for (ModelScheduler each : schedulers) {
      for (String host : Arrays.asList("11", "12", "21", "22")) {
        locations.addAll(Arrays.asList(each.name + host, ModelScheduler.rack(each.name + host)));
      }
    }
    return locations;
  }

  /**
   * The table is given up: what takes it back goes before what stock sends in the same call, in
   * which the application states everything again.
   */
  void giveUp() {
    Map<String, List<RequestEntry>> last = new TreeMap<>(requests.withdrawals());
    Map<String, ModelScheduler> expected = new TreeMap<>();
    for (ModelScheduler each : schedulers) {
      List<RequestEntry> stocks = new ArrayList<>();
      for (RequestKey key : tasks.keySet()) {
        Set<String> names = new TreeSet<>(Collections.reverseOrder());
        int here = 0;
        for (String host : tasks.get(key)) {
          if (host.startsWith(each.name)) {
            names.addAll(Arrays.asList(host, ModelScheduler.rack(host)));
            here++;
          }
        }
        for (String name : names) {
          stocks.add(RequestEntry.of(key, name, wanted(key, name), isRelaxed(key)));
        }
        if (here > 0) {
          stocks.add(RequestEntry.of(key, RequestEntry.ANY, here, isRelaxed(key)));
        }
      }
      last.computeIfAbsent(each.name, name -> new ArrayList<>()).addAll(stocks);
      expected.put(each.name, new ModelScheduler(each.name, false));
      expected.get(each.name).read(stocks);
    }
    for (ModelScheduler each : schedulers) {
      each.underWay.add(last.get(each.name));
      each.readAll();
      assertEquals(each.name, expected.get(each.name).counts(), each.counts());
    }
  }

  /** Grants until nothing is pending. */
  void grantAll() {
    for (int i = 0; i < 2_000 && requests.outstanding() > 0; i++) {
      call(false);
      schedulers.forEach(each -> beat(each, 3));
    }
    assertEquals("forgotten", 0, requests.outstanding());
    for (int i = 0; i < 3; i++) {
      call(false);
      schedulers.forEach(each -> beat(each, 0));
    }
    for (ModelScheduler each : schedulers) {
      for (RequestKey key : tasks.keySet()) {
        assertEquals(each.name + " still has " + key, 0, each.count(key, RequestEntry.ANY));
      }
    }
    assertTrue("nothing is kept that is over", requests.all().isEmpty());
  }
}
