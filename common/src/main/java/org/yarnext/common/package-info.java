/**
 * Code shared by all features: the mode, and below it configuration, decisions, guard and metrics.
 */
package org.yarnext.common;
