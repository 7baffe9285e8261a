// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** A mix of unmodified Spark applications on stock and with the pack. */
package org.yarnext.benchmarks.spark;
