// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Models that predict the run time and disk use of a task with less memory, and their fit to
 * measured runs. Plain Java: no server class, clock or I/O.
 */
package org.yarnext.elastic.policy.model;
