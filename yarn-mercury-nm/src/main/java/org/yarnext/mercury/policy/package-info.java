// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The values that all policies use: containers and nodes as policies see them, sizes, and the
 * reasons of decisions. They use the JDK and common only.
 */
package org.yarnext.mercury.policy;
