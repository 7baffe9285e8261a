// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Learnt run times of recurring DAGs as files, a directory for each user. Uses {@code
 * policy.estimate} and Hadoop's file systems.
 */
package org.yarnext.tez.history;
