package io.lagwatch.compat.versions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Which checks of a version a test shows: they pass when all their tests do. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Verifies {
  VersionCheck[] value();
}
