package io.lagwatch.exporter.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.router.exception.ExceptionMapperKt;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts every error into a response: {@code {"error": {"code", "message", "path"?}}}. Internal
 * errors are logged and their texts are not sent.
 */
final class Errors {
  private static final Logger LOG = LoggerFactory.getLogger(Errors.class);
  private static final String INTERNAL = "internal error; the exporter's log has the details";

  private final RepeatedLog repeated;

  Errors(InstantSource clock) {
    repeated = new RepeatedLog(clock);
  }

  void install(JavalinConfig config) {
    loadErrorHandling();
    config.routes.exception(HttpRefusal.class, (refusal, ctx) -> refuse(ctx, refusal));
    config.routes.exception(
        HttpResponseException.class, (e, ctx) -> refuse(ctx, ofStatus(e.getStatus())));
    config.routes.exception(Exception.class, (e, ctx) -> refuse(ctx, unexpected(e)));
    config.router.javaLangErrorHandler(
        (response, error) -> {
          log(error);
          response.setStatus(500);
        });
    config.jetty.modifyServer(server -> server.setErrorHandler(Errors::outsideOfRoutes));
    config.jetty.modifyServletContextHandler(
        context -> context.setErrorHandler(Errors::outsideOfRoutes));
  }

  /** Writes the response to a rejected request. */
  static void refuse(Context ctx, HttpRefusal refusal) {
    if (refusal.status() == 401) {
      ctx.header("WWW-Authenticate", "Bearer");
    }
    if (refusal.status() == 503) {
      ctx.header("Retry-After", "1");
    }
    Json.answer(ctx, refusal.status(), new ErrorBody(ErrorDetails.of(refusal)));
  }

  private HttpRefusal unexpected(Exception e) {
    if (e instanceof HttpException http && http.getCode() < 500) {
      return ofStatus(http.getCode());
    }
    log(e);
    return new HttpRefusal(500, "internal_error", INTERNAL);
  }

  private void log(Throwable failure) {
    if (repeated.isFirst(failure.getClass().getName())) {
      LOG.warn("an HTTP request was answered with 500; repetitions are logged at DEBUG", failure);
    } else {
      LOG.debug("a request failed", failure);
    }
  }

  /**
   * Javalin repeats its error handling until it succeeds. Without its classes, which cannot be
   * loaded when the jar has been replaced, a failed request would keep a thread busy forever.
   */
  private static void loadErrorHandling() {
    ExceptionMapperKt.isClientAbortException(
        new HttpResponseException(HttpStatus.INTERNAL_SERVER_ERROR, INTERNAL, Map.of()));
  }

  /**
   * Writes the response to a request that Jetty rejects before any route is called, such as invalid
   * HTTP.
   */
  private static boolean outsideOfRoutes(Request request, Response response, Callback callback) {
    Headers.put((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    var body = new ErrorBody(ErrorDetails.of(ofStatus(response.getStatus())));
    response.write(true, ByteBuffer.wrap(Json.bytes(body)), callback);
    return true;
  }

  private static HttpRefusal ofStatus(int status) {
    return switch (status) {
      case 404 ->
          new HttpRefusal(
              404, "not_found", "nothing is served at this path; the API is at /api/v1");
      case 405 ->
          new HttpRefusal(405, "method_not_allowed", "this path does not accept this HTTP method");
      case 413 -> new HttpRefusal(413, "too_large", "the request is too large");
      case 414 -> new HttpRefusal(414, "uri_too_long", "the path is too long");
      case 431 -> new HttpRefusal(431, "headers_too_large", "the headers are too large");
      default ->
          status >= 500
              ? new HttpRefusal(status, "internal_error", INTERNAL)
              : new HttpRefusal(status, "bad_request", "expected a valid HTTP/1.1 request");
    };
  }

  /** The response to a rejected request. */
  private record ErrorBody(ErrorDetails error) {}

  /**
   * Why a request is rejected.
   *
   * @param path the field of the body; null, and then omitted, if no field is invalid
   */
  private record ErrorDetails(
      String code,
      String message,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String path) {
    static ErrorDetails of(HttpRefusal refusal) {
      return new ErrorDetails(refusal.code(), refusal.message(), refusal.path());
    }
  }
}
