// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Environment of elastic placement: the daemon or a simulator, its clock, and the rules of its
 * scheduler. Uses {@code rm.job}.
 */
package org.yarnext.elastic.rm.host;
