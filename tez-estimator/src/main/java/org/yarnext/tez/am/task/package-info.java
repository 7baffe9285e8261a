// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Readers of Tez's own objects: attempts, vertices, splits and inputs. They change nothing in Tez
 * and know no other package of the estimator's hooks.
 */
package org.yarnext.tez.am.task;
