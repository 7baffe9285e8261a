// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.containermanager;

import org.apache.hadoop.yarn.server.api.AuxiliaryService;

/**
 * Finds a running auxiliary service of a NodeManager by its class, with the package-private {@code
 * AuxServices.getServices}. Stock gives auxiliary services no NodeManager context, and container
 * listeners no auxiliary services. A static field would not do, because several NodeManagers may
 * share a JVM. Checked on Hadoop 3.4.2.
 */
public final class OrchestratorServiceLookup {
  private OrchestratorServiceLookup() {}

  /** Returns the service of exactly this class, or null if the NodeManager runs none. */
  public static <T extends AuxiliaryService> T find(AuxServices services, Class<T> type) {
    if (services != null) {
      // toArray copies under the collection's lock; an iterator could meet a reload of the
      // manifest.
      for (Object service : services.getServices().toArray()) {
        if (type.isInstance(service)) {
          return type.cast(service);
        }
      }
    }
    return null;
  }
}
