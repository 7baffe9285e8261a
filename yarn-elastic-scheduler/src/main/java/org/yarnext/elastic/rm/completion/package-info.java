// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Listens to the ends of under-sized containers, and tracks the nodes that do not report them. Uses
 * the packages of profiles and metrics.
 */
package org.yarnext.elastic.rm.completion;
