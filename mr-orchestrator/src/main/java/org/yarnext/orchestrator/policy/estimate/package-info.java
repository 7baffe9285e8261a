// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates a task's need in the next epoch from its own usage history and from its peers (section
 * III-B). Pure; runs in NodeManagers.
 */
package org.yarnext.orchestrator.policy.estimate;
