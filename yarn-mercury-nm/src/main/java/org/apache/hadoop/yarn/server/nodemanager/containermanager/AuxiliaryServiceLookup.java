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
package org.apache.hadoop.yarn.server.nodemanager.containermanager;

import org.apache.hadoop.yarn.server.api.AuxiliaryService;

/**
 * Finds a running auxiliary service by its class: reaches the package-private {@code
 * AuxServices.getServices}, since stock gives auxiliary services no NodeManager context and hooks
 * no auxiliary services, and several NodeManagers may share a JVM, so that a static field would not
 * do. Checked on Hadoop 3.4.2.
 */
public final class AuxiliaryServiceLookup {
  private AuxiliaryServiceLookup() {}

  /** Returns the service of exactly this class, or null if the NodeManager runs none. */
  public static <T extends AuxiliaryService> T find(AuxServices services, Class<T> type) {
    if (services != null) {
      for (AuxiliaryService service : services.getServices()) {
        if (type.isInstance(service)) {
          return type.cast(service);
        }
      }
    }
    return null;
  }
}
