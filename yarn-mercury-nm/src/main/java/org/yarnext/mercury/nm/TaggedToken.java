/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.nm;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.security.BaseContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.yarnext.mercury.policy.RunTimeHint;

/**
 * Signs a container token anew with the expected run time in its allocation tags, where the target
 * node looks for it; the stock allocator, which makes the token, knows of no tags. Every other
 * field stays as it is.
 */
final class TaggedToken {
  private TaggedToken() {}

  /**
   * @param stock a token signed with the current key of {@code secrets}
   * @return the token with the tag; {@code stock} itself if the run time is absurd or the key has
   *     changed meanwhile
   */
  static Token of(Token stock, long runMs, BaseContainerTokenSecretManager secrets)
      throws IOException {
    String tag = RunTimeHint.tag(runMs);
    if (tag == null) {
      return stock;
    }
    ContainerTokenIdentifier id = BuilderUtils.newContainerTokenIdentifier(stock);
    Set<String> tags = new HashSet<>(id.getAllcationTags());
    tags.add(tag);
    ContainerTokenIdentifier tagged =
        new ContainerTokenIdentifier(
            id.getContainerID(),
            id.getVersion(),
            id.getNmHostAddress(),
            id.getApplicationSubmitter(),
            id.getResource(),
            id.getExpiryTimeStamp(),
            id.getMasterKeyId(),
            id.getRMIdentifier(),
            id.getPriority(),
            id.getCreationTime(),
            id.getLogAggregationContext(),
            id.getNodeLabelExpression(),
            id.getContainerType(),
            id.getExecutionType(),
            id.getAllocationRequestId(),
            tags);
    byte[] password = secrets.createPassword(tagged);
    // The password is made with the current key, the identifier names the one it was made with.
    return secrets.getCurrentKey().getKeyId() == id.getMasterKeyId()
        ? Token.newInstance(tagged.getBytes(), stock.getKind(), password, stock.getService())
        : stock;
  }
}
