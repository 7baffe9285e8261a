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

  /** Has a ResourceManager that is not started yet recover the key as after a restart. */
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
