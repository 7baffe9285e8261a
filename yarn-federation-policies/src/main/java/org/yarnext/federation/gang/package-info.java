// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Coordinates the start of gangs among the Routers of a federation, and stores them. Uses {@code
 * policy.gang} and {@code store}, and no hook.
 */
package org.yarnext.federation.gang;
