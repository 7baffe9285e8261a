// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Clean-up of the resource requests that applications send. Uses YARN's records and nothing else of
 * the pack.
 */
package org.yarnext.common.records;
