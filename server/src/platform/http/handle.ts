import { errorBody } from '@passeio/contract/api/error-body';
import { routes } from '@passeio/contract/api/routes';
import { API_BASE, IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import { linkAccess } from '@passeio/contract/reservations/reservation-link-routes';
import { type AnyRoute, type ParamsOf, pathByLink, type RouteByLink } from '@passeio/contract/route';
import { z } from '@passeio/contract/zod';
import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler, RouteOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { App } from '../../deps.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import { type Actor, actorOf } from '../audit/audit.ts';
import type { DatabaseTransaction } from '../database/connect.ts';
import type { LinkRequestInput } from '../database/schema/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Caller, callerOf, identityOf } from './access.ts';
import { extendBodyDeadline } from './body-deadline.ts';
import { sendIdempotent } from './idempotency.ts';
import { type Limit, limited } from './rate-limits.ts';
import { announceChanges, type Examples } from './route-rules.ts';
import { firstFields } from './uploads.ts';

/** Bytes of a body, unless the entry of the route says otherwise. */
export const BODY_LIMIT = 16 * 1024;
const LARGE_BODY_LIMIT = 1024 * 1024;

/** An address is shared by a family or a telephone network; a page that waits for a payment reads every 3 s. */
export const payerLinkLimit: Limit = { name: 'payer-link', max: 1_200, windowMs: 10 * 60_000 };

/** A request to a route, validated by its entry. */
export interface Call<R extends AnyRoute> {
  params: ParamsOf<R>;
  query: z.output<R['query'] & z.ZodType>;
  body: z.output<R['body'] & z.ZodType>;
  /** The person who calls; throws UNAUTHENTICATED where the route lets in people without a profile. */
  readonly caller: Caller;
  /** Who the token names; throws UNAUTHENTICATED on routes for anyone. */
  readonly identity: VerifiedIdentity;
  /** Who acts, for the audit trail. */
  readonly actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The body of a write without one; `{}` is accepted, because some clients always send JSON. */
const noBody = z.strictObject({}).nullish();
const writeHeaders = z.looseObject({ [IDEMPOTENCY_HEADER]: z.string().optional() });

interface HandleOptions {
  /** The answer is the same for every request without a token, and cached. */
  public?: FastifyRequest['routeOptions']['config']['public'];
  /** The handler of a route that says `once` runs once per Idempotency-Key itself (idempotency.ts). */
  runsOnce?: boolean;
  examples?: Examples;
}

/** The answer of a route, or the reply with which its handler has sent it; nothing stands for an empty one. */
type Sent<R extends AnyRoute> = AnswerOf<R> | FastifyReply;
type Answer<R extends AnyRoute> =
  | Sent<R>
  | Promise<Sent<R>>
  | (Record<string, never> extends AnswerOf<R> ? Promise<void> : never);
type AnswerOf<R extends AnyRoute> = z.input<R['answer'] & z.ZodType>;

const entries = new Set(Object.values(routes).flatMap((table) => Object.values<AnyRoute>(table)));

/**
 * Registers the handler of a route. Throws for an entry that is in no table of the contract, and for one that says
 * `once` unless its handler runs once: see {@link handleWrite}.
 */
export function handle<R extends AnyRoute>(
  app: App,
  entry: R,
  handler: (call: Call<R>) => Answer<R>,
  { public: cached, runsOnce, examples = {} }: HandleOptions = {},
): void {
  if (!entries.has(entry))
    throw new Error(`${entry.method} ${entry.path} is in no table of contract/src/api/routes.ts`);
  if (entry.once && !runsOnce)
    throw new Error(`${entry.method} ${entry.path} would run twice under one Idempotency-Key`);
  const { limit = [], changes = 'nothing' } = app.rules.get(entry) ?? {};
  const parts = {
    params: entry.path.includes(':') ? entry.params : undefined,
    querystring: entry.query,
    headers: entry.once ? writeHeaders : undefined,
    body: entry.body ?? (entry.method === 'GET' ? undefined : noBody),
  };
  const options: RouteOptions = {
    method: entry.method,
    url: entry.path,
    bodyLimit: entry.largeBody ? LARGE_BODY_LIMIT : BODY_LIMIT,
    config: { ...(cached && { public: cached }) },
    schema: {
      ...Object.fromEntries(Object.entries(parts).filter(([, schema]) => schema)),
      response: { ...(entry.answer && { [entry.status ?? 200]: entry.answer }), '4xx': errorBody, '5xx': errorBody },
    },
    preHandler: [limit].flat().map((one) => limited(app, one)),
    ...(changes !== 'nothing' && { preSerialization: announceChanges(app.deps.changes, changes) }),
    ...(entry.upload && {
      preParsing: extendBodyDeadline,
      // Documented only; the files are streamed.
      validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : validatorCompiler(part as never)),
    }),
    handler: async (request, reply) => {
      if (entry.status) reply.status(entry.status);
      const answer = await handler(new ReceivedCall(request, reply) as Call<R>);
      // Awaiting a reply that was sent gives nothing.
      return answer === undefined && !reply.sent ? {} : answer;
    },
  };
  app.route(options);
  if (entry.byLink) app.route(routeByLink(app, entry, options, entry.byLink));
  app.handled.set(entry, examples);
}

/** The same route for the holder of the payer's link, which its body names. */
function routeByLink(app: App, entry: AnyRoute, options: RouteOptions, byLink: RouteByLink): RouteOptions {
  const { params: _, querystring: __, ...schema } = options.schema as Record<string, unknown>;
  const own = ownParams(entry);
  const open: preHandlerAsyncHookHandler = async (request) => {
    const sent = entry.upload ? await firstFields(request, ['token', ...own]) : request.body;
    const { token, phoneDigits, emailCode, ...rest } = parse(linkAccess, sent);
    const proof = { asked: byLink.proof, phoneDigits, emailCode, signedIn: request.caller };
    const { caller, reservationId } = await app.openPayerLink(token, proof);
    request.caller = caller;
    Object.assign(request, readByLink(entry, rest, reservationId));
  };
  return {
    ...options,
    method: 'POST',
    url: pathByLink(byLink),
    schema: { ...schema, ...(!entry.upload && { body: linkAccess }) },
    preHandler: [limited(app, payerLinkLimit), open, ...(options.preHandler as preHandlerAsyncHookHandler[])],
  };
}

/** What the body of a call by link says of the route that it stands for. */
function readByLink(entry: AnyRoute, rest: Record<string, unknown>, reservationId: string): LinkRequestInput {
  const own = ownParams(entry);
  const read = (names: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => names(name)));
  const others = read((name) => !own.includes(name));
  return {
    params: parse(entry.params, { ...read((name) => own.includes(name)), reservationId }),
    query: entry.query ? parse(entry.query, others) : {},
    body: entry.body && !entry.upload ? parse(entry.body, others) : undefined,
  };
}

/** The parameters of a path, but for the reservation, which the link names. */
export function ownParams(entry: AnyRoute): string[] {
  return Object.keys(entry.params.shape).filter((name) => name !== 'reservationId');
}

/** Throws as Fastify does for a body that its schema refuses. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = validatorCompiler({ schema, httpPart: 'body' } as never)(value) as {
    value?: unknown;
    error?: unknown;
  };
  if (result.error)
    throw Object.assign(new Error('invalid body'), { validation: result.error, validationContext: 'body' });
  return result.value as z.output<Schema>;
}

/**
 * Registers the handler of a write that runs in one transaction; where the entry says `once`, once per Idempotency-Key.
 */
export function handleWrite<R extends AnyRoute>(
  app: App,
  entry: R,
  write: (call: Call<R> & { trx: DatabaseTransaction }) => Answer<R>,
  options?: HandleOptions,
): void {
  const { db } = app.deps;
  const run = (call: Call<R>, trx: DatabaseTransaction) => write(Object.assign(call, { trx }));
  if (entry.byLink?.onRequest)
    app.requestable.set(entry.byLink.name, {
      read: (rest, reservationId) => readByLink(entry, rest, reservationId),
      write: async (call) => void (await write(call as unknown as Call<R> & { trx: DatabaseTransaction })),
    });
  handle(
    app,
    entry,
    (call) => {
      if (!entry.once) return inTransaction(db, async (trx) => run(call, trx)) as Answer<R>;
      const runOnce = async (trx: DatabaseTransaction) => ((await run(call, trx)) ?? {}) as object;
      return sendIdempotent(db, call.request, call.reply, entry.status ?? 200, runOnce);
    },
    { ...options, runsOnce: true },
  );
}

/** Makes the start fail where a route of the contract has no handler. */
export function requireHandlers(app: App): void {
  app.addHook('onReady', async () => {
    const missing = [...entries].filter((entry) => !app.handled.has(entry));
    const names = missing.map(({ method, path }) => `${method} ${API_BASE}${path.slice(1)}`);
    if (names.length > 0) throw new Error(`Routes of the contract without a handler: ${names.join(', ')}`);
  });
}

class ReceivedCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
    this.params = request.params;
    this.query = request.query;
    this.body = request.body;
  }

  get caller() {
    return callerOf(this.request);
  }

  get identity() {
    return identityOf(this.request);
  }

  get actor() {
    return actorOf(this.request);
  }
}
