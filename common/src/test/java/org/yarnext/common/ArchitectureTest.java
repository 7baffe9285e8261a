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
package org.yarnext.common;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.Test;

/** Keeps each package on the libraries it may use. */
public class ArchitectureTest {
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
