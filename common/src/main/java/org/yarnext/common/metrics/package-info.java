// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Counters, gauges and recent decisions, through Hadoop's Metrics2 and JMX. */
package org.yarnext.common.metrics;
