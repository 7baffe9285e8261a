// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** What the pack's endpoints in a daemon's web server share: callers, and JSON answers. */
package org.yarnext.common.web;
