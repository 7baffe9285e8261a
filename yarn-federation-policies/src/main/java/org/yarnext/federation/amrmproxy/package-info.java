// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The hooks of the AMRMProxy: requests of one application are divided over sub-clusters, and
 * containers that it did not ask for are given back. Uses the packages below it.
 */
package org.yarnext.federation.amrmproxy;
