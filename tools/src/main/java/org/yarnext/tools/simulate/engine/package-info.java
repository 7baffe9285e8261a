/** Virtual time: events in order, the clock that follows them, and named streams of randomness. */
package org.yarnext.tools.simulate.engine;
