import { randomUUIDv7 } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, ORIGIN } from './embedded-identity.ts';
import { call, createPerson, createTrip, type Person } from './factories.ts';

const AT_ONCE = 16;
const TEXTS = ['a\u0000b', '\ud800', '', 'x'.repeat(8_000)];
const DATES = [
  '0000-01-01',
  '9999-12-31',
  '0000-01',
  '9999-12',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
];
const NUMBERS = [-1, 0, 2 ** 31, 1e308, 0.5];
const OF_NO_TEXT: unknown[] = [2 ** 31, null, ['a\u0000b'], {}, { toString: 1 }];

interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  minItems?: number;
}
interface Operation {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
}
type Values = Record<string, unknown>;
interface Attempt {
  method: string;
  route: string;
  path: string;
  query: Values;
  headers: Values;
  body: unknown;
}

const WORDS: Values = { contact: '(35) 99999-0000', time: '05:30', date: '2031-05-01', month: '2031-05', q: 'ana' };

/** A value that the schema accepts, or nearly: `WORDS` holds values for our own rules. */
function sample(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] as Schema, name);
  if (schema.type === 'object') {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, sample(part, key)]));
  }
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 1 }, () => sample(schema.items ?? {}, name));
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'boolean') return true;
  if (schema.format === 'uuid') return randomUUIDv7();
  if (schema.format === 'email') return 'ana@exemplo.com.br';
  if (schema.format === 'date') return name === 'birthdate' ? '1990-05-17' : '2031-05-01';
  if (schema.format === 'date-time') return '2031-05-01T08:00:00.000Z';
  return name === 'cpf' ? generateCpf() : (WORDS[name] ?? 'texto');
}

/** Values on the edge of what a field of this type takes, and a few of other types. */
function hostileFor(schema: Schema): unknown[] {
  if (schema.anyOf) return [...new Set(schema.anyOf.flatMap(hostileFor))];
  if (schema.const !== undefined || schema.enum) return ['a\u0000b', ...OF_NO_TEXT];
  if (schema.type === 'integer' || schema.type === 'number') return [...NUMBERS, 'a\u0000b', '', null];
  if (schema.type === 'boolean') return ['a\u0000b', 2 ** 31, null];
  if (schema.type === 'object') return ['a\u0000b', null, [], {}];
  if (schema.type === 'array') return ['a\u0000b', null, [], {}, ['a\u0000b']];
  if (schema.type === 'null') return [];
  // All ids are read alike.
  if (schema.format === 'uuid') return ['a\u0000b', '', null];
  const isDate = schema.format?.startsWith('date') || (schema.pattern && !schema.format);
  if (schema.type === 'string') return [...TEXTS, ...(isDate ? DATES : []), ...OF_NO_TEXT];
  return [...TEXTS, ...DATES, ...NUMBERS, ...OF_NO_TEXT];
}

const MEGABYTE = 1_000_000;
const LONG_TEXTS = [15_000, MEGABYTE].flatMap((bytes) =>
  ['a', 'a ', 'á.'].map((unit) => unit.repeat(bytes / Buffer.byteLength(unit))),
);

/** Texts as long as the smallest bodies allow, the same of 1 MB, and lists of 10,000 items. */
function longFor(schema: Schema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(longFor);
  if (schema.type === 'array') return [Array.from({ length: 10_000 }, () => sample(schema.items ?? {}))];
  // Ids and dates are read by the library's own patterns, all alike.
  return schema.type === 'string' ? LONG_TEXTS.slice(0, schema.format ? 1 : undefined) : [];
}

/** Every variant of `value` with one bad value in one place. */
function* hostileVariants(value: unknown, schema: Schema, badFor = hostileFor): Generator<unknown> {
  yield* badFor(schema);
  const { items = {}, properties = {} } = schema.anyOf?.[0] ?? schema;
  if (Array.isArray(value)) for (const part of hostileVariants(value[0], items, badFor)) yield [part];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      for (const bad of hostileVariants(part, properties[key] ?? {}, badFor)) yield { ...value, [key]: bad };
    }
  }
}

function* attemptsOf(
  method: string,
  path: string,
  { parameters = [], requestBody }: Operation,
  ids: Values,
  badFor = hostileFor,
) {
  const bodySchema = requestBody?.content['application/json']?.schema;
  const given = (place: string) =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, sample(schema, name)]),
    );
  const good = {
    method: method.toUpperCase(),
    params: { ...given('path'), ...ids },
    query: {} as Values,
    headers: {} as Values,
    body: bodySchema && sample(bodySchema),
  };
  const build = ({ params, ...rest }: typeof good): Attempt => ({
    ...rest,
    route: `${method} ${path}`,
    path: path.replace(/\{(\w+)\}/g, (_, name) => encode((params as Values)[name])),
  });
  yield build(good);
  for (const { name, in: place, schema } of parameters) {
    for (const bad of badFor(schema)) {
      if (place === 'path') yield build({ ...good, params: { ...good.params, [name]: bad } });
      if (place === 'query') yield build({ ...good, query: { [name]: bad } });
      if (place === 'header') yield build({ ...good, headers: { [name]: bad } });
    }
  }
  if (bodySchema) for (const body of hostileVariants(good.body, bodySchema, badFor)) yield build({ ...good, body });
}

/** A part of a document with what its references name. */
function inline(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => inline(item, document));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part as Values;
  const named =
    $ref &&
    String($ref)
      .split('/')
      .slice(1)
      .reduce((place, name) => (place as Values)[name] as never, document);
  const inlined = Object.entries(rest).map(([key, value]) => [key, inline(value, document)]);
  return { ...(named ? (inline(named, document) as Values) : {}), ...Object.fromEntries(inlined) };
}

// Lone surrogates are invalid in URLs, but their bytes can be sent.
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text);
}

async function send(app: TestApp, { method, path, query, headers, body }: Attempt, token: string) {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
  const more = Object.entries(headers).map(([name, value]) => [name, encode(value)]);
  return call(app, method, `${path}?${search.join('&')}`, { token, body, headers: Object.fromEntries(more) }).catch(
    () => ({ status: 0, body: undefined }),
  );
}

/** How long a call keeps this process busy, client and server: the machine and other threads may be busy meanwhile. */
async function processorMs(ask: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40 && shortest > 100; round += 1) {
    const before = process.cpuUsage();
    await ask();
    const { user, system } = process.cpuUsage(before);
    shortest = Math.min(shortest, (user + system) / 1_000);
  }
  return shortest;
}

/** The request as far as a person wants to read it. */
const shapeOf = ({ body, query }: Attempt) =>
  JSON.stringify({ body, query }, (_, value) =>
    typeof value === 'string' && value.length > 100 ? `${value.slice(0, 5)}… ${value.length}` : value,
  ).slice(0, 300);

/** Sends all requests with bounded concurrency; returns responses with 5xx. */
async function failuresOf<Item>(items: Item[], ask: (item: Item) => Promise<number>): Promise<unknown[]> {
  const failures: unknown[] = [];
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) {
        const status = await ask(item);
        if (status >= 500) failures.push([status, JSON.stringify(item).slice(0, 400)]);
      }
    }),
  );
  return failures;
}

describe('whatever stands in a field of the API', () => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await buildTestApp();
    admin = await createPerson(app, 'ADMIN');
  });
  afterAll(() => app.close());

  /** Requests to all routes that are right but for one bad value each. */
  async function attemptsWith(badFor: (schema: Schema) => unknown[]): Promise<Attempt[]> {
    const trip = await createTrip(app);
    const client = await createPerson(app);
    const { body: reservation } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: client.token });
    const { body } = await call(app, 'GET', '/api/openapi.json');
    const document = inline(body, body) as { paths: Record<string, Record<string, Operation>> };
    return Object.entries(document.paths).flatMap(([path, operations]) => {
      const id = path.includes('/users') ? client.id : trip.id;
      const ids = { id, tripId: trip.id, reservationId: reservation.id, slug: trip.slug };
      return Object.entries(operations).flatMap(([method, operation]) => [
        ...attemptsOf(method, path, operation, ids, badFor),
      ]);
    });
  }

  it('is never an error of ours', async () => {
    const attempts = await attemptsWith(hostileFor);
    expect(await failuresOf(attempts, async (attempt) => (await send(app, attempt, admin.token)).status)).toEqual([]);
  });

  it('is answered within 100 ms, however long', { timeout: 240_000 }, async () => {
    const attempts = await attemptsWith(longFor);
    expect(attempts.length).toBeGreaterThan(1_000);
    const slow: unknown[] = [];
    // Where a megabyte is refused unread, one field stands for all: of addresses, or of a route's body.
    const refused = new Set<string>();
    for (const attempt of attempts) {
      const isLong = (part: unknown) => (JSON.stringify(part)?.length ?? 0) > MEGABYTE / 2;
      const place = isLong(attempt.body) ? attempt.route : 'address';
      if (isLong(attempt) && refused.has(place)) continue;
      const ms = await processorMs(async () => {
        const { status } = await send(app, attempt, admin.token);
        if (isLong(attempt) && [0, 413, 431].includes(status)) refused.add(place);
      });
      if (ms > 100) slow.push([Math.round(ms), attempt.method, attempt.path.slice(0, 100), shapeOf(attempt)]);
    }
    expect(slow).toEqual([]);
  });
});

describe('whatever stands in a question to the identity provider', () => {
  let app: EmbeddedIdentityApp;
  beforeAll(async () => {
    app = await buildEmbeddedIdentityApp({ rateLimits: true });
  });
  afterAll(() => app.close());

  const email = 'ana@exemplo.com.br';
  const password = 'uma senha comprida';
  const questions: Record<string, Values> = {
    'sign-up/email': { name: 'Ana Lima', email, password },
    'sign-up/email?short': { name: 'x', email, password },
    'sign-in/email': { email, password },
    'request-password-reset': { email },
    'reset-password': { token: 'abc', newPassword: password },
    'send-verification-email': { email },
    'change-password': { currentPassword: password, newPassword: `${password}!` },
    'change-email': { newEmail: email },
    'sign-out': {},
  };

  const ofTexts = (good: Values): Schema => ({
    type: 'object',
    properties: Object.fromEntries(Object.keys(good).map((key) => [key, { type: 'string' }])),
  });

  it('is never an error of ours', { timeout: 120_000 }, async () => {
    const { cookie } = await app.signUpAndIn();
    const asked = Object.entries(questions).flatMap(([path, good]) =>
      [...hostileVariants(good, ofTexts(good))].map((body) => ({ method: 'POST', path, body })),
    );
    const read = ['verify-email?token=', 'get-session?x=', 'token?x='].flatMap((path) =>
      hostileFor({ type: 'string' }).map((value) => ({ method: 'GET', path: path + encode(value), body: undefined })),
    );

    expect(
      await failuresOf([...asked, ...read], async ({ method, path, body }) => {
        await app.db.deleteFrom('rate_limits').execute();
        return (await call(app, method, `/identity/${path}`, { body, headers: { origin: ORIGIN, cookie } })).status;
      }),
    ).toEqual([]);
  });
});

describe('a form with files', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.close());

  it.each([
    ['without a boundary', 'multipart/form-data'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
    ['with an overlong boundary', `multipart/form-data; boundary=${'x'.repeat(5_000)}`],
    ['with a boundary of one character too many', `multipart/form-data; boundary="${'x'.repeat(71)}"`],
  ])('is refused %s', async (_, type) => {
    const { token } = await createPerson(app, 'ADMIN');
    const { id } = await createTrip(app);
    for (const [method, path] of [
      ['POST', `/api/trips/image/${id}`],
      ['PUT', '/api/settings/logo'],
    ] as const) {
      const response = await call(app, method, path, { token, body: '--x--', headers: { 'content-type': type } });
      expect(response).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
    }
  });
});
