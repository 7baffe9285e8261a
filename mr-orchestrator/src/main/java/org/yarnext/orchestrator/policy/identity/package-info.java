// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Identities of tasks: job, phase and attempt, as launch commands and Tez name them. Pure; claims
 * of the application, which the ResourceManager compares with its type.
 */
package org.yarnext.orchestrator.policy.identity;
