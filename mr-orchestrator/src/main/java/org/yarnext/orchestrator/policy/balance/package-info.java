// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Decides the allocations of a round for all tasks of the cluster: requests, their balance with the
 * tasks of the same phase, and retained allocations (Algorithm 1). Pure; runs in the
 * ResourceManager.
 */
package org.yarnext.orchestrator.policy.balance;
