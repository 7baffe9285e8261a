// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import org.yarnext.common.testing.HostSettingTestBase;
import org.yarnext.elastic.nm.ElasticContainerListenerTest;
import org.yarnext.elastic.policy.heap.HeapRewriteTest;
import org.yarnext.elastic.policy.heap.SortBufferTest;
import org.yarnext.elastic.policy.heap.TextEditsTest;
import org.yarnext.elastic.policy.profile.NamePatternTest;
import org.yarnext.elastic.policy.profile.ProfilesTest;
import org.yarnext.elastic.profile.ProfileFileTest;
import org.yarnext.elastic.profile.TagProfilesTest;

/** Keys, profiles, tags and launch scripts are the same in every language of a host. */
public class ElasticHostSettingTest extends HostSettingTestBase {
  public ElasticHostSettingTest() {
    super(
        ElasticConfigurationTest.class,
        HeapKeysTest.class,
        ProfileKeysTest.class,
        ProfileFileTest.class,
        TagProfilesTest.class,
        ProfilesTest.class,
        NamePatternTest.class,
        HeapRewriteTest.class,
        TextEditsTest.class,
        SortBufferTest.class,
        ElasticContainerListenerTest.class);
  }
}
