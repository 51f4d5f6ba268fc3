import {
  type Attributes,
  type Context,
  isValidSpanId,
  isValidTraceId,
  ROOT_CONTEXT,
  SamplingDecision,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { ReadableSpan, Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { currentCause, withCause } from '../process/cause.ts';

/** Where traces go; `ratio`: which part of them, from 0 to 1. */
export interface TracesConfig {
  /** The collector, as in "http://localhost:4318". */
  endpoint: string;
  serviceName: string;
  ratio: number;
}

// So that neither a rush nor a collector that is away fills the memory: what does not fit is dropped.
const MAX_WAITING_SPANS = 2_048;
const EXPORT_TIMEOUT_MS = 5_000;
const MAX_STOP_MS = 1_500;
const REPORTED_EVERY_MS = 15 * 60_000;
// In a rush, what all traces cost would be missing for those who wait; these show well enough what is slow.
const MAX_TRACES_PER_SECOND = 100;
// A long statement is recognised by its beginning.
const MAX_VALUE_LENGTH = 1_000;

interface Tracing {
  tracer: Tracer;
  sampler: Sampler;
  /** The ids of the next span are those of this request, 32 hexadecimal digits. */
  next: { requestId?: string | undefined };
}

let tracing: Tracing | undefined;

/** Whether spans are made. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Traces from now on. Returns how to stop, which sends what is left, for a short while. */
export async function startTracing(
  { endpoint, serviceName, ratio }: TracesConfig,
  logger: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  // Loaded on demand: without traces nobody needs them.
  const [sdk, { OTLPTraceExporter }, { defaultResource, detectResources, envDetector, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const sampler = new sdk.TraceIdRatioBasedSampler(ratio);
  const next: Tracing['next'] = {};
  const random = new sdk.RandomIdGenerator();
  const provider = new sdk.TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new sdk.ParentBasedSampler({
      root: limited(sampler),
      // Samples jobs, and requests whose sender sets the header.
      remoteParentSampled: limited(new sdk.AlwaysOnSampler()),
    }),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH },
    idGenerator: {
      generateTraceId: () => next.requestId ?? random.generateTraceId(),
      generateSpanId: () => (next.requestId ? spanIdOf(next.requestId) : random.generateSpanId()),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: reporting(exporter, logger), maxQueueSize: MAX_WAITING_SPANS }),
    ],
  });
  tracing = { tracer: provider.getTracer('passeio'), sampler, next };
  return async () => {
    tracing = undefined;
    const late = AbortSignal.timeout(MAX_STOP_MS);
    const cutOff = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()));
    await Promise.race([provider.shutdown().catch(() => undefined), cutOff]);
  };
}

/** What `sampler` lets begin, but no more than so many a second. */
function limited(sampler: Sampler): Sampler {
  let second = 0;
  let begun = 0;
  return {
    shouldSample(...trace) {
      const result = sampler.shouldSample(...trace);
      if (result.decision === SamplingDecision.NOT_RECORD) return result;
      const now = Math.floor(performance.now() / 1_000);
      if (now !== second) [second, begun] = [now, 0];
      begun += 1;
      return begun <= MAX_TRACES_PER_SECOND ? result : { decision: SamplingDecision.NOT_RECORD };
    },
    toString: () => `${MAX_TRACES_PER_SECOND} a second of ${sampler}`,
  };
}

/** Logs now and then that spans cannot be sent; nobody else has to know. */
function reporting(exporter: SpanExporter, logger: Pick<Logger, 'warn'>): SpanExporter {
  let reportedMs = Number.NEGATIVE_INFINITY;
  let lost = 0;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        // 0: sent.
        if (result.code !== 0) lost += spans.length;
        if (result.code !== 0 && performance.now() - reportedMs >= REPORTED_EVERY_MS) {
          logger.warn({ lost, reason: result.error?.message }, 'traces cannot be sent; the product does without');
          reportedMs = performance.now();
          lost = 0;
        }
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** What a span says of itself: constants, numbers and patterns, never input or data of people. */
interface SpanFacts {
  kind?: SpanKind;
  attributes?: Attributes;
}

/**
 * Runs `work` in a span, below the open one if there is one. `work` gets the span, undefined without traces. An error
 * marks it by its code or class, never by its message.
 */
export async function inSpan<Result>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanFacts,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work(undefined);
  const cause = currentCause();
  const span = tracing.tracer.startSpan(name, { kind, attributes }, below(cause?.span));
  try {
    return await withCause({ ...cause, span }, () => work(span));
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Whether the open span is sent; those below one that is not would cost time for nothing. */
export function isSent(): boolean {
  return currentCause()?.span?.spanContext().traceFlags === TraceFlags.SAMPLED;
}

/** Begins a span below the open one, which the caller ends; undefined without traces. */
export function beginBelow(name: string, { kind = SpanKind.INTERNAL, attributes = {} }: SpanFacts): Span | undefined {
  return tracing?.tracer.startSpan(name, { kind, attributes }, below(currentCause()?.span));
}

function below(span: Span | undefined): Context {
  return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}

/**
 * Begins the span of a request, by method and pattern of its route, which the caller ends. It continues the trace of
 * `traceparent`; without one, the request's id is the trace's, so that either is found by the other. Undefined without
 * traces.
 */
export function beginRequest(
  name: string,
  requestId: string,
  { traceparent, attributes }: { traceparent: string | undefined; attributes: Attributes },
): Span | undefined {
  if (!tracing) return undefined;
  tracing.next.requestId = requestId.replaceAll('-', '');
  try {
    return tracing.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, below(remoteSpan(traceparent)));
  } finally {
    tracing.next.requestId = undefined;
  }
}

/** Marks a span by the code or the class of an error. */
export function markFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = [code, name].find((one) => typeof one === 'string' && /^[\w-]{1,60}$/.test(one)) ?? 'Error';
  span.setAttribute('error.type', String(type));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The trace of the work at hand; undefined without traces. */
export function currentTraceId(): string | undefined {
  return currentCause()?.span?.spanContext().traceId;
}

/** The open span as the header `traceparent` names it, for what goes on in another process. */
export function currentTraceparent(): string | undefined {
  const open = currentCause()?.span?.spanContext();
  return open && `00-${open.traceId}-${open.spanId}-${open.traceFlags.toString(16).padStart(2, '0')}`;
}

/**
 * The span that another process named; without a `traceparent`, the span of the request `requestId`. Undefined without
 * traces, and for anything malformed.
 */
export function remoteSpan(traceparent: string | undefined, requestId?: string): Span | undefined {
  if (!tracing) return undefined;
  const named = parseTraceparent(traceparent) ?? (requestId === undefined ? undefined : spanOfRequest(requestId));
  return named && trace.wrapSpanContext({ ...named, isRemote: true });
}

function parseTraceparent(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED };
}

function spanOfRequest(requestId: string): SpanContext | undefined {
  const traceId = requestId.replaceAll('-', '');
  if (!tracing || !/^[0-9a-f]{32}$/.test(traceId)) return undefined;
  const { decision } = tracing.sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.SERVER, {}, []);
  return {
    traceId,
    spanId: spanIdOf(traceId),
    traceFlags: decision === SamplingDecision.NOT_RECORD ? TraceFlags.NONE : TraceFlags.SAMPLED,
  };
}

// A part of a random UUID, never all zeros.
function spanIdOf(traceId: string): string {
  return traceId.slice(16);
}
