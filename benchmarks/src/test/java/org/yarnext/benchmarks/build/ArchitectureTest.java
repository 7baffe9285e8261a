// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.build;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchUnitRunner;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.Slice;
import java.lang.reflect.AccessibleObject;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.GuardedPolicy;

/**
 * Keeps who may call whom between the modules: the rules of docs/design/architecture.md. The inside
 * of common has a test of its own.
 */
@RunWith(ArchUnitRunner.class)
@AnalyzeClasses(packages = "org.yarnext", importOptions = ArchitectureTest.NoTests.class)
public class ArchitectureTest {
  /** Leaves out tests in directories, as ArchUnit does, and in common's jar of test fixtures. */
  static final class NoTests implements ImportOption {
    private final ImportOption directories = new DoNotIncludeTests();

    @Override
    public boolean includes(Location location) {
      return directories.includes(location) && !location.contains("-tests.jar");
    }
  }

  @ArchTest
  public static final ArchRule policiesArePlainJava =
      classes()
          .that()
          .resideInAPackage("org.yarnext.*.policy..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.yarnext.common.cache..",
              "org.yarnext.common.decision..",
              "org.yarnext.common.launch..",
              "org.yarnext.common.queue..",
              "org.yarnext.common.requests..",
              "org.yarnext.*.policy..",
              "org.apache.commons.math3..")
          .because("the simulator, the tests and the daemons run the same policy class");

  @ArchTest
  public static final ArchRule policiesDoNoInputOrOutput =
      noClasses()
          .that()
          .resideInAPackage("org.yarnext.*.policy..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.io..",
              "java.nio",
              "java.nio.channels..",
              "java.nio.file..",
              "java.net..",
              "java.util.logging..");

  @ArchTest
  public static final ArchRule policiesReadNoClockAndDrawNoLots =
      noClasses()
          .that()
          .resideInAPackage("org.yarnext.*.policy..")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callConstructor(Random.class)
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.time.Clock")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom");

  /** The guard gives the others a deadline, which takes longer than most decisions. */
  @ArchTest
  public static final ArchRule ownPoliciesStateWhetherTheyMayBlock =
      classes()
          .that()
          .areAssignableTo(GuardedPolicy.class)
          .and()
          .areNotInterfaces()
          .should(
              have(
                  describe(
                      "a mayBlock of their own",
                      (JavaClass policy) -> policy.tryGetMethod("mayBlock").isPresent())));

  @ArchTest
  public static final ArchRule commonKnowsNoFeatureAndOfYarnOnlyItsRecords =
      noClasses()
          .that()
          .resideInAPackage("org.yarnext.common..")
          .and()
          .resideOutsideOfPackage("org.yarnext.common.explain..") // asks daemons who may see what
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.apache.hadoop.yarn..")
                  .and(not(resideInAPackage("org.apache.hadoop.yarn.api.records")))
                  .or(
                      resideInAPackage("org.yarnext..")
                          .and(not(resideInAPackage("org.yarnext.common..")))));

  /** Periodic work outlives its failures, shows its age, and ends with its owner. */
  @ArchTest
  public static final ArchRule onlyCommonMakesThreads =
      noClasses()
          .that()
          .resideInAnyPackage("org.yarnext..", "org.apache.hadoop..", "org.apache.tez..")
          .and()
          .resideOutsideOfPackages(
              "org.yarnext.common.periodic..",
              "org.yarnext.common.guard..", // its workers are waited for, and time out
              "org.yarnext.tools..",
              "org.yarnext.minicluster..",
              "org.yarnext.benchmarks..")
          .should()
          .callConstructorWhere(
              target(owner(assignableTo(Thread.class)))
                  .or(target(owner(assignableTo(Timer.class))))
                  .or(target(owner(assignableTo(TimerTask.class))))
                  .or(target(owner(assignableTo(ExecutorService.class)))))
          .orShould()
          .callMethodWhere(target(owner(assignableTo(Executors.class))))
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(CompletableFuture.class)))
                  .and(target(nameMatching(".*Async"))))
          .orShould()
          .beAssignableTo(Thread.class)
          .because("periodic work is a PeriodicTask's, and single calls are DaemonThreads'");

  /** A hook of one daemon never calls a hook of another. */
  @ArchTest
  public static final ArchRule hooksOfDifferentDaemonsDoNotMeet =
      slices()
          .matching("org.yarnext.*.(nm|rm|amrmproxy|router|gpg|am|task)..")
          .should()
          .notDependOnEachOther();

  @ArchTest
  public static final ArchRule packagesAreLayers =
      slices()
          .matching("org.yarnext.(**)")
          .that(
              describe(
                  "are those of common, Mercury, elastic memory, the orchestrator, Tez, the tools,"
                      + " the fixtures or the benchmarks, or below federation's own, whose policy"
                      + " manager names its hooks",
                  (Slice slice) ->
                      slice
                          .getNamePart(1)
                          .matches(
                              "(common|mercury|elastic|orchestrator|tez|tools|minicluster|benchmarks)"
                                  + "(\\..*)?|federation\\..*")))
          .should()
          .beFreeOfCycles();

  /** Classes that hooks of several daemons share call no hook. */
  @ArchTest
  public static final ArchRule sharedStoresCallNoHook =
      noClasses()
          .that()
          .resideInAnyPackage("org.yarnext.federation.store..", "org.yarnext.federation.gang..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.yarnext.*.rm..",
              "org.yarnext.*.amrmproxy..",
              "org.yarnext.*.router..",
              "org.yarnext.*.gpg..");

  @ArchTest
  public static final ArchRule featuresDoNotMeet =
      slices()
          .matching("org.yarnext.(mercury|elastic|federation|orchestrator|tez)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              resideInAPackage("org.yarnext.tez.."),
              resideInAPackage("org.yarnext.elastic.policy.."));

  /** Its master runs where no daemon's classes are. */
  @ArchTest
  public static final ArchRule tezKnowsNoDaemon =
      noClasses()
          .that()
          .resideInAPackage("org.yarnext.tez..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.hadoop.yarn.server..");

  @ArchTest
  public static final ArchRule nothingDependsOnToolsOrTests =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.yarnext.tools..", "org.yarnext.minicluster..", "org.yarnext.benchmarks..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "org.yarnext.tools..", "org.yarnext.minicluster..", "org.yarnext.benchmarks.."));

  @ArchTest
  public static final ArchRule toolsCallNoHook =
      noClasses()
          .that()
          .resideInAPackage("org.yarnext.tools..")
          .and()
          .resideOutsideOfPackage("org.yarnext.tools.simulate.world..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.yarnext.*.nm..",
              "org.yarnext.*.rm..",
              "org.yarnext.*.amrmproxy..",
              "org.yarnext.*.am..",
              "org.yarnext.*.router..",
              "org.yarnext.*.gpg..",
              "org.yarnext.*.task..",
              "org.apache.hadoop.yarn.server..")
          .because("only simulated systems are made of what daemons load");

  @ArchTest
  public static final ArchRule nobodyOpensPrivateDoors =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.yarnext.minicluster..")
          .should()
          .callMethod(AccessibleObject.class, "setAccessible", boolean.class)
          .because("a subclass, a public setter or one tiny class in YARN's package can do it");

  /** The pack logs wherever Hadoop does: by log4j 1, reload4j or log4j 2. */
  @ArchTest
  public static final ArchRule logsGoToSlf4j =
      noClasses()
          .that()
          .resideOutsideOfPackages("org.yarnext.minicluster..", "org.yarnext.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.log4j..",
              "org.apache.logging..",
              "org.apache.commons.logging..",
              "java.util.logging..");

  /** In a JVM with FIPS providers there is no MD5. */
  @ArchTest
  public static final ArchRule digestsAreNotMd5 =
      noClasses()
          .should()
          .callMethod(UUID.class, "nameUUIDFromBytes", byte[].class)
          .orShould()
          .callMethodWhere(target(nameMatching("(md5|sha1?)(Hex)?|get(Md5|Sha1?)Digest")))
          .because("every JVM has SHA-256 and SHA-512");

  @ArchTest
  public static final ArchRule noPluginEndsItsDaemon =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.yarnext.tools..", "org.yarnext.minicluster..", "org.yarnext.benchmarks..")
          .should()
          .callMethod(System.class, "exit", int.class);
}
