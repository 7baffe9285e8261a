// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Settings of features in a running daemon: the registry of their live configurations, and the
 * endpoint that shows and changes them.
 */
package org.yarnext.common.settings;
