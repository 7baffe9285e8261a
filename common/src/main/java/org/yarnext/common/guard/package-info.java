/** Keeps failures of our code away from the daemon it runs in. */
package org.yarnext.common.guard;
