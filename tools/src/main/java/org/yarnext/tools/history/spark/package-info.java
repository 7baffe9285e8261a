// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Reads the event logs of Spark, plain, rolling or compressed. */
package org.yarnext.tools.history.spark;
