// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks of the AMRMProxy: they divide an application's requests over sub-clusters, and release
 * containers that it did not request. Uses the packages below it.
 */
package org.yarnext.federation.amrmproxy;
