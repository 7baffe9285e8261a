// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.containermanager;

import org.apache.hadoop.yarn.server.api.AuxiliaryService;

/**
 * Finds a running auxiliary service by its class: reaches the package-private {@code
 * AuxServices.getServices}, since stock gives auxiliary services no NodeManager context and
 * listeners no auxiliary services, and several NodeManagers may share a JVM, so that a static field
 * would not do. Checked on Hadoop 3.4.2.
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
