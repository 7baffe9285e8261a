// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.junit.After;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** A scheduler with the plug-in as it is configured. */
@RunWith(Parameterized.class)
abstract class ElasticPluginTestBase {
  final SchedulerKind kind;
  final Configuration conf;
  World world;

  ElasticPluginTestBase(SchedulerKind kind) {
    this.kind = kind;
    this.conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @After
  public void close() {
    if (world != null) {
      world.close();
    }
  }

  World make() throws Exception {
    world = World.ours(kind, conf, FixedPolicies.HALVE, false);
    return world;
  }

  /** A master and one task that finds half the room it asks for. */
  List<Container> placeOne() {
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.request(job, 20, 1024, 1, 1);
    world.heartbeats(3);
    SchedulerTotals.balance(world);
    return world.take(job);
  }

  World makeWithProfiles() throws Exception {
    world = World.asConfigured(kind, conf);
    return world;
  }
}
