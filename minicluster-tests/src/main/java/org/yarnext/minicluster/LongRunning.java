// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster;

/**
 * JUnit category of test classes that take minutes. They repeat what a shorter test shows, under a
 * fault or with another framework. Run them with {@code mvn -B verify -Plong-tests}.
 */
public interface LongRunning {}
