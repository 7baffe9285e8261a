// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of the progress of running tasks: the Application Masters of MapReduce and Tez. What they
 * tell is bounded, since whoever runs a job wrote its master.
 */
package org.yarnext.orchestrator.rm.progress;
