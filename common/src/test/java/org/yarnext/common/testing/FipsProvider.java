// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;

/** Comes before Java's own providers and refuses MD5 and SHA-1, as FIPS providers do. */
public final class FipsProvider extends Provider {
  private static final long serialVersionUID = 1L;

  /** Called by Java. */
  public FipsProvider() {
    super("YarnextFips", 1.0, "refuses digests that are not approved");
    put("MessageDigest.MD5", Refusal.class.getName());
    put("MessageDigest.SHA", Refusal.class.getName());
    put("Alg.Alias.MessageDigest.SHA-1", "SHA");
    put("Alg.Alias.MessageDigest.SHA1", "SHA");
  }

  /** Returns the security properties of a JVM that make this its first provider. */
  static List<String> first() {
    List<String> lines = new ArrayList<>();
    lines.add("security.provider.1=" + FipsProvider.class.getName());
    for (Provider own : Security.getProviders()) {
      lines.add("security.provider." + (lines.size() + 1) + "=" + own.getName());
    }
    return lines;
  }

  /** A digest that cannot be used. */
  public static final class Refusal extends MessageDigestSpi {
    @Override
    protected void engineUpdate(byte input) {
      throw new ProviderException("not approved");
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      throw new ProviderException("not approved");
    }

    @Override
    protected byte[] engineDigest() {
      throw new ProviderException("not approved");
    }

    @Override
    protected void engineReset() {}
  }
}
