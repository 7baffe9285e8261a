// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Immutable views of nodes, tasks and their resources, and the equations for a task's end. The
 * packages below hold the policies, which need only the JDK and commons-math3.
 */
package org.yarnext.orchestrator.policy;
