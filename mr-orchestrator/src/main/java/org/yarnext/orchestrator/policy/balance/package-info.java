// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The allocation that a round decides for all tasks of the cluster: requests, balance with the
 * tasks of the same phase, and what stays in force (Algorithm 1). Pure; runs in the
 * ResourceManager.
 */
package org.yarnext.orchestrator.policy.balance;
