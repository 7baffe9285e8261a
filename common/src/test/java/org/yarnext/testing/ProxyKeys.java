// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.webproxy.ProxyCA;

/**
 * One key of the web proxy for all ResourceManagers in this JVM. Each makes its own otherwise, of
 * 2,048 bits, which takes more time than all else of its start.
 */
public final class ProxyKeys {
  private static RMState known;

  private ProxyKeys() {}

  /** Lets a ResourceManager that has not started recover the key as after a restart. */
  public static synchronized void giveTo(ResourceManager initialised)
      throws GeneralSecurityException, IOException {
    if (known == null) {
      ProxyCA made = new ProxyCA();
      made.init();
      known = new RMState();
      known.getProxyCAState().setCaCert(made.getCaCert());
      known.getProxyCAState().setCaPrivateKey(made.getCaKeyPair().getPrivate());
    }
    initialised.getRMContext().getProxyCAManager().recover(known);
  }
}
