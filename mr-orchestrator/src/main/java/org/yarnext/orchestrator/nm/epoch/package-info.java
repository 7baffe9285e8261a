// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Epochs of a node: measures its containers, reports them to the ResourceManager, and actuates the
 * answer. Uses {@code nm.tasks}, {@code nm.actuation}, {@code nm.cgroup} and {@code rpc};
 * independent of the hooks.
 */
package org.yarnext.orchestrator.nm.epoch;
