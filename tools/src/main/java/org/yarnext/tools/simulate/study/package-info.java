/** Studies, which run workloads on systems, and the results that are kept of each run. */
package org.yarnext.tools.simulate.study;
