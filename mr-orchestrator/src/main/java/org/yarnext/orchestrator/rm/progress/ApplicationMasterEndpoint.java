// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm.progress;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/** Addresses of a job's Application Master, and the user for calls to it. Immutable. */
public final class ApplicationMasterEndpoint {
  private final InetSocketAddress address;
  private final URI web;
  private final UserGroupInformation caller;
  private final Configuration conf;

  /**
   * @param web null if it has none
   */
  public ApplicationMasterEndpoint(
      InetSocketAddress address, URI web, UserGroupInformation caller, Configuration conf) {
    this.address = Objects.requireNonNull(address, "address");
    this.web = web;
    this.caller = Objects.requireNonNull(caller, "caller");
    this.conf = Objects.requireNonNull(conf, "conf");
  }

  /** Returns the address for clients' calls. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Returns the base URL of the web server, such as {@code http://host1:40000}. The host is always
   * the one where the ResourceManager started the Application Master; null if it has registered no
   * web server.
   */
  public URI web() {
    return web;
  }

  /** Returns the job's user, with a token for this Application Master if security is on. */
  public UserGroupInformation caller() {
    return caller;
  }

  /**
   * Returns the ResourceManager's configuration, with timeouts and the maximum response length of
   * such a call in {@code ipc.client.connect.timeout}, {@code ipc.client.rpc-timeout.ms} and {@code
   * ipc.maximum.response.length}.
   */
  public Configuration conf() {
    return conf;
  }
}
