// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez;

import org.yarnext.common.testing.HostSettingTestBase;
import org.yarnext.tez.am.DagHistoryTest;
import org.yarnext.tez.am.task.TezAttemptReaderTest;
import org.yarnext.tez.history.HistoryFileTest;
import org.yarnext.tez.history.HistoryStoreTest;
import org.yarnext.tez.policy.estimate.DagNamePatternTest;

/** Keys, histories and the names of DAGs are the same in every language of a host. */
public class TezHostSettingTest extends HostSettingTestBase {
  public TezHostSettingTest() {
    super(
        TezEstimatorConfigurationTest.class,
        HistoryStoreTest.class,
        HistoryFileTest.class,
        DagNamePatternTest.class,
        TezAttemptReaderTest.class,
        DagHistoryTest.class);
  }
}
