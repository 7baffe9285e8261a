/** Classes that all simulated systems share. */
package org.yarnext.tools.simulate.world;
