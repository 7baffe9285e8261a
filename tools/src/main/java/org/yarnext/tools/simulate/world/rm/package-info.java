/**
 * Stock's schedulers and ours in virtual time, driven by the events that the ResourceManager sends.
 */
package org.yarnext.tools.simulate.world.rm;
