// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Detection of tasks that get too little or take too much, compared with their peers (section III).
 * Pure; runs in the ResourceManager.
 */
package org.yarnext.orchestrator.policy.contention;
