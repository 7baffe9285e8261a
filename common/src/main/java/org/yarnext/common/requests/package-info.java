// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The resource requests of one application that several schedulers serve: what is outstanding, how
 * it is divided, and what each scheduler knows of it. Policies use it, so it depends on the JDK
 * only; they decide how many requests each scheduler gets.
 */
package org.yarnext.common.requests;
