// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code bin/yarnext demo --daemons}: installs the pack into a stock Hadoop, runs jobs on separate
 * daemons, harms or upgrades them, and takes the pack out again. It goes the operator's way, by the
 * commands of {@code bin/yarnext}.
 */
package org.yarnext.benchmarks.daemons;
