// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What jobs ask of a simulated cluster: when they are admitted, and the requests of their tasks.
 * Uses Mercury's policies of requests; knows no node.
 */
package org.yarnext.tools.simulate.world.mercury.job;
