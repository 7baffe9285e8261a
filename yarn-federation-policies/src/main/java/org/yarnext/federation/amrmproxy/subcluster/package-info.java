// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * State of sub-clusters as a NodeManager knows it, read in the background: which ones are active,
 * which ones respond, and the racks of their hosts. Uses no other package of the proxy.
 */
package org.yarnext.federation.amrmproxy.subcluster;
