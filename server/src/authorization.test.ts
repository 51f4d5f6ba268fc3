import { type Role, roles } from '@passeio/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../test/app.ts';
import { call, createPerson, signUpData } from '../test/factories.ts';
import { authorization } from './authorization.ts';
import { guardRoutes } from './platform/access.ts';

// Served by parts that the API's tests leave out; the browser tests see them.
const outsideTheApi = /^\w+ \/(identity|assets|\*)/;
const routes = Object.entries(authorization).filter(([route]) => !outsideTheApi.test(route));

let app: TestApp;
const tokens = new Map<Role | 'no profile', string>();
beforeAll(async () => {
  app = await buildTestApp();
  for (const role of roles) tokens.set(role, (await createPerson(app, role)).token);
  tokens.set('no profile', app.identity.issueToken(signUpData().email).token);
});
afterAll(() => app.close());

function request(route: string, token?: string) {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+/g, () => crypto.randomUUID()).replace('*', 'swagger-ui.css');
  return fetch(`${app.url}${path}`, { method, headers: token ? { authorization: `Bearer ${token}` } : {} });
}

describe.each(routes)('%s', (route, access) => {
  it('answers 401 to nobody in particular unless it is for anyone', async () => {
    const { status } = await request(route);
    if (access === 'anyone') expect([401, 403]).not.toContain(status);
    else expect(status).toBe(401);
  });

  it('answers 401 to a token that no one has issued, in the same way', async () => {
    const { status } = await request(route, 'no-such-token');
    if (access === 'anyone') expect([401, 403]).not.toContain(status);
    else expect(status).toBe(401);
  });

  it('sends who has no profile yet to complete it first, where a role is needed', async () => {
    const response = await request(route, tokens.get('no profile'));
    if (typeof access === 'string') expect([401, 403]).not.toContain(response.status);
    else expect(await response.json()).toMatchObject({ statusCode: 404, code: 'PROFILE_MISSING' });
  });

  it.each(roles)('lets %s in, or refuses with 403, as the table says', async (role) => {
    const { status } = await request(route, tokens.get(role));
    const isAllowed = typeof access === 'string' || access.includes(role);
    if (isAllowed) expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });
});

describe('the authorisation table', () => {
  it('makes the start fail for a route that it does not name', async () => {
    const { default: fastify } = await import('fastify');
    const server = fastify();
    guardRoutes(server, {}, { verify: async () => undefined, findCaller: async () => undefined });
    expect(() => server.get('/forgotten', () => 'x')).toThrow('No one has stated who may call GET /forgotten');
  });

  it('shuts out a disabled person and obeys a changed role at the very next request', async () => {
    const person = await createPerson(app, 'ADMIN');
    const users = () => call(app, 'GET', '/api/users', { token: person.token });
    expect((await users()).status).toBe(200);

    await app.db.updateTable('users').set({ role: 'CLIENT' }).where('id', '=', person.id).execute();
    expect((await users()).status).toBe(403);

    await app.db.updateTable('users').set({ role: 'ADMIN', is_disabled: true }).where('id', '=', person.id).execute();
    expect((await users()).status).toBe(401);
  });
});
