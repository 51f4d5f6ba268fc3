import { routes } from '@passeio/contract/api/routes';
import type { AnyRoute, ParamsOf } from '@passeio/contract/route';
import type { z } from '@passeio/contract/zod';
import type { preSerializationAsyncHookHandler } from 'fastify';
import type { Change, ChangeNotifier } from '../changes/change-notifier.ts';
import type { Limit } from './rate-limits.ts';

/** Examples of what a route reads and answers, for the API's description. */
export type Examples = { [Part in 'body' | 'answer']?: unknown[] };

/** What only the server knows of a route. */
export interface RouteRule<R extends AnyRoute> {
  limit?: Limit | Limit[];
  /** What a success changes for cached pages. */
  changes?: 'nothing' | Change | ((write: SuccessfulWrite<R>) => Change | Change[]);
}

interface SuccessfulWrite<R extends AnyRoute> {
  params: ParamsOf<R>;
  body: z.output<R['body'] & z.ZodType>;
  answer: z.input<R['answer'] & z.ZodType>;
}

type Tables = typeof routes;

/** Rules by the names of the contract's tables and their keys. */
export type RouteRules = {
  [Subject in keyof Tables]?: {
    [Key in keyof Tables[Subject]]?: Tables[Subject][Key] extends AnyRoute ? RouteRule<Tables[Subject][Key]> : never;
  };
};

/**
 * The rules by route. Throws for a rule of no route, for a write that does not say what it changes, and for one that
 * changes something and answers a file, which {@link announceChanges} does not see.
 */
export function readRules(rules: RouteRules): Map<AnyRoute, RouteRule<AnyRoute>> {
  const entries = byName<AnyRoute>(routes);
  const given = byName<RouteRule<AnyRoute>>(rules);
  const requireNone = (names: string[], fault: string) => {
    if (names.length > 0) throw new Error(`${fault}: ${names.join(', ')}`);
  };
  const namesOf = (isAtFault: (entry: AnyRoute, changes: RouteRule<AnyRoute>['changes']) => boolean) =>
    [...entries].filter(([name, entry]) => isAtFault(entry, given.get(name)?.changes)).map(([name]) => name);
  const unknown = [...given.keys()].filter((name) => !entries.has(name));
  requireNone(unknown, 'Rules of no route of the contract');
  requireNone(
    namesOf(({ method }, changes) => method !== 'GET' && !changes),
    'Routes that do not say what they change',
  );
  requireNone(
    namesOf(({ answer }, changes) => Boolean(changes) && changes !== 'nothing' && !answer),
    'Routes that answer a file and change something',
  );
  return new Map([...given].map(([name, rule]) => [entries.get(name) as AnyRoute, rule]));
}

function byName<Value>(tables: Record<string, Record<string, Value>>): Map<string, Value> {
  return new Map(
    Object.entries(tables).flatMap(([subject, table]) =>
      Object.entries(table).map(([key, value]): [string, Value] => [`${subject}.${key}`, value]),
    ),
  );
}

/** Announces what a success changes, before its response is sent. */
export function announceChanges(
  notifier: ChangeNotifier,
  changes: Exclude<RouteRule<AnyRoute>['changes'], 'nothing' | undefined>,
): preSerializationAsyncHookHandler {
  return async (request, reply, answer) => {
    if (reply.statusCode >= 300) return answer;
    const { params, body } = request;
    const changed = typeof changes === 'function' ? changes({ params: params as never, body, answer }) : changes;
    for (const change of [changed].flat()) notifier.announce(change);
    return answer;
  };
}
