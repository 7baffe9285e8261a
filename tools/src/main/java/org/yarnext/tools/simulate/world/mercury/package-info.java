/** Mercury's nodes and placement, and stock's ways to run the same containers. */
package org.yarnext.tools.simulate.world.mercury;
