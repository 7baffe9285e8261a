// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates of what a task needs in the next epoch, from the history of its own use and from its
 * peers (section III-B). Pure; runs in NodeManagers.
 */
package org.yarnext.orchestrator.policy.estimate;
