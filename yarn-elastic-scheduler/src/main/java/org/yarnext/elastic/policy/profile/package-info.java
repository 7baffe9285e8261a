// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Profiles of task classes, and the search for the profile of a task. Uses {@code policy.model}.
 * Plain Java: no server class, clock or I/O.
 */
package org.yarnext.elastic.policy.profile;
