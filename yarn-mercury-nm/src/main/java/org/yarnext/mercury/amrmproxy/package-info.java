// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The interceptor that loads in the NodeManager's AMRMProxy and divides requests where scheduling
 * is distributed. It uses Hadoop, the application package, and policies.
 */
package org.yarnext.mercury.amrmproxy;
