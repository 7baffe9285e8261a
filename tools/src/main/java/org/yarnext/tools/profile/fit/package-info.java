// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Fits profiles to measured runs of a class of tasks, and decides when a profile is outdated. */
package org.yarnext.tools.profile.fit;
