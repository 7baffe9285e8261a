// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Identities of tasks (job, phase and attempt), as in launch commands and Tez's ids. They are
 * claims of the application, which the ResourceManager compares with its type. Pure.
 */
package org.yarnext.orchestrator.policy.identity;
