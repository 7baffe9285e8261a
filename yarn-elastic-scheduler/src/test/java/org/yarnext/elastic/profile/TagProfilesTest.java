// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.Test;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.profile.TaskProfile;

public class TagProfilesTest {
  private static final int YARNS_LIMIT = 100;

  private static TagProfiles read(String... tags) {
    for (String tag : tags) {
      assertTrue(tag, tag.length() <= YARNS_LIMIT);
    }
    return TagProfiles.read("MAPREDUCE", new HashSet<>(Arrays.asList(tags)));
  }

  private static String problem(String... tags) {
    TagProfiles read = read(tags);
    assertEquals(read.problems().toString(), 1, read.problems().size());
    assertEquals("no profile", Collections.emptyList(), read.profiles().all());
    return read.problems().get(0);
  }

  private static TaskProfile only(TagProfiles read) {
    assertEquals(Collections.emptyList(), read.problems());
    assertEquals(1, read.profiles().all().size());
    return read.profiles().all().get(0);
  }

  @Test
  public void stepModelOfAMapperFitsInOneTag() {
    TaskProfile map =
        only(read("yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=1.3;output=300"));
    assertEquals("map", map.taskClass());
    assertEquals(20, map.priority());
    assertEquals("*", map.jobPattern());
    StepModel model = (StepModel) map.model();
    assertEquals(1024, model.idealMemoryMb());
    assertEquals(12_000, model.idealMs(), 0);
    assertEquals(1.3, model.penalty(), 0);
    assertEquals(300, model.outputMb(), 0);
  }

  @Test
  public void sawToothModelOfAReducerFitsInOneTag() {
    TaskProfile reduce =
        only(
            read(
                "yarnext.elastic.reduce=mapreduce;ms=600000;input=20100;outputs=1200;rate=45.5;"
                    + "nonheap=205"));
    assertEquals(10, reduce.priority());
    SawToothModel model = (SawToothModel) reduce.model();
    assertEquals(45.5, model.spillMbPerSecond(), 0);
    assertEquals(1200, ((MapReduceSpills) model.spills()).outputs());
  }

  @Test
  public void commasMaySeparateFields() {
    assertEquals(
        1024,
        only(read("yarnext.elastic.map=step,ideal=1024,ms=12000,undersized=1.3"))
            .model()
            .idealMemoryMb());
  }

  @Test
  public void profileMaySpanSeveralTags() {
    TaskProfile reduce =
        only(
            read(
                "yarnext.elastic.reduce=mapreduce;ms=600000;input=2010;outputs=120",
                "yarnext.elastic.reduce=rate=unlimited;nonheap=205;retain=0.7;factor=64",
                "nightly"));
    SawToothModel model = (SawToothModel) reduce.model();
    assertEquals(SawToothModel.UNLIMITED, model.spillMbPerSecond(), 0);
    MapReduceSpills spills = (MapReduceSpills) model.spills();
    assertEquals(0.7f, spills.settings().retain(), 0);
    assertEquals(64, spills.settings().sortFactor());
  }

  @Test
  public void tagCaseIsIgnored() {
    only(read("Yarnext.Elastic.MAP=Step;Ideal=1024;MS=12000;undersized=1.3"));
  }

  @Test
  public void tezVertexGivesItsPriority() {
    Set<String> tag =
        Collections.singleton(
            "yarnext.elastic.reducer 2=step;ideal=1024;ms=12000;undersized=1.3;priority=7");
    TaskProfile profile = only(TagProfiles.read("TEZ", tag));
    assertEquals(7, profile.priority());
    assertEquals("TEZ", profile.framework());
    assertEquals("reducer 2", profile.taskClass());
  }

  @Test
  public void otherTagsAndNoTagsAreIgnored() {
    assertEquals(Collections.emptyList(), read("nightly", "yarnext.other=1").problems());
    assertEquals(Collections.emptyList(), read().profiles().all());
    Collection<String> none = null;
    assertEquals(Collections.emptyList(), TagProfiles.read("MAPREDUCE", none).problems());
  }

  @Test
  public void invalidTagIsReportedWithFieldAndFix() {
    assertEquals(
        "Tag yarnext.elastic.map: field undersized=0.5 is outside 1.0..100.0: choose a value inside"
            + " it.",
        problem("yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=0.5"));
    assertEquals(
        "Tag yarnext.elastic.map: field ideal is missing: give it a number within 1..16777216.",
        problem("yarnext.elastic.map=step;ms=12000;undersized=1.5"));
    assertEquals(
        "Tag yarnext.elastic.map: field model is missing: add it.",
        problem("yarnext.elastic.map=ideal=1024;ms=12000;undersized=1.5"));
    assertEquals(
        "Tag yarnext.elastic.map: field ms is there twice: remove one.",
        problem("yarnext.elastic.map=step;ms=12000;ms=12000;ideal=1024;undersized=1.5"));
    assertTrue(
        problem("yarnext.elastic.map=step;ms=1;idealmb=1024;ideal=1024;undersized=1.5")
            .startsWith("Tag yarnext.elastic.map: field idealmb is unknown: remove it or use one"));
    assertEquals(
        "Tag yarnext.elastic.map: field model is missing: add it.", problem("yarnext.elastic.map"));
    assertTrue(
        read("yarnext.elastic.=step;ideal=1024;ms=12000;undersized=1.5")
            .problems()
            .get(0)
            .contains("the task class is missing"));
  }

  @Test
  public void invalidValuesGiveNoProfile() {
    String tag = "yarnext.elastic.map=step;ideal=%s;ms=%s;undersized=%s";
    for (String bad :
        new String[] {"-1", "0", "nan", "infinity", "1e99", "0x10", "", "99999999999"}) {
      problem(String.format(Locale.ROOT, tag, bad, "12000", "1.3"));
      problem(String.format(Locale.ROOT, tag, "1024", bad, "1.3"));
      problem(String.format(Locale.ROOT, tag, "1024", "12000", bad));
    }
  }

  @Test
  public void invalidTaskClassDoesNotSpoilAnother() {
    TagProfiles read =
        read(
            "yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=1.3",
            "yarnext.elastic.reduce=step;ideal=1024;ms=12000;undersized=-3");
    assertEquals(1, read.problems().size());
    assertEquals(1, read.profiles().all().size());
    assertNull(read.profiles().find("j", "MAPREDUCE", "reduce"));
  }

  @Test
  public void noMoreThanSixtyFourTagsAreRead() {
    Set<String> tags = new HashSet<>();
    for (int i = 0; i < 65; i++) {
      tags.add("yarnext.elastic.v" + i + "=step;ideal=1024;ms=12000;undersized=1.3;priority=1");
    }
    TagProfiles read = TagProfiles.read("TEZ", tags);
    assertEquals(64, read.profiles().all().size());
    assertEquals("Only the first 64 tags were read: use fewer.", read.problems().get(0));
  }
}
