// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.SparkSpills;
import org.yarnext.elastic.policy.model.spill.TezSpills;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;

public class ProfileFileTest {
  private static final String STEP =
      "\"model\": \"step\", \"idealMb\": 1024, \"idealMs\": 12000, \"undersized\": 1.3";
  private static final String REDUCE =
      "\"model\": \"mapreduce\", \"idealMs\": 60000, \"spillMbPerSecond\": 50, \"inputMb\": 2010,"
          + " \"mapOutputs\": 100, \"nonHeapMb\": 200";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path file;

  @Before
  public void name() {
    file = folder.getRoot().toPath().resolve("profiles.json");
  }

  private Profiles read(String text) throws Exception {
    Files.write(file, text.getBytes(UTF_8));
    return ProfileFile.read(file);
  }

  private static String of(String... entries) {
    return "{\"version\": 1, \"profiles\": [" + String.join(",\n", entries) + "]}";
  }

  private static String entry(String task, String fields) {
    return "{\"job\": \"wc-*\", \"framework\": \"MAPREDUCE\", \"task\": \""
        + task
        + "\", "
        + fields
        + "}";
  }

  private List<String> problems(String text) {
    RefusedProfilesException refused =
        assertThrows(RefusedProfilesException.class, () -> read(text));
    assertTrue(
        refused.getMessage(),
        refused.getMessage().startsWith("Profile file " + file + " is refused: "));
    return refused.problems();
  }

  private String problem(String text) {
    List<String> problems = problems(text);
    assertEquals(problems.toString(), 1, problems.size());
    return problems.get(0);
  }

  @Test
  public void profilesAreReadInTheOrderOfTheFile() throws Exception {
    Profiles profiles = read(of(entry("reduce", REDUCE), entry("map", STEP)));
    assertEquals(2, profiles.all().size());
    TaskProfile reduce = profiles.all().get(0);
    assertEquals("wc-*", reduce.jobPattern());
    assertEquals("reduce", reduce.taskClass());
    assertEquals(10, reduce.priority());
    assertEquals(0, reduce.quality().runs());
    SawToothModel sawTooth = (SawToothModel) reduce.model();
    assertEquals(60_000, sawTooth.idealMs(), 0);
    assertEquals(50, sawTooth.spillMbPerSecond(), 0);
    MapReduceSpills spills = (MapReduceSpills) sawTooth.spills();
    assertEquals(2010, spills.inputMb(), 0);
    assertEquals(100, spills.outputs());
    assertEquals(200, spills.nonHeapMb());
    assertEquals(ShuffleSettings.MAPREDUCE.toString(), spills.settings().toString());
    StepModel step = (StepModel) profiles.find("wc-1", "MAPREDUCE", "map").model();
    assertEquals(1024, step.idealMemoryMb());
    assertEquals(1.3, step.penalty(), 0);
    assertFalse("no output is named", step.knowsDiskUse());
  }

  @Test
  public void settingsThatDifferFromTheDefaultsAreRead() throws Exception {
    String fields =
        REDUCE
            + ", \"buffer\": 0.6, \"singleOutput\": 0.2, \"merge\": 0.5, \"retain\": 0.5,"
            + " \"sortFactor\": 64, \"fitRuns\": 3, \"fitMedianError\": 0.02,"
            + " \"fitWorstError\": 0.04, \"priority\": 12";
    TaskProfile profile = read(of(entry("reduce", fields))).all().get(0);
    MapReduceSpills spills = (MapReduceSpills) ((SawToothModel) profile.model()).spills();
    assertEquals(
        new ShuffleSettings(0.6f, 0.2f, 0.5f, 0.5f, 64).toString(), spills.settings().toString());
    assertEquals(12, profile.priority());
    assertEquals(3, profile.quality().runs());
    assertEquals(0.02, profile.quality().medianError(), 0);
    assertEquals(0.04, profile.quality().worstError(), 0);
  }

  @Test
  public void commentsAndAnEmptyListAreAllowed() throws Exception {
    String text = "/* ours */ {\"version\": 1, // the only one\n \"profiles\": []}";
    assertEquals(Collections.emptyList(), read(text).all());
  }

  @Test
  public void writtenProfilesAreReadBack() throws Exception {
    ShuffleSettings odd = new ShuffleSettings(0.61f, 0.21f, 0.51f, 0.41f, 33);
    List<ElasticityModel> models =
        Arrays.asList(
            new StepModel(1536, 12_345.5, 1.37, 210.25),
            new StepModel(1536, 12_345.5, 1.37, 0),
            new StepModel(1536, 12_345.5, 1.37, StepModel.UNKNOWN),
            new SawToothModel(new MapReduceSpills(2010.5, 120, 205, odd), 60_000.25, 45.5),
            new SawToothModel(new TezSpills(800, 70, 9, 300, odd), 30_000, SawToothModel.UNLIMITED),
            new SawToothModel(new SparkSpills(900, 2.75, 4, 384, 0.55f, 7.5), 99_000, 120));
    List<TaskProfile> written = new java.util.ArrayList<>();
    for (ElasticityModel model : models) {
      String jobs = "night \"ly\" \u00fc-" + written.size() + "*";
      FitQuality quality = new FitQuality(4, 0.031, 0.125);
      written.add(new TaskProfile(jobs, "TEZ", "Map 1", 17, model, quality));
    }
    ProfileFile.write(file, new Profiles(written));
    Profiles read = ProfileFile.read(file);
    assertEquals(written.toString(), read.toString());
    for (int i = 0; i < models.size(); i++) {
      ElasticityModel back = read.all().get(i).model();
      assertEquals(models.get(i).idealMemoryMb(), back.idealMemoryMb());
      assertEquals(models.get(i).knowsDiskUse(), back.knowsDiskUse());
      for (long memoryMb = 100; memoryMb < 5000; memoryMb += 37) {
        assertEquals(models.get(i).runTimeMs(memoryMb), back.runTimeMs(memoryMb), 0);
        assertEquals(models.get(i).diskMbPerSecond(memoryMb), back.diskMbPerSecond(memoryMb), 0);
      }
    }
    byte[] first = Files.readAllBytes(file);
    ProfileFile.write(file, read);
    assertEquals(new String(first, UTF_8), new String(Files.readAllBytes(file), UTF_8));
    assertEquals("nothing beside it", 1, folder.getRoot().list().length);
  }

  @Test
  public void modelWithoutAFormatIsNotWritten() throws Exception {
    ElasticityModel own =
        new ElasticityModel() {
          @Override
          public long idealMemoryMb() {
            return 1;
          }

          @Override
          public double runTimeMs(long memoryMb) {
            return 1;
          }

          @Override
          public double diskMbPerSecond(long memoryMb) {
            return 0;
          }
        };
    TaskProfile profile = new TaskProfile("*", "TEZ", "v", 1, own, FitQuality.UNKNOWN);
    Profiles profiles = new Profiles(Collections.singletonList(profile));
    assertThrows(IllegalArgumentException.class, () -> ProfileFile.write(file, profiles));
    assertEquals(0, folder.getRoot().list().length);
  }

  @Test
  public void missingFileIsAnIoException() {
    assertThrows(NoSuchFileException.class, () -> ProfileFile.read(file));
  }

  @Test
  public void invalidJsonIsRefusedWithItsLine() {
    String problem = problem("{\"version\": 1,\n \"profiles\": [ oops ]}");
    assertTrue(problem, problem.startsWith("It is not JSON, line 2, column "));
    assertTrue(problem("{\"version\": 1, \"profiles\": []} {}").startsWith("It is not JSON"));
    assertTrue(problem("").startsWith("It "));
    assertTrue(problem("{\"version\": 1, \"version\": 1}").contains("Duplicate field 'version'"));
  }

  @Test
  public void topLevelStructureIsChecked() {
    assertEquals("It must be an object with the fields version and profiles.", problem("[]"));
    assertEquals(
        "Field version is missing: write it as version 1, the only one known.", problem("{}"));
    assertEquals(
        "Field version is 2: write it as version 1, the only one known.",
        problem("{\"version\": 2, \"profiles\": []}"));
    assertEquals(
        "Field profiles must be a list: write [] if there are none.", problem("{\"version\": 1}"));
    assertEquals(
        "Field profile is unknown: remove it.",
        problem("{\"version\": 1, \"profiles\": [], \"profile\": []}"));
    assertEquals("Entry 2 must be an object in braces.", problem(of(entry("map", STEP), "7")));
  }

  @Test
  public void onlyTheIntegerOneIsVersionOne() {
    for (String version : new String[] {"1.5", "\"1\"", "null", "true"}) {
      assertEquals(
          "Field version is " + version + ": write it as version 1, the only one known.",
          problem("{\"version\": " + version + ", \"profiles\": []}"));
    }
  }

  @Test
  public void oversizedFileIsRefusedUnparsed() {
    char[] blanks = new char[(8 << 20) + 1];
    Arrays.fill(blanks, ' ');
    assertEquals(
        "It has 8388609 bytes, more than 8388608: shorten it.", problem(new String(blanks)));
  }

  @Test
  public void deeplyNestedFileIsRefused() {
    char[] brackets = new char[1 << 20];
    Arrays.fill(brackets, '[');
    assertEquals(
        "It is nested too deeply: an entry holds only numbers and texts.",
        problem(new String(brackets)));
  }

  @Test
  public void missingWorstErrorEqualsTheMedianError() throws Exception {
    String fields = STEP + ", \"fitRuns\": 1, \"fitMedianError\": 0.25";
    assertEquals(0.25, read(of(entry("map", fields))).all().get(0).quality().worstError(), 0);
  }

  @Test
  public void invalidFieldIsNamedWithItsEntryAndTheFix() {
    String title = "Entry 1 (job \"wc-*\", MAPREDUCE, map): ";
    assertEquals(
        title + "field idealMb=0 is outside 1..16777216: choose a value inside it.",
        problem(of(entry("map", STEP.replace("1024", "0")))));
    assertEquals(
        title + "field idealMb=1024.5 is not a whole number: round it.",
        problem(of(entry("map", STEP.replace("1024", "1024.5")))));
    assertEquals(
        title + "field idealMb=much is not a number: give it one within 1..16777216.",
        problem(of(entry("map", STEP.replace("1024", "\"much\"")))));
    assertEquals(
        title + "field idealMb is neither a number nor a text: correct or remove it.",
        problems(of(entry("map", STEP.replace("1024", "[1]")))).get(0));
    assertEquals(
        title + "field undersized=NaN is not a number: give it one within 1.0..100.0.",
        problem(of(entry("map", STEP.replace("1.3", "\"NaN\"")))));
    assertEquals(
        title + "field undersized=0.9 is outside 1.0..100.0: choose a value inside it.",
        problem(of(entry("map", STEP.replace("1.3", "0.9")))));
    assertEquals(
        title + "field idealMs is missing: give it a number within 1.0..2.592E9.",
        problem(of(entry("map", STEP.replace("\"idealMs\": 12000, ", "")))));
    assertEquals(
        title + "field model=stepp is unknown: use one of [step, mapreduce, tez, spark].",
        problem(of(entry("map", STEP.replace("step", "stepp")))));
    assertEquals(
        title + "field model is missing: add it.",
        problem(of(entry("map", STEP.replace("\"model\": \"step\", ", "")))));
    String unknown = problem(of(entry("map", STEP + ", \"idealMB\": 5")));
    assertTrue(unknown, unknown.startsWith(title + "field idealMB is unknown: remove it or use"));
  }

  @Test
  public void contradictoryFieldsAreRefused() {
    String problem = problem(of(entry("reduce", REDUCE + ", \"singleOutput\": 0.7")));
    assertEquals(
        "Entry 1 (job \"wc-*\", MAPREDUCE, reduce): one output's share is 0.7 and must be above 0"
            + " and below the merge share, 0.66: correct it.",
        problem);
    String tooLarge =
        problem(
            of(
                entry(
                    "reduce",
                    REDUCE
                        .replace("\"mapOutputs\": 100", "\"mapOutputs\": 1")
                        .replace("2010", "5000"))));
    assertTrue(tooLarge, tooLarge.contains("small enough to be fetched into memory"));
    assertTrue(
        problem(of(entry("map", STEP + ", \"fitMedianError\": 0.5, \"fitWorstError\": 0.1")))
            .contains("the worst error is 0.1 and must be at least the median error, 0.5"));
  }

  @Test
  public void mapReduceHasOnlyMapAndReduceAndNotFailedMaps() {
    assertTrue(
        problems(of(entry("mapper", STEP)))
            .get(0)
            .endsWith("not a task of MapReduce: use map or reduce."));
    assertTrue(problem(of(entry("map", STEP + ", \"priority\": 5"))).contains("failed maps"));
  }

  @Test
  public void otherFrameworksMustGiveThePriority() throws Exception {
    String tez = entry("map", STEP).replace("MAPREDUCE", "TEZ");
    assertEquals(
        "Entry 1 (job \"wc-*\", TEZ, map): field priority is missing: give it a number within"
            + " 0..2147483647.",
        problem(of(tez)));
    assertEquals(7, read(of(tez.replace("}", ", \"priority\": 7}"))).all().get(0).priority());
  }

  @Test
  public void duplicateEntryForTheSameTasksIsRefused() {
    assertEquals(
        "Entry 2 (job \"wc-*\", MAPREDUCE, MAP): entry 1 is for the same tasks and comes first:"
            + " remove one.",
        problem(of(entry("map", STEP), entry("MAP", STEP))));
  }

  @Test
  public void allProblemsAreReportedAtOnce() {
    String bad = STEP.replace("1024", "0").replace("1.3", "0.9");
    assertEquals(3, problems(of(entry("map", bad), entry("reduce", REDUCE + ", \"x\": 1"))).size());
  }

  @Test
  public void problemsAreKnownBeforeAProfileIsWritten() throws Exception {
    TaskProfile good = read(of(entry("reduce", REDUCE))).all().get(0);
    assertEquals("[]", ProfileFile.problems(good).toString());
    ShuffleSettings tiny = new ShuffleSettings(0.0005f, 0.25f, 0.66f, 0.7f, 10);
    TaskProfile bad =
        new TaskProfile(
            "wc",
            "MAPREDUCE",
            "reduce",
            10,
            new SawToothModel(new MapReduceSpills(0.1, 2, 200, tiny), 1000, 1),
            FitQuality.UNKNOWN);
    assertEquals(
        "[field buffer=5.0E-4 is outside 0.001..1.0: choose a value inside it]",
        ProfileFile.problems(bad).toString());
    TaskProfile nameless =
        new TaskProfile("", "MAPREDUCE", "reduce", 10, good.model(), FitQuality.UNKNOWN);
    assertEquals("[field job is missing: add it]", ProfileFile.problems(nameless).toString());
  }
}
