// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Reads the histories of MapReduce jobs with Hadoop's own parser. Uses {@code history.record}. */
package org.yarnext.tools.history.mapreduce;
