// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.Test;

/** Keeps each package on the libraries it may use. */
public class CommonPackagesTest {
  private final JavaClasses common =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.yarnext.common");

  @Test
  public void decisionsNeedOnlyTheJdk() {
    onlyDependsOn("org.yarnext.common.decision..", "org.yarnext.common.decision..");
  }

  @Test
  public void settingsOfQueuesNeedOnlyTheJdk() {
    onlyDependsOn("org.yarnext.common.queue..", "org.yarnext.common.queue..");
  }

  @Test
  public void readersOfLaunchCommandsNeedOnlyTheJdk() {
    onlyDependsOn("org.yarnext.common.launch..", "org.yarnext.common.launch..");
  }

  @Test
  public void outstandingRequestsNeedOnlyTheJdk() {
    onlyDependsOn("org.yarnext.common.requests..", "org.yarnext.common.requests..");
  }

  @Test
  public void theGuardNeedsOnlyTheJdkAndALogger() {
    onlyDependsOn("org.yarnext.common.guard..", "org.yarnext.common.guard..", "org.slf4j..");
  }

  @Test
  public void configurationNeedsOnlyHadoopsConfigurationAndALogger() {
    onlyDependsOn(
        "org.yarnext.common.conf..",
        "org.yarnext.common",
        "org.yarnext.common.conf..",
        "org.apache.hadoop.conf",
        "org.slf4j");
  }

  @Test
  public void requestRecordsNeedOnlyYarnsRecords() {
    onlyDependsOn("org.yarnext.common.records..", "org.apache.hadoop.yarn.api.records");
  }

  private void onlyDependsOn(String packages, String... others) {
    String[] allowed = new String[others.length + 1];
    System.arraycopy(others, 0, allowed, 0, others.length);
    allowed[others.length] = "java..";
    classes()
        .that()
        .resideInAPackage(packages)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        .check(common);
  }
}
