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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A host or rack that was asked for, and the sub-clusters that are told of it. Not thread-safe. */
final class Named {
  final boolean isRack;

  /** What the application asked there last, less what was granted since. */
  Ask ask;

  /** False if those that are told of it are only told for want of better ones. */
  boolean known;

  /** How many sub-clusters have something to be told of it, or were told something. */
  int listed;

  /** Those that own it, and those that did and have not been told otherwise. */
  private final List<Place> places = new ArrayList<>(1);

  private int owners;

  Named(Ask ask) {
    this.ask = ask;
    isRack = ask.name().startsWith("/");
  }

  List<Place> places() {
    return places;
  }

  /** Whether it belongs to just these sub-clusters already. */
  boolean isAt(Set<String> names) {
    if (owners != names.size()) {
      return false;
    }
    for (Place place : places) {
      if (place.isOwner && !names.contains(place.part.name)) {
        return false;
      }
    }
    return true;
  }

  /** It belongs to these sub-clusters now, and to no others. */
  void moveTo(List<Part> parts) {
    for (Place place : places) {
      place.isOwner = parts.contains(place.part);
      if (!place.isOwner) {
        place.changed(0);
      }
    }
    for (Part part : parts) {
      if (places.stream().noneMatch(place -> place.part == part)) {
        places.add(new Place(part, this));
      }
    }
    owners = parts.size();
  }

  void ask(Ask newAsk) {
    ask = newAsk;
    double each = known ? (double) ask.count() / owners : 0;
    for (Place place : places) {
      if (place.isOwner) {
        place.changed(each);
      }
    }
  }
}
