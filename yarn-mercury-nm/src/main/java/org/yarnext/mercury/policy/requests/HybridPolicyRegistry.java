// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.Collection;
import java.util.Locale;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.policy.RequestReason;

/**
 * Looks up the {@link HybridPolicy} of an application: the one its tag names, else that of its
 * type, else its queue's, else the default (Mercury section 5 lets each application choose).
 * Immutable.
 */
public final class HybridPolicyRegistry {
  /** Prefix of an application tag, followed by the policy. YARN may have changed the case. */
  public static final String TAG_PREFIX = "yarnext.mercury.policy=";

  /**
   * Prefix of the tag that the ResourceManager adds to an application whose type gets guaranteed
   * containers only, followed by the type.
   */
  public static final String TYPE_PREFIX = "yarnext.mercury.guaranteed-type=";

  /** Leaves every application's requests unchanged. */
  public static final HybridPolicyRegistry NOTHING =
      new HybridPolicyRegistry(
          HybridPolicy.ONLY_GUARANTEED, QueueSettings.parse("", HybridPolicy::parse), false);

  private final HybridPolicy byDefault;
  private final QueueSettings<HybridPolicy> byQueue;
  private final boolean applicationsChoose;

  public HybridPolicyRegistry(HybridPolicy byDefault, QueueSettings<HybridPolicy> byQueue) {
    this(byDefault, byQueue, true);
  }

  private HybridPolicyRegistry(
      HybridPolicy byDefault, QueueSettings<HybridPolicy> byQueue, boolean applicationsChoose) {
    this.byDefault = byDefault;
    this.byQueue = byQueue;
    this.applicationsChoose = applicationsChoose;
  }

  /** Returns whether a tag has the prefix of a policy, valid or not. */
  public static boolean isTag(String tag) {
    return tag.toLowerCase(Locale.ROOT).startsWith(TAG_PREFIX);
  }

  /**
   * Returns whether a tag names a policy for an application whose type gets guaranteed containers
   * only.
   */
  public static boolean isPolicyForGuaranteedType(Collection<String> tags) {
    return tags.stream().anyMatch(tag -> tag.startsWith(TYPE_PREFIX))
        && tags.stream().anyMatch(HybridPolicyRegistry::isTag);
  }

  /**
   * Chooses the policy of an application.
   *
   * @param tags the application's tags; the first that names a policy counts
   * @param queue the application's queue
   */
  public Decision<HybridPolicy> choose(Collection<String> tags, String queue) {
    String wrong = null;
    String type = null;
    for (String tag : tags) {
      if (tag.startsWith(TYPE_PREFIX)) {
        type = tag.substring(TYPE_PREFIX.length());
      }
      if (applicationsChoose && isTag(tag)) {
        String text = tag.substring(TAG_PREFIX.length());
        try {
          HybridPolicy named = HybridPolicy.parse(text);
          return Decision.of(named, RequestReason.POLICY_BY_TAG).with("policy", named);
        } catch (IllegalArgumentException e) {
          wrong = text;
        }
      }
    }
    if (type != null) {
      return Decision.of(HybridPolicy.ONLY_GUARANTEED, RequestReason.POLICY_BY_TYPE)
          .with("type", type);
    }
    HybridPolicy ofQueue = byQueue.get(queue);
    HybridPolicy policy = ofQueue != null ? ofQueue : byDefault;
    if (wrong != null) {
      return Decision.of(policy, RequestReason.POLICY_TAG_INVALID)
          .with("policy", policy)
          .with("tag", wrong);
    }
    return Decision.of(
            policy,
            ofQueue != null ? RequestReason.POLICY_BY_QUEUE : RequestReason.POLICY_BY_DEFAULT)
        .with("policy", policy);
  }
}
