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
