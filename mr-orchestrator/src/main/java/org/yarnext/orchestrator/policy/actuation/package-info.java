// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The plan of one node's next step towards what was approved, within its limits. Pure; runs in
 * NodeManagers.
 */
package org.yarnext.orchestrator.policy.actuation;
