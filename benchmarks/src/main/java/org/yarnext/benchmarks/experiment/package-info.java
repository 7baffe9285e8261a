// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What can be measured: experiments, the systems that they compare, and the options of the command
 * line. It starts no cluster and knows no load.
 */
package org.yarnext.benchmarks.experiment;
