// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The schedulers and the processor that {@code yarn-site.xml} names, and the objects behind them.
 * They use every package below; none of these knows them.
 */
package org.yarnext.elastic.rm;
