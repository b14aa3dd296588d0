package io.lagwatch.compat.versions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The checks of a version that a test verifies. A check passes if all its tests pass. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Verifies {
  VersionCheck[] value();
}
