import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await vi.waitFor(() => expect(app.app.deps.changes.isListening).toBe(true));
});
afterAll(() => app.close());

/** A plain HTTP request, without decompression or redirects. */
async function get(path: string, headers: Record<string, string> = {}, base = app.url) {
  const asked = request(`${base}${path}`, { headers }).end();
  const [response] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode: status, headers: got } = response as { statusCode: number; headers: IncomingHttpHeaders };
  return { status, headers: got, body: Buffer.concat(chunks) };
}

function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

const listedPlaces = async (id: string, base = app.url) => {
  const { body } = await get('/api/trips?isActive=true', {}, base);
  const { data } = JSON.parse(body.toString()) as { data: { id: string; placesLeft: number }[] };
  return data.find((trip) => trip.id === id)?.placesLeft;
};

describe('an answer that is the same for everybody', () => {
  it('is cached with an entity tag, and revalidated with 304', async () => {
    await createTrip(app);
    // Until the notification of the trip's creation arrives, responses are not cached.
    await vi.waitFor(async () => {
      const cached = await get('/api/trips');
      expect(cached.headers.etag).toMatch(/^"[\w-]+-identity"$/);
      const again = await get('/api/trips', { 'if-none-match': cached.headers.etag as string });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(again.headers['x-content-type-options']).toBe('nosniff');
    });
  });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
  ])('is the same in the encoding %s, for "%s"', async (encoding, accepted, decode) => {
    await get('/api/trips');
    const { headers, body } = await get('/api/trips', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(decode(body)).toEqual((await get('/api/trips')).body);
  });

  it('takes no more memory than it is long, however many are asked for', async () => {
    const collectGarbage = exposeGarbageCollector();
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    for (let number = 0; number < 400; number += 1) {
      expect((await get(`/api/trips?text=nada${number}`)).body.length).toBeLessThan(500);
    }
    // Buffers are freed some time after collection.
    await vi.waitFor(() => {
      collectGarbage();
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
    });
  });

  it('is new at the very next request after a write, here', async () => {
    const { id } = await createTrip(app, { capacity: 5 });
    app.app.deps.changes.announce('everything');
    for (const left of [4, 3, 2, 1, 0]) {
      await listedPlaces(id);
      const { token } = await createPerson(app);
      await call(app, 'POST', `/api/trips/enrrol/${id}`, { token });
      expect(await listedPlaces(id)).toBe(left);
    }
  });

  it('never stores a response to a signed-in request, nor serves it one', async () => {
    const { id } = await createTrip(app, { is_active: false });
    const { token } = await createPerson(app, 'OPERATOR');
    const asStaff = () => get(`/api/trips/${id}`, { authorization: `Bearer ${token}` });
    expect((await asStaff()).status).toBe(200);
    expect((await get(`/api/trips/${id}`)).status).toBe(404);
    expect((await asStaff()).status).toBe(200);
  });

  it('goes when a trip departs, without anybody doing anything', async () => {
    await createTrip(app, { departs_at: new Date(Date.now() + 1_000), returns_at: new Date(Date.now() + 9e6) });
    app.app.deps.changes.announce('everything');
    const upcoming = async () => {
      const { body } = await get('/api/trips?isActive=true&upcoming=true');
      return JSON.parse(body.toString()).page.total as number;
    };
    const before = await upcoming();
    await vi.waitFor(async () => expect(await upcoming()).toBe(before - 1));
  });
});

describe('several processes on one database', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startAnotherProcess(app);
  });
  afterAll(() => other.close());

  it('notify each other of places that are taken', async () => {
    const { id } = await createTrip(app, { capacity: 5 });
    await vi.waitFor(async () => expect(await listedPlaces(id, other.url)).toBe(5));
    const { token } = await createPerson(app);
    await call(app, 'POST', `/api/trips/enrrol/${id}`, { token });
    await vi.waitFor(async () => expect(await listedPlaces(id, other.url)).toBe(4));
  });

  it('hear of changes made in the database itself', async () => {
    const { id } = await createTrip(app);
    await vi.waitFor(async () => expect(await listedPlaces(id, other.url)).toBe(20));
    await app.db.updateTable('trips').set({ capacity: 21 }).where('id', '=', id).execute();
    await vi.waitFor(async () => expect(await listedPlaces(id, other.url)).toBe(21));
  });

  it('cache nothing without notifications, and start empty when they are back', async () => {
    await get('/api/trips', {}, other.url);
    await endListeners();
    const { id } = await createTrip(app);
    await vi.waitFor(async () => expect(await listedPlaces(id, other.url)).toBe(20));
    expect((await get('/api/trips', {}, other.url)).status).toBe(200);
  });
});

/** Terminates the LISTEN connections, as a database restart does. */
async function endListeners(): Promise<void> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query like 'listen %' or query like 'select pg_notify%')`.execute(app.db);
  expect(rows.length).toBeGreaterThan(0);
}
