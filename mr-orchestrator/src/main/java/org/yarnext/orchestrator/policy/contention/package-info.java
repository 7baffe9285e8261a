// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Detects tasks that get too little or take too much of a resource, compared with their peers
 * (section III). Pure; runs in the ResourceManager.
 */
package org.yarnext.orchestrator.policy.contention;
