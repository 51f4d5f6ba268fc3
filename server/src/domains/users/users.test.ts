import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, signUpData } from '../../../test/factories.ts';

const vectors = JSON.parse(
  await readFile(join(import.meta.dirname, '../../../test/brazil-vectors.json'), 'utf8'),
) as Record<'cpf_valid' | 'cpf_invalid', string[]>;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const signUp = (data: Record<string, unknown>) => {
  const { token } = app.identity.issueToken(String(data.email));
  return call(app, 'POST', '/api/users', { token, body: data });
};

describe('signing up', () => {
  it('writes the profile as a CLIENT, with digits and E.164 however they were typed', async () => {
    const data = signUpData({ cpf: '529.982.247-25', contact: '(35) 98888-1234', email: 'Ana.Lima@Exemplo.com.br' });

    const { status, body } = await signUp({ ...data, email: 'Ana.Lima@Exemplo.com.br' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      role: 'CLIENT',
      cpf: '52998224725',
      contact: '+5535988881234',
      email: 'ana.lima@exemplo.com.br',
      birthdate: data.birthdate,
    });
  });

  it('answers the profile under users/me, and 404 PROFILE_MISSING before it exists', async () => {
    const data = signUpData();
    const { token } = app.identity.issueToken(data.email);
    expect(await call(app, 'GET', '/api/users/me', { token })).toMatchObject({
      status: 404,
      body: { code: 'PROFILE_MISSING' },
    });
    const { body: created } = await call(app, 'POST', '/api/users', { token, body: data });

    expect((await call(app, 'GET', '/api/users/me', { token })).body).toEqual(created);
    expect(await call(app, 'POST', '/api/users', { token, body: data })).toMatchObject({
      status: 409,
      body: { code: 'PROFILE_EXISTS' },
    });
  });

  it("refuses a CPF or an e-mail that someone has, and an e-mail that is not the caller's", async () => {
    const first = signUpData();
    await signUp(first);

    expect(await signUp(signUpData({ cpf: first.cpf }))).toMatchObject({ status: 409, body: { code: 'PERSON_KNOWN' } });
    const { token } = app.identity.issueToken('outra@exemplo.com.br');
    expect(await call(app, 'POST', '/api/users', { token, body: signUpData() })).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_DIFFERS' },
    });
  });

  it.each(vectors.cpf_valid)('takes the CPF %s', async (cpf) => {
    expect((await call(app, 'POST', '/api/users/validate', { body: signUpData({ cpf }) })).status).toBe(200);
  });

  it.each([...vectors.cpf_invalid, '123', '', '123.456.789-0a'])(
    'refuses the CPF "%s" beside its field',
    async (cpf) => {
      const { status, body } = await signUp(signUpData({ cpf }));
      expect(status).toBe(400);
      expect(body.fields.cpf).toMatch(/CPF/);
    },
  );

  it.each([
    ['a birth date that does not exist', { birthdate: '2001-02-29' }],
    ['a birth date to come', { birthdate: '2999-01-01' }],
    ['a birth date with a time', { birthdate: '1990-05-17T00:00:00Z' }],
    ['a name of two letters', { name: 'An' }],
    ['a NUL byte', { name: 'Ana\u0000 Lima' }],
    ['a line break in the name', { name: 'Ana\nLima Souza' }],
    ['a wrong type', { name: 42 }],
    ['an array', { rg: ['1'] }],
    ['a telephone without area code', { contact: '99999-0000' }],
    ['an e-mail that is none', { email: 'ana@' }],
    ['something very long', { emitter: 'x'.repeat(5_000) }],
    ['a role', { role: 'ADMIN' }],
    ['an unknown field', { nickname: 'Aninha' }],
    ['nothing where something must be', { rg: undefined }],
  ])('refuses %s with a sentence in Portuguese', async (_, wrong) => {
    const { token } = app.identity.issueToken('ana@exemplo.com.br');
    const { status, body } = await call(app, 'POST', '/api/users', { token, body: signUpData(wrong) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ statusCode: 400, code: 'INVALID_INPUT', requestId: expect.any(String) });
    expect(body.message).toMatch(/[a-zç]{3,}/);
    expect(body.message).not.toMatch(/invalid|expected|required|string/i);
  });
});

describe('the check before signing up', () => {
  it('answers true for a new person, false for a known CPF or e-mail', async () => {
    const known = signUpData();
    const validate = async (data: object) => (await call(app, 'POST', '/api/users/validate', { body: data })).body;
    expect(await validate(known)).toBe(true);
    await signUp(known);

    expect(await validate(known)).toBe(false);
    expect(await validate(signUpData({ cpf: known.cpf }))).toBe(false);
    expect(await validate(signUpData({ email: known.email.toUpperCase() }))).toBe(false);
  });
});

describe('the own profile', () => {
  it.each(['PUT', 'POST'])('is changed by %s users/me, and only what is named', async (method) => {
    const { token } = await createPerson(app);
    const { body: before } = await call(app, 'GET', '/api/users/me', { token });

    const { status, body } = await call(app, method, '/api/users/me', { token, body: { contact: '35 3212-0000' } });

    expect(status).toBe(200);
    expect(body).toEqual({ ...before, contact: '+553532120000' });
  });

  it.each([{ role: 'ADMIN' }, { id: crypto.randomUUID() }, { is_disabled: false }, {}])('refuses %j', async (body) => {
    const { token } = await createPerson(app);
    expect((await call(app, 'PUT', '/api/users/me', { token, body })).status).toBe(400);
  });

  it('refuses the CPF of another person', async () => {
    const [person, other] = [await createPerson(app), await createPerson(app)];
    const response = await call(app, 'PUT', '/api/users/me', { token: person.token, body: { cpf: other.cpf } });
    expect(response).toMatchObject({ status: 409, body: { code: 'PERSON_KNOWN' } });
  });
});

describe('the list of people', () => {
  it('finds by part of the name without accents, by e-mail and by masked CPF, and filters by role', async () => {
    const admin = await createPerson(app, 'ADMIN');
    const person = await createPerson(app);
    await app.db.updateTable('users').set({ name: 'Zélia Conceição' }).where('id', '=', person.id).execute();
    const find = async (query: string) => {
      const { body } = await call(app, 'GET', `/api/users?${query}`, { token: admin.token });
      return body.data.map((user: { id: string }) => user.id);
    };
    const masked = person.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');

    expect(await find('q=zelia%20conceicao')).toEqual([person.id]);
    expect(await find(`q=${encodeURIComponent(masked)}`)).toEqual([person.id]);
    expect(await find(`q=${encodeURIComponent(person.email)}`)).toEqual([person.id]);
    expect(await find('q=%25')).toEqual([]);
    expect(await find('role=ADMIN')).toContain(admin.id);
    expect(await find('role=ADMIN')).not.toContain(person.id);
  });
});
