// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.webapp.dao;

import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.util.Times;

/**
 * Creates the AppInfo that REST clients receive from an ApplicationReport. Stock converts only
 * applications that a ResourceManager has, and the fields of AppInfo are visible in its own package
 * only.
 */
public final class AppInfoFactory {
  private AppInfoFactory() {}

  /**
   * Returns the AppInfo of an application that has no ApplicationMaster. Fields of a running
   * attempt have the values that stock shows before the first attempt.
   *
   * @param report the report of an application without an ApplicationMaster
   */
  public static AppInfo of(ApplicationReport report) {
    AppInfo app = new AppInfo();
    app.setAppId(report.getApplicationId().toString());
    app.applicationId = report.getApplicationId();
    app.appIdNum = String.valueOf(report.getApplicationId().getId());
    app.clusterId = report.getApplicationId().getClusterTimestamp();
    app.user = report.getUser();
    app.setName(report.getName());
    app.queue = report.getQueue();
    app.setState(report.getYarnApplicationState());
    app.finalStatus = report.getFinalApplicationStatus();
    app.trackingUrlIsNotReady = true;
    app.trackingUI = "UNASSIGNED";
    app.trackingUrlPretty = app.trackingUI;
    app.diagnostics = report.getDiagnostics();
    app.applicationType = report.getApplicationType();
    app.applicationTags = String.join(",", report.getApplicationTags());
    app.priority = report.getPriority() == null ? 0 : report.getPriority().getPriority();
    app.startedTime = report.getStartTime();
    app.finishedTime = report.getFinishTime();
    app.elapsedTime = Times.elapsed(app.startedTime, app.finishedTime);
    app.setMasterNodeId("");
    app.setAllocatedMB(-1); // stock's value before the first attempt
    app.setAllocatedVCores(-1);
    app.setReservedMB(-1);
    app.setReservedVCores(-1);
    app.setRunningContainers(-1);
    return app;
  }
}
