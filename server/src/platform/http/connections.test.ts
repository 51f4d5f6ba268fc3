import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { type CountingWeb, countingWeb } from '../../../test/counting-web.ts';
import { open } from '../../../test/sockets.ts';

const MEGABYTE = 1024 * 1024;

let app: TestApp;
let web: CountingWeb;
beforeAll(async () => {
  web = await countingWeb();
  app = await buildTestApp({ deps: () => ({ web }) });
  await vi.waitFor(() => expect(app.app.deps.changes.isListening).toBe(true));
});
afterAll(() => app.close());
beforeEach(() => void web.renderings());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const search = (number: number) => `/portal/passeio?q=${number}`;
const countOf = (requests: number) => Array.from({ length: requests }, (_, number) => number);

it('answers pipelined requests in order', async () => {
  const { socket, received } = open(app.url);
  socket.write(
    countOf(3)
      .map((number) => get(`/api/nada-${number}`))
      .join(''),
  );
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const responses = (await received).match(/HTTP\/1\.1 \d+/g);
  expect(responses).toEqual([...countOf(3).map(() => 'HTTP/1.1 404'), 'HTTP/1.1 200']);
});

it('serves others in time while clients send without waiting for answers, and forgets those clients', async () => {
  await fetch(`${app.url}/nada`);
  const before = process.memoryUsage.rss();
  const attackers = countOf(40).map(() => open(app.url));
  const flood = get('/nada').repeat(1_500);
  for (const { socket } of attackers) socket.pause().write(flood);
  let isOver = false;
  const over = Promise.all(attackers.map(({ socket, received }) => socket.resume() && received)).then(() => {
    isOver = true;
  });
  const durations: number[] = [];
  for (let asked = 0; asked < 200 || !isOver; asked += 1) {
    const since = performance.now();
    expect((await fetch(`${app.url}/api/settings`)).status).toBe(200);
    durations.push(performance.now() - since);
    await wait(1);
  }
  await over;
  expect(durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)]).toBeLessThan(1_000);
  await vi.waitFor(() => expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEGABYTE));
});

it('reads no further than the request that is one too many', async () => {
  let requests = 0;
  app.app.server.on('request', () => {
    requests += 1;
  });
  const { socket, received } = open(app.url);
  socket.pause().write(get('/nada').repeat(1_500));
  socket.resume();
  await received;
  expect(requests).toBeLessThan(10);
});

it('renders nothing for clients that have gone', async () => {
  const release = web.hold();
  const others = await openConnections();
  const clients = countOf(10).map(() => open(app.url));
  for (const [client, { socket }] of clients.entries()) {
    socket.write(
      countOf(4)
        .map((number) => get(search(4 * client + number)))
        .join(''),
    );
  }
  // The number of concurrent renderings.
  let begun = 0;
  await vi.waitFor(() => {
    begun += Object.keys(web.renderings()).length;
    expect(begun).toBe(2);
  });
  for (const { socket } of clients) socket.destroy();
  await Promise.all(clients.map(({ received }) => received));
  await vi.waitFor(async () => expect(await openConnections()).toBe(others));
  release();
  await fetch(app.url + search(100));
  expect(web.renderings()).toEqual({ [search(100)]: 1 });
});

it('renders a few concurrently, queues some, and answers the others 503', async () => {
  const release = web.hold();
  const refused: Response[] = [];
  const responses = countOf(60).map(async (number) => {
    const response = await fetch(app.url + search(200 + number));
    if (!response.ok) refused.push(response);
    return response.status;
  });
  await vi.waitFor(() => expect(refused).toHaveLength(18));
  expect(refused[0]?.status).toBe(503);
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(await refused[0]?.text()).toContain('Muita gente está vendo os passeios agora');
  release();
  expect((await Promise.all(responses)).filter((status) => status === 200)).toHaveLength(42);
});

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    app.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
