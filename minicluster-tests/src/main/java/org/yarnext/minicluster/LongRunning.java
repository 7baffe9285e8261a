// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster;

/**
 * JUnit category of test classes that take minutes and repeat, under a fault or on another
 * framework, what a shorter test shows. They are run with {@code mvn -B verify -Plong-tests}.
 */
public interface LongRunning {}
