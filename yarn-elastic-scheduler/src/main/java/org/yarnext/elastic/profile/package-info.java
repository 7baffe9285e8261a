// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Profiles as JSON files and as tags of applications. Uses {@code policy.profile} and the models;
 * knows no daemon.
 */
package org.yarnext.elastic.profile;
