// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A ResourceManager in its own process, with simulated nodes and masters that call it over RPC. No
 * container is launched.
 */
package org.yarnext.minicluster.manager;
