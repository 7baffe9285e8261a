// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Opportunistic containers beside guaranteed ones that use only a part of their allocation. */
package org.yarnext.benchmarks.idle;
