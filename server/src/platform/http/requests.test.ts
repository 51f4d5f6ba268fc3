import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { countingWeb } from '../../../test/counting-web.ts';
import { call, createPerson, signUpData } from '../../../test/factories.ts';
import { open } from '../../../test/sockets.ts';

let app: TestApp;
let shortDeadline: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  const web = await countingWeb();
  shortDeadline = await buildTestApp({ deps: () => ({ web, bodyDeadlineMs: 400 }) });
});
afterAll(() => Promise.all([app.close(), shortDeadline.close()]));

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  fetch(`${app.url}/api/users/validate`, { method: 'POST', body, headers });

it.each(['/api/settings', '/', '/unknown', '/identity/jwks'])('two Host headers are refused: %s', async (path) => {
  const { host } = new URL(app.url);
  for (const hosts of [
    [host, 'evil.example'],
    [host, host],
    ['evil.example', host],
  ]) {
    const { socket, received } = open(app.url);
    socket.write(
      `GET ${path} HTTP/1.1\r\n${hosts.map((name) => `Host: ${name}\r\n`).join('')}Connection: close\r\n\r\n`,
    );
    expect((await received).split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
  }
});

describe('malformed requests', () => {
  it.each([
    [
      'a body of 2 MB',
      413,
      () => post(JSON.stringify({ name: 'x'.repeat(2_000_000) }), { 'content-type': 'application/json' }),
    ],
    ['broken JSON', 400, () => post('{"name":', { 'content-type': 'application/json' })],
    ['a poisoned prototype', 400, () => post('{"__proto__":{"role":"ADMIN"}}', { 'content-type': 'application/json' })],
    ['JSON that is no object', 400, () => post('[1,2]', { 'content-type': 'application/json' })],
    ['no body', 400, () => post('', { 'content-type': 'application/json' })],
    ['plain text', 415, () => post('oi', { 'content-type': 'text/plain' })],
    ['a form', 415, () => post('name=ana', { 'content-type': 'application/x-www-form-urlencoded' })],
    [
      'a compressed body',
      415,
      () => post(gzipSync('{}'), { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
    ],
    ['a Brotli body', 415, () => post('x', { 'content-type': 'application/json', 'content-encoding': 'br' })],
    ['a malformed address', 404, () => fetch(`${app.url}/api/trips/%E0%A4%A`)],
    ['an unknown address', 404, () => fetch(`${app.url}/api/nada`)],
    ['an unknown method', 404, () => fetch(`${app.url}/api/trips`, { method: 'DELETE' })],
    ['an unknown query field', 400, () => fetch(`${app.url}/api/trips?colour=blue`)],
    ['a query field of the wrong type', 400, () => fetch(`${app.url}/api/trips?isActive=maybe`)],
    ['a NUL byte in a query', 400, () => fetch(`${app.url}/api/trips?text=%00`)],
    ['a page number out of all reason', 400, () => fetch(`${app.url}/api/trips?page=1e309`)],
    ['an impossible month', 400, () => fetch(`${app.url}/api/trips?month=2026-13`)],
    ['an impossible date', 400, () => fetch(`${app.url}/api/trips?from=2026-02-30`)],
  ])('are refused with a sentence in Portuguese: %s', async (_, status, send) => {
    const response = await send();
    const body = (await response.json()) as { message: string };
    expect(response.status).toBe(status);
    expect(body).toMatchObject({ statusCode: status, code: expect.any(String), requestId: expect.any(String) });
    expect(body.message).toMatch(/[.!?"]$/);
    expect(body.message).not.toMatch(/invalid |expected|unsupported|body|required/i);
  });

  it.each([
    ['a call', 'POST /api/users/validate', '408'],
    ['a page that is cached', 'GET /portal/passeio', '200 OK'],
  ])('a request is cut off when its body comes too slowly: %s', async (_, head, status) => {
    await fetch(`${shortDeadline.url}/portal/passeio`);
    const { socket, received } = open(shortDeadline.url);
    socket.write(`${head} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`);
    const drip = setInterval(() => socket.write(' '), 50);
    expect(await received).toContain(status);
    clearInterval(drip);
  });
});

describe('a client that goes away while it sends', () => {
  it('is no failure of ours: the log neither warns nor calls the database away', async () => {
    const { hostname, port } = new URL(app.url);
    const before = app.log.length;
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /api/users/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const requests = () => app.log.slice(before);
    await vi.waitFor(() => expect(requests()).toMatchObject([{ msg: 'incoming request' }]));
    socket.destroy();

    await vi.waitFor(() => expect(requests().at(-1)).toMatchObject({ msg: 'the client disconnected' }));
    expect(requests().filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});

describe('a limit', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await buildTestApp({ config: { rateLimits: true } });
  });
  afterAll(() => limited.close());

  it('lets exactly its number of parallel attempts through, whatever X-Forwarded-For says', async () => {
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        call(limited, 'POST', '/api/users/validate', {
          body: signUpData(),
          headers: { 'x-forwarded-for': `10.0.0.${index}` },
        }),
      ),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(30);
    expect(refused[0]?.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts enrolments per person', async () => {
    const [busy, other] = [await createPerson(limited), await createPerson(limited)];
    const enrol = ({ token }: { token: string }) =>
      call(limited, 'POST', `/api/trips/enrrol/${crypto.randomUUID()}`, { token });
    const statuses = (await Promise.all(Array.from({ length: 40 }, () => enrol(busy)))).map(({ status }) => status);

    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await enrol(other)).status).toBe(404);
  });
});

describe('answers', () => {
  it('carry the security headers', async () => {
    const { headers } = await fetch(`${app.url}/api/trips`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('never put a CPF or a token into the log', async () => {
    const { token, cpf } = await createPerson(app, 'ADMIN');
    await call(app, 'GET', `/api/users?q=${cpf}`, { token });
    const client = await createPerson(app);
    expect((await call(app, 'GET', `/api/users?q=${cpf}`, { token: client.token })).status).toBe(403);
    expect(app.log.at(-2)).toMatchObject({ event: 'access refused', caller: client.id, route: '/api/users' });
    expect(app.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(app.log)).not.toContain(cpf);
    expect(JSON.stringify(app.log)).not.toContain(token);
  });

  it('say whether the process is alive and ready', async () => {
    expect((await call(app, 'GET', '/healthz')).status).toBe(200);
    expect((await call(app, 'GET', '/readyz')).status).toBe(200);
  });
});
