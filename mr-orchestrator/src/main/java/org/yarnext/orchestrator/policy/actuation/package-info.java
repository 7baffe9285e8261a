// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Plans one node's next step towards the approved amounts, within limits. Pure; runs in
 * NodeManagers.
 */
package org.yarnext.orchestrator.policy.actuation;
