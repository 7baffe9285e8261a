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
package org.yarnext.mercury.allocation;

import java.util.Arrays;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.proto.YarnSecurityTokenProtos.ContainerTokenIdentifierProto;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.security.BaseContainerTokenSecretManager;
import org.yarnext.mercury.policy.RunTimeHint;

/**
 * Signs a container token anew with the expected run time in its allocation tags, where the target
 * node looks for it; the stock allocator, which makes the token, knows of no tags. Every other
 * field stays as it is.
 *
 * <p>One message written after another is the two merged, and cheaper than reading and writing the
 * first. The node checks the password against the fields in the order of their numbers, so the tags
 * must have the last one; in a Hadoop where they have not, no token is tagged.
 */
final class TaggedToken {
  private static final boolean TAGS_COME_LAST =
      ContainerTokenIdentifierProto.getDescriptor().getFields().stream()
          .allMatch(
              f -> f.getNumber() <= ContainerTokenIdentifierProto.ALLOCATION_TAGS_FIELD_NUMBER);

  private TaggedToken() {}

  /**
   * The container's token with the tag, or as it is if the run time is absurd or the key changed
   * after {@code keyId} was the current one.
   *
   * @param secrets what the token was signed with
   * @param keyId of the key that was current before the token was made
   */
  static Token of(
      Container container, long runMs, BaseContainerTokenSecretManager secrets, int keyId) {
    Token stock = container.getContainerToken();
    String tag = RunTimeHint.tag(runMs);
    if (tag == null || !TAGS_COME_LAST) {
      return stock;
    }
    byte[] identifier = stock.getIdentifier().array();
    byte[] added =
        ContainerTokenIdentifierProto.newBuilder().addAllocationTags(tag).build().toByteArray();
    byte[] tagged = Arrays.copyOf(identifier, identifier.length + added.length);
    System.arraycopy(added, 0, tagged, identifier.length, added.length);
    byte[] password = secrets.createPassword(new Signable(container, tagged));
    // The password is made with the current key, the identifier names the one it was made with.
    return secrets.getCurrentKey().getKeyId() == keyId
        ? Token.newInstance(tagged, stock.getKind(), password, stock.getService())
        : stock;
  }

  /**
   * Stands for an identifier while its bytes are signed: reading them back into a full one, and
   * making the user of whom stock's debug line tells, would cost as much as the signature.
   */
  private static final class Signable extends ContainerTokenIdentifier {
    private final Container container;
    private final byte[] bytes;

    Signable(Container container, byte[] bytes) {
      this.container = container;
      this.bytes = bytes;
    }

    @Override
    public byte[] getBytes() {
      return bytes;
    }

    @Override
    public ContainerId getContainerID() {
      return container.getId();
    }

    @Override
    public String getNmHostAddress() {
      return container.getNodeId().toString();
    }

    @Override
    public UserGroupInformation getUser() {
      return null;
    }
  }
}
