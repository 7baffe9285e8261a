/** The outcome of a run, in bounded size, and the recorder that worlds write it with. */
package org.yarnext.tools.simulate.outcome;
