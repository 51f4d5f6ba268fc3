import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { type CountingWeb, countingWeb } from '../../../test/counting-web.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { type TcpProxy, tcpProxy } from '../../../test/processes/tcp-proxy.ts';
import { type ChangeNotifier, createChangeNotifier } from '../changes/change-notifier.ts';
import { createDatabase, createPool, type Database } from '../database/connect.ts';

const HEARTBEAT_MS = 200;

const isListening = ({ app }: TestApp) => vi.waitFor(() => expect(app.deps.changes.isListening).toBe(true));

async function view(app: TestApp, path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(app.url + path);
  return { status: response.status, html: await response.text() };
}

const placesShown = ({ html }: { html: string }) => /"placesLeft":(\d+)/.exec(html)?.[1];

describe('a page', () => {
  let app: TestApp;
  let web: CountingWeb;
  beforeAll(async () => {
    web = await countingWeb();
    app = await buildTestApp({ deps: () => ({ web }) });
    await isListening(app);
  });
  afterAll(() => app.close());

  /** A trip with a cached page, after the notification of its creation. */
  async function shownTrip() {
    const heard = new Set<string>();
    app.app.deps.changes.onChange((change) => heard.add(change));
    const trip = await createTrip(app, { capacity: 9 });
    await vi.waitFor(() => expect(heard).toContain(`trip:${trip.id}`));
    const path = `/portal/passeio/${trip.slug}`;
    await view(app, path);
    web.renderings();
    return { ...trip, path };
  }

  it('is rendered once for concurrent requests', async () => {
    const { id, path } = await shownTrip();
    app.app.deps.changes.announce(`trip:${id}`);
    await Promise.all(Array.from({ length: 30 }, () => view(app, path)));
    expect(web.renderings()).toEqual({ [path]: 1 });
  });

  it('is the same whatever else stands in its address', async () => {
    const { path } = await shownTrip();
    for (const query of ['?fbclid=1', '?fbclid=2', '?utm_source=instagram&q=mar', '?'])
      expect((await view(app, path + query)).status).toBe(200);
    expect(web.renderings()).toEqual({});
  });

  it('is another one for every parameter that it reads', async () => {
    await shownTrip();
    await view(app, '/portal/passeio?fbclid=1&q=mar');
    await view(app, '/portal/passeio?q=mar&fbclid=2');
    await view(app, '/portal/passeio?q=serra');
    expect(web.renderings()).toEqual({ '/portal/passeio?q=mar': 1, '/portal/passeio?q=serra': 1 });
  });

  it('that does not exist is rendered once for all addresses', async () => {
    await view(app, '/nada');
    web.renderings();
    for (const path of ['/nada2', '/portal/nada', '/nada?a=1']) expect((await view(app, path)).status).toBe(404);
    expect(web.renderings()).toEqual({});
  });

  it('of a trip that does not exist is rendered once for all such addresses', async () => {
    await view(app, '/portal/passeio/nao-ha');
    web.renderings();
    for (const slug of ['nao-ha-1', 'nao-ha-2']) {
      expect((await view(app, `/portal/passeio/${slug}`)).status).toBe(404);
    }
    expect(web.renderings()).toEqual({});
  });

  it('shows a taken place within a second, and other pages stay cached', async () => {
    const [taken, other] = [await shownTrip(), await shownTrip()];
    web.renderings();
    const { token } = await createPerson(app);
    const { status } = await call(app, 'POST', `/api/trips/enrrol/${taken.id}`, { token });
    expect(status).toBe(201);
    await vi.waitFor(async () => expect(placesShown(await view(app, taken.path))).toBe('8'));
    expect(placesShown(await view(app, other.path))).toBe('9');
    expect(web.renderings()).toEqual({ [taken.path]: 1 });
  });

  it('is not rendered for every place of a rush, and shows the last one in the end', async () => {
    const { id, path } = await shownTrip();
    web.renderings();
    for (let number = 0; number < 8; number += 1) {
      const { token } = await createPerson(app);
      await call(app, 'POST', `/api/trips/enrrol/${id}`, { token });
      await Promise.all([view(app, path), view(app, path)]);
    }
    await vi.waitFor(async () => expect(placesShown(await view(app, path))).toBe('1'));
    expect(web.renderings()[path]).toBeLessThan(8);
  });

  it('is left alone by a payment, and shows a place that was given back', async () => {
    const { id, path } = await shownTrip();
    const [person, staff] = [await createPerson(app), await createPerson(app, 'OPERATOR')];
    const { body } = await call(app, 'POST', `/api/trips/enrrol/${id}`, { token: person.token });
    await vi.waitFor(async () => expect(placesShown(await view(app, path))).toBe('8'));
    const reservation = `/api/reservations/${body.id}`;
    web.renderings();
    const payment = { kind: 'deposit', amountCents: 1_000, method: 'pix' };
    const paid = await call(app, 'POST', `${reservation}/payments`, { token: staff.token, body: payment });
    expect(paid.status).toBe(201);
    await view(app, path);
    expect(web.renderings()).toEqual({});
    await call(app, 'POST', `${reservation}/cancellation`, { token: staff.token, body: { reason: 'Desistiu' } });
    await vi.waitFor(async () => expect(placesShown(await view(app, path))).toBe('9'));
  });
});

describe('a page that fails', () => {
  it.each([
    ['by a fault of ours', new Error('a fault'), 500, 'Não foi possível abrir a página'],
    ['without the database', Object.assign(new Error('away'), { code: '57P01' }), 503, 'Muita gente está vendo'],
  ])('%s shows the code by which the log names it', async (_, fault, status, title) => {
    const web = await countingWeb();
    const handler = { ...web.handler, render: () => Promise.reject(fault) };
    const app = await buildTestApp({ deps: () => ({ web: { ...web, handler } }) });
    const { html, ...shown } = await view(app, '/portal/passeio');
    expect(shown.status).toBe(status);
    expect(html).toContain(title);
    const [, code] = /Código do erro: <code>([\w-]{36})<\/code>/.exec(html) ?? [];
    expect(app.log.filter(({ reqId }) => reqId === code).map(({ msg }) => msg)).toContain('incoming request');
    await app.close();
  });

  it('in part hands its code to its error page, and logs what failed under it', async () => {
    const web = await countingWeb();
    const handler: typeof web.handler = {
      ...web.handler,
      async render(_, { requestId, onError }) {
        onError(new Error('a component failed'));
        return new Response(`<html>${requestId}</html>`, { status: 500, headers: { 'content-type': 'text/html' } });
      },
    };
    const app = await buildTestApp({ deps: () => ({ web: { ...web, handler } }) });
    const { html } = await view(app, '/portal/passeio');
    const lines = app.log.filter(({ msg }) => msg === 'a page was not rendered as it should');
    expect(lines).toMatchObject([{ reqId: expect.stringMatching(/^[\w-]{36}$/) }]);
    expect(html).toContain(lines[0]?.reqId);
    await app.close();
  });
});

describe('while the database is unavailable', () => {
  let app: TestApp;
  let web: CountingWeb;
  let proxy: TcpProxy;
  let changes: ChangeNotifier;
  let db: Database;
  beforeAll(async () => {
    web = await countingWeb();
    app = await buildTestApp({
      deps: async ({ databaseUrl }) => {
        proxy = await tcpProxy(databaseUrl);
        const connection = { connectionString: proxy.url, onError: () => undefined };
        changes = createChangeNotifier({ ...connection, heartbeatMs: HEARTBEAT_MS });
        db = createDatabase(createPool({ ...connection, max: 4 }));
        return { web, changes, db };
      },
    });
  });
  beforeEach(() => isListening(app));
  afterAll(async () => {
    await app.app.close();
    await changes.stop();
    await db.destroy();
    await proxy.close();
    await app.close();
  });

  const markOf = async (path: string) => (await fetch(app.url + path)).headers.get('server-timing');

  it('cached pages are served, others and the API say 503', async () => {
    const { id, slug } = await createTrip(app, { capacity: 9 });
    const path = `/portal/passeio/${slug}`;
    expect(placesShown(await view(app, path))).toBe('9');
    proxy.breakOff();
    await vi.waitFor(async () => expect((await fetch(`${app.url}/readyz`)).status).toBe(503));
    expect(await view(app, path)).toMatchObject({ status: 200, html: expect.stringContaining(id) });
    // It may be old, and says so to the page's script.
    await vi.waitFor(async () => expect(await markOf(path)).toBe('old'));
    expect((await view(app, '/portal/passeio?q=never')).status).toBe(503);
    expect((await view(app, `/api/trips/${slug}`)).status).toBe(503);
    await app.db.updateTable('trips').set({ capacity: 12 }).where('id', '=', id).execute();
    proxy.recover();
    await vi.waitFor(async () => expect(placesShown(await view(app, path))).toBe('12'));
    expect(await markOf(path)).toBeNull();
  });

  it('a silent connection is noticed: the process is not ready and trusts no cache', async () => {
    const { id, slug } = await createTrip(app, { capacity: 9 });
    const path = `/portal/passeio/${slug}`;
    expect(placesShown(await view(app, path))).toBe('9');
    proxy.goSilent();
    await vi.waitFor(() => expect(changes.isListening).toBe(false));
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
    await app.db.updateTable('trips').set({ capacity: 12 }).where('id', '=', id).execute();
    proxy.recover();
    await vi.waitFor(async () => expect(placesShown(await view(app, path))).toBe('12'));
    await vi.waitFor(async () => expect((await fetch(`${app.url}/readyz`)).status).toBe(200));
  });
});
