/** Counters, gauges and recent decisions, through Hadoop's Metrics2 and JMX. */
package org.yarnext.common.metrics;
