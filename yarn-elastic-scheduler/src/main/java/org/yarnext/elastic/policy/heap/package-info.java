// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rewrites the launch command of an under-sized container so that its JVM has a smaller heap. Uses
 * the parser of commands in common's {@code launch}. Plain Java: no server class, clock or I/O.
 */
package org.yarnext.elastic.policy.heap;
