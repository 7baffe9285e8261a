/** How ways to determine shares of queues compare over many generated set-ups (Hydra Figure 5). */
package org.yarnext.tools.simulate.shares;
