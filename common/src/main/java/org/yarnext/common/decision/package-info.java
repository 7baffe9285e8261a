/** Decisions with their reasons. Used by policies, so it depends on the JDK only. */
package org.yarnext.common.decision;
