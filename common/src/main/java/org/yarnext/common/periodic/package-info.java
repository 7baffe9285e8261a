/**
 * The threads that our code starts in daemons: periodic work, and pools for calls that may block.
 */
package org.yarnext.common.periodic;
