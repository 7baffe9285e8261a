// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Counters, gauges, decisions and guards of features as sources of Hadoop's Metrics2 and JMX. */
package org.yarnext.common.metrics;
