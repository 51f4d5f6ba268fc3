import { AsyncResource } from 'node:async_hooks';
import { type Span, SpanKind } from '@opentelemetry/api';
import pg from 'pg';
import { beginBelow, isSent, markFailed } from '../tracing/tracing.ts';
import { PreparingClient } from './preparing-client.ts';

const MAX_KNOWN = 1_000;

interface Statement {
  /** Operation and first table. */
  name: string;
  /** Without values. */
  text: string;
}

const known = new Map<string, Statement>();

function describe(text: string): Statement {
  const before = known.get(text);
  if (before) return before;
  const [, operation = ''] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update|join)\s+((?:"?\w+"?\.)?"?\w+"?)/i.exec(text) ?? [];
  const statement = {
    name: `${operation.toUpperCase()} ${table.replaceAll('"', '')}`.trim(),
    text: text.replaceAll(/'(?:[^']|'')*'/g, "'?'").replaceAll(/\s+/g, ' '),
  };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, statement);
  return statement;
}

/** Statements outside a trace that is sent, such as polling for jobs, have no span. */
function beginStatement(given: unknown): Span | undefined {
  const text = typeof given === 'string' ? given : (given as { text?: unknown } | undefined)?.text;
  if (typeof text !== 'string') return undefined;
  const { name, text: shown } = describe(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name, 'db.query.text': shown };
  return beginBelow(name, { kind: SpanKind.CLIENT, attributes });
}

/** A pool whose statements belong to who asked for them, also if they waited until somebody else returned a connection. */
export class TracingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect(AsyncResource.bind(callback));
    return undefined;
  }
}

/** A client with a span for each statement of a trace that is sent: its text, never its parameters. */
export class TracingClient extends PreparingClient {
  override query(...given: unknown[]): never {
    const span = isSent() ? beginStatement(given[0]) : undefined;
    if (!span) return super.query(...given);
    const end = (error?: unknown) => {
      if (error) markFailed(span, error);
      span.end();
    };
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const followed = (error: unknown, result: unknown) => {
        end(error);
        callback(error, result);
      };
      return super.query(...given.slice(0, -1), followed);
    }
    const result = super.query(...given) as unknown;
    if (result instanceof Promise) result.then(() => end(), end);
    else span.end();
    return result as never;
  }
}
