// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Trust in profiles, from how under-sized tasks ended. Uses common's decisions and caches. Plain
 * Java: no server class, clock or I/O.
 */
package org.yarnext.elastic.policy.trust;
