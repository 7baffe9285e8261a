// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Admission of jobs to a simulated cluster, and the requests of their tasks. Uses Mercury's
 * policies of requests; knows no node.
 */
package org.yarnext.tools.simulate.world.mercury.job;
