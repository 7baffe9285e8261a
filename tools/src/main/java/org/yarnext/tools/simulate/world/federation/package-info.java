/** Many sub-clusters as one: the federation's own policies, around them YARN as a model. */
package org.yarnext.tools.simulate.world.federation;
