import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, type Person } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const change = (body: object, { token } = admin) => call(app, 'PUT', '/api/users', { token, body });
const read = async (id: string) => (await call(app, 'GET', `/api/users/${id}`, { token: admin.token })).body;
const history = async (id: string) =>
  (await call(app, 'GET', `/api/users/${id}/history`, { token: admin.token })).body.data.filter(
    ({ action }: { action: string }) => action !== 'person.opened',
  );

describe("correcting a person's data", () => {
  it('changes only the given fields, audited with masked documents', async () => {
    const person = await createPerson(app);
    const before = await read(person.id);

    const { status, body } = await change({ id: person.id, rg: 'MG-99.888.777', contact: '(35) 3212-0000' });

    expect(status).toBe(200);
    const masked = { ...before.masked, rg: '•••777' };
    expect(body).toEqual({ ...before, masked, contact: '+553532120000', version: before.version + 1 });
    expect(await read(person.id)).toEqual(body);
    expect(await history(person.id)).toEqual([
      expect.objectContaining({
        action: 'person.changed',
        actor: expect.objectContaining({ id: admin.id, role: 'ADMIN' }),
        changes: { rg: [expect.stringMatching(/^•••/), '•••777'], contact: ['+5535999990000', '+553532120000'] },
      }),
    ]);
  });

  it('leaves no entry where nothing changes', async () => {
    const person = await createPerson(app);
    const { name, version } = await read(person.id);
    expect((await change({ id: person.id, name, role: 'CLIENT', isDisabled: false })).body.version).toBe(version);
    expect(await history(person.id)).toEqual([]);
  });

  it('refuses the CPF of somebody else, at its field', async () => {
    const [person, other] = [await createPerson(app), await createPerson(app)];
    const response = await change({ id: person.id, cpf: other.cpf });
    expect(response).toMatchObject({ status: 409, body: { code: 'PERSON_KNOWN', fields: { cpf: /.+/ } } });
  });

  it('leaves the own e-mail to the page that asks for the password; without an account it is free', async () => {
    expect(await change({ id: admin.id, email: 'outro@exemplo.com.br' })).toMatchObject({
      status: 409,
      body: { code: 'OWN_EMAIL', fields: { email: expect.stringContaining('Minha conta') } },
    });
    const { id } = await createGuestPerson(app, { name: 'Iara Escrita' });
    expect((await change({ id, email: 'Iara@Exemplo.com.br' })).body.email).toBe('iara@exemplo.com.br');
    const other = await createGuestPerson(app, { name: 'Iara Segunda' });
    expect(await change({ id: other.id, email: 'iara@exemplo.com.br' })).toMatchObject({
      status: 409,
      body: { code: 'PERSON_KNOWN', fields: { email: /.+/ } },
    });
  });

  it('takes data away from those without an account only', async () => {
    const { id } = await createGuestPerson(app, { name: 'Otávio Escrito' });
    await change({ id, rg: 'MG-1.234.567', birthdate: '1980-02-29' });
    expect((await change({ id, rg: null })).body).toMatchObject({ rg: null, birthdate: '1980-02-29' });
    const person = await createPerson(app);
    expect(await change({ id: person.id, cpf: null })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { cpf: expect.stringContaining('conta') } },
    });
  });

  it.each([
    {},
    { name: 'An' },
    { cpf: '123' },
    { role: 'OWNER' },
    { isDisabled: 'no' },
    { version: 0, name: 'Ana Lima' },
    { createdAt: '2020-01-01T00:00:00Z' },
    { issuer: 'x', subject: 'y' },
    { is_disabled: true },
    { hasAccount: true },
    { password: 'segredo' },
  ])('refuses %j', async (body) => {
    const { id } = await createPerson(app);
    expect((await change({ id, ...body })).status).toBe(400);
  });

  it('answers 404 for an unknown person', async () => {
    expect(await change({ id: crypto.randomUUID(), name: 'Ana Lima' })).toMatchObject({
      status: 404,
      body: { code: 'PERSON_NOT_FOUND' },
    });
  });
});

describe('two people who edit the same person', () => {
  it('the second edit is refused and nothing is lost', async () => {
    const person = await createPerson(app);
    const { version } = await read(person.id);
    expect((await change({ id: person.id, version, name: 'Primeira Versão' })).status).toBe(200);

    const second = await change({ id: person.id, version, contact: '(35) 3212-0000' });

    expect(second).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    expect(await read(person.id)).toMatchObject({ name: 'Primeira Versão', contact: '+5535999990000' });
    expect((await change({ id: person.id, version: version + 1, contact: '(35) 3212-0000' })).status).toBe(200);
  });

  it('the second edit is refused also when the person themself was the first', async () => {
    const person = await createPerson(app);
    const { version } = await read(person.id);
    await call(app, 'PUT', '/api/users/me', { token: person.token, body: { name: 'Nome Meu Mesmo' } });
    expect((await change({ id: person.id, version, name: 'Nome Da Casa' })).status).toBe(409);
  });

  it('at the same moment: exactly one of ten wins', async () => {
    const person = await createPerson(app);
    const { version } = await read(person.id);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => change({ id: person.id, version, name: `Versão ${'ABCDEFGHIJ'[n]}a` })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect(await history(person.id)).toHaveLength(1);
  });
});

describe('role and access', () => {
  it('counts at the next request and signs the person out', async () => {
    const person = await createPerson(app);
    const me = (token: string) => call(app, 'GET', '/api/users', { token });

    expect((await change({ id: person.id, role: 'ADMIN' })).body.role).toBe('ADMIN');

    expect((await me(person.token)).status).toBe(401);
    expect((await me(app.identity.signInAgain(person.token))).status).toBe(200);
    expect((await history(person.id))[0]).toMatchObject({
      action: 'person.role_changed',
      changes: { role: ['CLIENT', 'ADMIN'] },
    });
  });

  it('blocks a signed-in person, says so at the next sign-in, and unblocks them', async () => {
    const person = await createPerson(app);
    const me = (token: string) => call(app, 'GET', '/api/users/me', { token });

    expect((await change({ id: person.id, isDisabled: true })).body.isDisabled).toBe(true);

    expect(await me(person.token)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    const back = app.identity.signInAgain(person.token);
    expect(await me(back)).toMatchObject({
      status: 401,
      body: { code: 'ACCESS_BLOCKED', message: expect.stringContaining('bloqueado') },
    });
    expect((await call(app, 'GET', '/api/trips', { token: back })).status).toBe(200);
    await change({ id: person.id, isDisabled: false });
    expect((await me(back)).status).toBe(200);
    expect((await history(person.id)).map(({ action }: { action: string }) => action)).toEqual([
      'person.enabled',
      'person.disabled',
    ]);
  });

  it('enforces access by the database where the provider cannot end sessions', async () => {
    const lasting = await buildTestApp({
      deps: ({ identity }) => ({ identity: { ...identity, endSessionsOf: async () => undefined } }),
    });
    const [chief, person] = [await createPerson(lasting, 'ADMIN'), await createPerson(lasting)];
    const put = (body: object) => call(lasting, 'PUT', '/api/users', { token: chief.token, body });
    const people = async () => (await call(lasting, 'GET', '/api/users', { token: person.token })).status;
    expect(await people()).toBe(403);
    await put({ id: person.id, role: 'ADMIN' });
    expect(await people()).toBe(200);
    await put({ id: person.id, role: 'CLIENT' });
    expect(await people()).toBe(403);
    await put({ id: person.id, isDisabled: true });
    expect(await people()).toBe(401);
    await lasting.close();
  });

  it('changes nothing when the sessions cannot be ended', async () => {
    const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    const broken = await buildTestApp({
      deps: ({ identity }) => ({ identity: { ...identity, endSessionsOf: away } }),
    });
    const [chief, person] = [await createPerson(broken, 'ADMIN'), await createPerson(broken)];
    const body = { id: person.id, role: 'OPERATOR' };
    expect((await call(broken, 'PUT', '/api/users', { token: chief.token, body })).status).toBe(503);
    expect((await call(broken, 'GET', '/api/users/me', { token: person.token })).body.role).toBe('CLIENT');
    expect((await call(broken, 'GET', '/api/audit', { token: chief.token })).body.data).toEqual([]);
    await broken.close();
  });

  it.each([{ role: 'CLIENT' }, { isDisabled: true }])('is nothing to change of oneself: %j', async (own) => {
    expect(await change({ id: admin.id, ...own })).toMatchObject({
      status: 409,
      body: { code: 'OWN_ACCESS', message: expect.stringContaining('outro administrador') },
    });
    expect((await change({ id: admin.id, role: 'ADMIN', isDisabled: false, emitter: 'SSP/SP' })).status).toBe(200);
  });

  it.each([{ role: 'OPERATOR' }, { isDisabled: true }])('is nothing without an account: %j', async (access) => {
    const { id } = await createGuestPerson(app, { name: 'Vera Escrita' });
    expect(await change({ id, ...access })).toMatchObject({ status: 409, body: { code: 'ACCOUNT_MISSING' } });
  });

  it('is logged with caller, action and address, without documents', async () => {
    const person = await createPerson(app);
    await change({ id: person.id, role: 'OPERATOR', isDisabled: true, name: 'Nome Que Não Se Loga' });
    expect(app.log.slice(-4)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          event: 'role changed',
          caller: admin.id,
          person: person.id,
          from: 'CLIENT',
          to: 'OPERATOR',
          address: '127.0.0.1',
        }),
        expect.objectContaining({ event: 'person disabled', caller: admin.id, person: person.id }),
      ]),
    );
    for (const secret of [person.cpf, person.token, 'Nome Que']) expect(JSON.stringify(app.log)).not.toContain(secret);
  });
});

describe('the own data', () => {
  it('leave an entry by the person themself when they change', async () => {
    const person = await createPerson(app);
    await call(app, 'PUT', '/api/users/me', { token: person.token, body: { emitter: 'DETRAN/MG' } });
    await call(app, 'PUT', '/api/users/me', { token: person.token, body: { emitter: 'DETRAN/MG' } });
    expect(await history(person.id)).toEqual([
      expect.objectContaining({
        action: 'person.changed',
        actor: expect.objectContaining({ id: person.id, role: 'CLIENT' }),
        changes: { emitter: ['SSP/MG', 'DETRAN/MG'] },
      }),
    ]);
  });
});

describe('the last administrator', () => {
  /** The only two administrators demote each other concurrently. */
  async function race(two: TestApp) {
    const [helena, rafael] = [await createPerson(two, 'ADMIN'), await createPerson(two, 'ADMIN')];
    const demote = (whom: Person, by: Person) =>
      call(two, 'PUT', '/api/users', { token: by.token, body: { id: whom.id, role: 'CLIENT' } });
    const responses = await inTransaction(two.db, async (trx) => {
      // Both pass the access check, then wait for the rows locked here.
      await trx.selectFrom('users').select('id').where('id', 'in', [helena.id, rafael.id]).forUpdate().execute();
      const both = [demote(rafael, helena), demote(helena, rafael)];
      await vi.waitFor(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::integer as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(two.db);
        expect(rows[0]?.waiting).toBe(2);
      });
      return both;
    }).then((both) => Promise.all(both));
    const { left } = await two.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<string>().as('left'))
      .where('role', '=', 'ADMIN')
      .executeTakeFirstOrThrow();
    return { left: Number(left), codes: responses.map(({ status, body }) => body.code ?? status) };
  }

  it('stays when two take the role from each other: exactly one of them succeeds', async () => {
    const two = await buildTestApp();
    const { left, codes } = await race(two);
    expect(left).toBe(1);
    expect(codes).toHaveLength(2);
    expect(codes).toEqual(expect.arrayContaining([200, 'LAST_ADMINISTRATOR']));
    await two.close();
  });

  it('would be lost in that race without the rule in the database, which shows that it is one', async () => {
    const two = await buildTestApp();
    await sql`drop trigger users_last_administrator on users`.execute(two.db);
    expect(await race(two)).toEqual({ left: 0, codes: [200, 200] });
    await two.close();
  });
});
