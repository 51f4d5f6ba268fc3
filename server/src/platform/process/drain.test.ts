import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp } from '../../../test/app.ts';
import { Connections } from '../http/connections.ts';
import { Drain } from './drain.ts';

// More than the server accepts in one turn of the event loop.
const LARGE = 16_000_000;

let server: Server;
let drain: Drain;
let port: number;
let answerSlow: () => void;
beforeEach(async () => {
  const held = new Promise<void>((resolve) => (answerSlow = resolve));
  server = createServer(async ({ url }, response) => {
    if (url === '/slow') await held;
    response.end(url === '/large' ? Buffer.alloc(LARGE) : 'pronto');
  });
  drain = new Drain(server, new Connections(server));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

/** A connection with an unread response to `path`. */
async function answered(path: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const [, response] = await once(server, 'request');
  if (!response.writableEnded) await once(response, 'prefinish');
  return {
    socket,
    async read() {
      let length = 0;
      socket.on('data', (chunk) => (length += chunk.length));
      await once(socket, 'close');
      return length;
    },
  };
}

/** The response on a new connection. */
async function answerOf(path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  return text(socket);
}

describe('a server that stops', () => {
  it('finishes accepted requests, then refuses connections', async () => {
    const slow = get('/slow');
    await once(server, 'request');
    const finished = drain.finish(5_000);
    answerSlow();

    expect(await (await slow).text()).toBe('pronto');
    await finished;
    await expect(get('/')).rejects.toThrow();
  });

  it('answers connections that it has not accepted yet', async () => {
    const asked = Array.from({ length: 20 }, () => answerOf('/'));
    const finished = drain.finish(5_000);

    for (const response of await Promise.all(asked)) expect(response).toContain('pronto');
    await finished;
  });

  it('lets an answer be read to its end, which its own close() does not', async () => {
    const cut = await answered('/large');
    const whole = await answered('/large');
    const finished = drain.finish(5_000);
    expect(await whole.read()).toBeGreaterThan(LARGE);

    server.closeIdleConnections();
    expect(await cut.read()).toBeLessThan(LARGE);
    await finished;
  });

  it('closes idle connections at once', async () => {
    const idle = await answered('/');
    idle.socket.resume();
    const closed = once(idle.socket, 'close');
    await drain.finish(60_000);
    await closed;
  });

  it('cuts off a client that does not read', async () => {
    const stalled = await answered('/large');
    await drain.finish(400);
    expect(await stalled.read()).toBeLessThan(LARGE);
  });
});

it('before it stops, it is not ready but serves everybody, each connection once more', async () => {
  const { app, url, close } = await buildTestApp();
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`);
    return [status, headers.get('connection')];
  };
  await vi.waitFor(async () => expect(await ask('/readyz')).toEqual([200, 'keep-alive']));

  app.drain.announce();

  expect(await ask('/readyz')).toEqual([503, 'close']);
  expect(await ask('/healthz')).toEqual([200, 'close']);
  expect(await ask('/api/trips')).toEqual([200, 'close']);
  await close();
});
