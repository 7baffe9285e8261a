// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Maps with a maximum size, for policies and hooks that learn from every application they see. */
package org.yarnext.common.cache;
