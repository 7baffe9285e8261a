// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Command that derives from finished runs which features would help a cluster, and configures them
 * in shadow mode.
 */
package org.yarnext.tools.advise;
