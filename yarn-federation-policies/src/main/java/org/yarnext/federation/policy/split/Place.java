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
package org.yarnext.federation.policy.split;

/**
 * What one sub-cluster is told of one host or rack, and was told. It outlives its purpose until the
 * sub-cluster knows that nothing is wanted there any more. Not thread-safe.
 */
final class Place {
  final Part part;
  final Named named;

  /** Whether the host or rack is in this sub-cluster, as far as known. */
  boolean isOwner = true;

  /** What it was told last. */
  int told;

  /** Whether it was told with that to grant nothing in this rack but on hosts that are named. */
  boolean strict;

  /** Of {@link Part#someRackLess}, as of then. */
  private long toldAfter;

  private boolean isLessMaybe;

  /** How many containers prefer it here; a rack of several sub-clusters counts in parts. */
  private double preferred;

  private boolean isNews;
  private boolean isListed;

  Place(Part part, Named named) {
    this.part = part;
    this.named = named;
  }

  int wanted() {
    return isOwner ? named.ask.count() : 0;
  }

  /** What is wanted here changed. */
  void changed(double newPreferred) {
    part.prefer(newPreferred - preferred, named.isRack);
    preferred = newPreferred;
    isToBeTold();
  }

  void isToBeTold() {
    if (!isListed) {
      isListed = true;
      named.listed++;
      part.places.add(this);
    }
    if (!isNews) {
      isNews = true;
      part.news.add(this);
    }
  }

  /** It was told so many, in this very call. */
  void tell(int count, boolean newStrict) {
    told = count;
    strict = newStrict;
    toldAfter = part.someRackLess;
    isLessMaybe = false;
    isNews = false;
  }

  /** One was granted here, and counted unless that is not known. */
  void less(boolean maybe) {
    isLessMaybe |= maybe && told > 0;
    told = Math.max(0, told - 1);
  }

  /** Whether nobody knows what the sub-cluster counts here after what it granted. */
  boolean isDoubtful() {
    return isLessMaybe || named.isRack && told > 0 && toldAfter < part.someRackLess;
  }

  /** It is as it was told; returns whether that is for sure. */
  boolean isKnown() {
    isNews = isDoubtful();
    return !isNews;
  }

  /** Whether there is nothing left to tell of it; if so it is no longer part of its names. */
  boolean isDone() {
    if (isNews || isLessMaybe || told > 0 || wanted() > 0) {
      return false;
    }
    isListed = false;
    named.listed--;
    return true;
  }
}
