/** What the simulated systems share. */
package org.yarnext.tools.simulate.world;
