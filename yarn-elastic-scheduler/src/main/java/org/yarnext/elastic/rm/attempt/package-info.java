// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The attempts of both schedulers, with the part that is elastic. Uses all other packages but the
 * hooks.
 */
package org.yarnext.elastic.rm.attempt;
