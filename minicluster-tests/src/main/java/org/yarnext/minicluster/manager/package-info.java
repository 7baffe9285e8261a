// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A ResourceManager in a process of its own, with simulated nodes and masters that call it over
 * RPC. Nothing runs in its containers.
 */
package org.yarnext.minicluster.manager;
