// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Decisions of all features in a daemon: how long they are kept, who may see them, and the endpoint
 * that shows them. Knows the access managers and audit logs of YARN's daemons, and nothing else of
 * them.
 */
package org.yarnext.common.explain;
