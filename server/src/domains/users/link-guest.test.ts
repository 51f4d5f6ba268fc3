import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, signUpData } from '../../../test/factories.ts';

let app: TestApp;
let operatorToken: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token: operatorToken } = await createPerson(app, 'OPERATOR'));
});
afterAll(() => app.close());

/** A guest with a reservation, and the data of their sign-up. */
async function guestWithReservation(known: { cpf?: string | null; email?: string | null } = {}) {
  const data = signUpData();
  const trip = await createTrip(app);
  const { cpf, email } = { cpf: data.cpf, email: data.email, ...known };
  const { status, body } = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
    token: operatorToken,
    body: { person: { name: 'Como Ouvimos', contact: '35999990000', cpf, email } },
  });
  expect(status).toBe(201);
  return { data, personId: body.payer.id as string, code: body.code as string };
}

const validate = async (data: object) => (await call(app, 'POST', '/api/users/validate', { body: data })).body;
const signUp = (data: { email: string }, emailConfirmed = true) => {
  const { token } = app.identity.issueToken(data.email, { emailConfirmed });
  return { token, response: call(app, 'POST', '/api/users', { token, body: data }) };
};

describe('signing up as a guest whom staff created', () => {
  it('with the same CPF and the same confirmed e-mail finds the reservations, with the data of the form', async () => {
    const { data, personId, code } = await guestWithReservation();
    expect(await validate(data)).toBe(true);

    const { token, response } = signUp(data);

    expect(await response).toMatchObject({
      status: 201,
      body: { id: personId, name: data.name, rg: data.rg, role: 'CLIENT', email: data.email },
    });
    const mine = await call(app, 'GET', '/api/reservations/me', { token });
    expect(mine.body.data.map((one: { code: string }) => one.code)).toEqual([code]);
    expect(await validate(data)).toBe(false);
  });

  it('is refused until the e-mail is confirmed, and says so', async () => {
    const { data } = await guestWithReservation();
    expect(await signUp(data, false).response).toMatchObject({
      status: 409,
      body: { code: 'PERSON_KNOWN', fields: { email: expect.stringContaining('Confirme o seu e-mail') } },
    });
    expect((await signUp(data).response).status).toBe(201);
  });

  it.each([
    ['the CPF is another', (data: { email: string }) => ({ ...signUpData(), email: data.email })],
    ['the e-mail is another', (data: { cpf: string }) => signUpData({ cpf: data.cpf })],
  ])('is refused as ever where %s', async (_, change) => {
    const { data } = await guestWithReservation();
    const claim = change(data);
    expect(await validate(claim)).toBe(false);
    const { body, status } = await signUp(claim).response;
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'PERSON_KNOWN' } });
    expect(body.fields).toBeUndefined();
  });

  it.each(['cpf', 'email'])('is refused where staff did not know the %s', async (unknown) => {
    const { data } = await guestWithReservation({ [unknown]: null });
    expect(await validate(data)).toBe(false);
    expect((await signUp(data).response).status).toBe(409);
  });

  it('does not take over one person with the CPF of another', async () => {
    const [one, other] = [await guestWithReservation(), await guestWithReservation()];
    const claim = { ...one.data, cpf: other.data.cpf };
    expect(await validate(claim)).toBe(false);
    expect((await signUp(claim).response).status).toBe(409);
  });

  it('never links an account', async () => {
    const { data } = await guestWithReservation();
    expect((await signUp(data).response).status).toBe(201);
    expect(await signUp(data).response).toMatchObject({ status: 409, body: { code: 'PERSON_KNOWN' } });
  });

  it('applies the role stored for the identity', async () => {
    const { data, personId } = await guestWithReservation();
    const { token, identity } = app.identity.issueToken(data.email);
    const { issuer, subject } = identity;
    await app.db.insertInto('role_grants').values({ issuer, subject, role: 'OPERATOR' }).execute();
    const { body } = await call(app, 'POST', '/api/users', { token, body: data });
    expect(body).toMatchObject({ id: personId, role: 'OPERATOR' });
  });
});

it('a new e-mail at the provider that staff has recorded for another guest locks nobody out', async () => {
  const { data } = await guestWithReservation();
  const person = await createPerson(app);
  const row = await app.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
  const { token, identity } = app.identity.issueToken(data.email);
  await app.db
    .updateTable('users')
    .set({ issuer: identity.issuer, subject: identity.subject })
    .where('id', '=', person.id)
    .execute();
  const { status, body } = await call(app, 'GET', '/api/users/me', { token });
  expect({ status, email: body.email }).toEqual({ status: 200, email: row.email });
});
