// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Identity of callers and JSON answers, shared by the pack's endpoints in a daemon's web server.
 */
package org.yarnext.common.web;
