// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks and trackers of single containers: their launch, reuse, stop and loss. They may use the
 * readers in {@code am.task} and the policies.
 */
package org.yarnext.tez.am.container;
