// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code bin/yarnext demo --daemons}: installs the pack into a stock Hadoop, runs jobs on separate
 * daemons, injects faults or upgrades the daemons, and uninstalls the pack. It uses the commands of
 * {@code bin/yarnext}, as an operator does.
 */
package org.yarnext.benchmarks.daemons;
