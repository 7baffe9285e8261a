// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Compares stock's federation policies with this project's in federations of separate daemons on
 * this machine.
 */
package org.yarnext.benchmarks.federation;
