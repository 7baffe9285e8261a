// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.containermanager;

import org.apache.hadoop.yarn.server.api.AuxiliaryService;

/**
 * Finds a running auxiliary service by its class. Uses the package-private {@code
 * AuxServices.getServices}: stock gives auxiliary services no access to the NodeManager's context,
 * and hooks no access to auxiliary services. A static field would not do, since several
 * NodeManagers may share a JVM. Checked on Hadoop 3.4.2.
 */
public final class AuxiliaryServiceLookup {
  private AuxiliaryServiceLookup() {}

  /** Returns the service of this class; null if the NodeManager runs none. */
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
