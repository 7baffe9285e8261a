// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager;

import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;

/**
 * Makes the lines that the ResourceManager logs at the end of an application. In this package for
 * {@code RMAppManager.ApplicationSummary}, which only it can name.
 */
public final class ApplicationSummaries {
  private ApplicationSummaries() {}

  public static String line(ApplicationId id, String name) {
    RMApp app = mock(RMApp.class, RETURNS_DEEP_STUBS);
    when(app.getApplicationId()).thenReturn(id);
    when(app.getName()).thenReturn(name);
    when(app.getUser()).thenReturn("user");
    when(app.getQueue()).thenReturn("q");
    return RMAppManager.ApplicationSummary.createAppSummary(app).toString();
  }
}
