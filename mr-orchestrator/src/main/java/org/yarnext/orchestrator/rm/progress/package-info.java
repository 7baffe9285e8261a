// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of the progress of running tasks: the Application Masters of MapReduce and Tez. Their
 * responses are limited in size, since users may write their Application Masters.
 */
package org.yarnext.orchestrator.rm.progress;
