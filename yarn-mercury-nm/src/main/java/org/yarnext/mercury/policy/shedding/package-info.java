// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure decisions on which waiting containers leave an overloaded node, and when. Uses {@code
 * policy.queue}.
 */
package org.yarnext.mercury.policy.shedding;
