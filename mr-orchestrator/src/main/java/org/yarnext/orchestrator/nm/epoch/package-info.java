// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A node's epochs: its containers are measured, reported to the ResourceManager and actuated as it
 * answers. Uses {@code nm.tasks}, {@code nm.actuation}, {@code nm.cgroup} and {@code rpc}; knows no
 * hook.
 */
package org.yarnext.orchestrator.nm.epoch;
