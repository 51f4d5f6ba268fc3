import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credit } from '@passeio/contract/payments/credits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancellingDepartures } from '../../../../test/cancelled-departures.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamilyTrip, type FamilyTrip } from '../../../../test/parties.ts';
import { ledgerOf, refundsOf } from '../../../../test/pix.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { notifyCancelled } from '../../departures/index.ts';

const PAID = 5_000;
const MIGRATION = join(import.meta.dirname, '../../../../migrations/0123_credit_left_behind.sql');

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const does = () => cancellingDepartures(app, () => admin);
const post = (path: string, body: object, token: string | undefined = admin.token) =>
  call(app, 'POST', `/api/${path}`, { token, body });

interface Guest {
  id: string;
  link: string;
  person: string;
  contact: string;
  trip: FamilyTrip;
}

let phones = 0;
/** A reservation without an account, of which so much was paid; `of`: by whoever made that one. */
async function guest({ of, paid = PAID }: { of?: Guest; paid?: number } = {}): Promise<Guest> {
  phones += 1;
  const contact = of?.contact ?? `+55359922${String(phones).padStart(5, '0')}`;
  const trip = await createFamilyTrip(app);
  const { body } = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      party: [{ fareId: trip.fares.adult, count: 1 }],
      boardingPointId: trip.boardingPointId,
      guest: { name: 'Tiago Reis', contact },
      acceptedPolicy: true,
    },
  });
  const { user_id: person } = await app.db
    .selectFrom('reservations')
    .select('user_id')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  const made = { id: body.id, link: body.link.split('#')[1], person, contact, trip };
  if (paid > 0) await pay(made, 'pix', paid);
  return made;
}
async function pay({ id }: Guest, method: string, amountCents: number) {
  const paid = await post(`reservations/${id}/payments`, { kind: 'deposit', method, amountCents });
  expect(paid.status).toBe(201);
}
const cancel = ({ id }: Guest) => post(`reservations/${id}/cancellation`, { reason: 'Chuva', by: 'operator' });
const adopt = ({ link, contact }: Guest, { token }: Person) =>
  post('reservation-links/adoption', { token: link, phoneDigits: contact.slice(-4) }, token);
const balanceOf = async ({ token }: Person) =>
  ((await call(app, 'GET', '/api/users/me/credit', { token })).body as Credit).balanceCents;
const setAccount = (id: string, account: { issuer: string; subject: string; email: string } | null) =>
  app.db
    .updateTable('users')
    .set({ ...(account ?? { issuer: null, subject: null, email: null }), role: account ? 'OPERATOR' : 'CLIENT' })
    .where('id', '=', id)
    .execute();

/** The credit of a guest, as servers gave it before: what was paid of a reservation that the operator cancelled. */
async function withCredit(made: Guest): Promise<Guest> {
  await cancel(made);
  const [refund] = await refundsOf(app, made.id);
  await setAccount(made.person, { issuer: 'test', subject: made.person, email: `${made.person}@viajantes.example` });
  const body = { via: 'hand', method: 'credit', amountCents: refund?.amount_cents };
  const paid = await post(`payments/refunds/${refund?.id}/payment`, body);
  await setAccount(made.person, null);
  expect(paid.status).toBe(200);
  return made;
}
/** As servers let somebody take a reservation over before. */
async function adoptLikeBefore({ id }: Guest, { id: user_id }: Person): Promise<void> {
  await app.db.updateTable('reservations').set({ user_id }).where('id', '=', id).execute();
}
const guestBalance = async ({ person }: Guest) =>
  (await app.db.selectFrom('credit_balances').select('cents').where('user_id', '=', person).executeTakeFirst())?.cents;

describe('credit', () => {
  it('is not offered to a guest whose departure is cancelled, and not given if asked for', async () => {
    const made = await guest();
    await does().cancel(made.trip.id);
    const now = new Date(Date.now() + 3 * 60_000);
    await notifyCancelled({ ...app.app.deps, publicUrl: 'https://passeio.example' }, { now });
    const token = await does().link(made.trip.id, made.id);
    const read = [
      (await does().read(token)).body,
      (await call(app, 'POST', '/api/reservation-links/departure-choice', { body: { token: made.link } })).body,
    ];
    expect(read.map(({ offersCredit }) => offersCredit)).toEqual([false, false]);
    const refused = await does().choose(token, { kind: 'credit', amountCents: PAID });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CREDIT_NEEDS_ACCOUNT' } });
    expect(await does().choose(token, { kind: 'refund', amountCents: PAID })).toMatchObject({ status: 200 });
    expect(await does().returned(made.id)).toEqual({ due: PAID, credit: 0 });
  });

  it('is offered to a payer with an account', async () => {
    const trip = await createFamilyTrip(app);
    const family = await does().family(trip, 1, PAID);
    await does().cancel(trip.id);
    const now = new Date(Date.now() + 3 * 60_000);
    await notifyCancelled({ ...app.app.deps, publicUrl: 'https://passeio.example' }, { now });
    expect((await does().own(family)).body).toMatchObject({ offersCredit: true });
    expect((await does().chooseOwn(family, { kind: 'credit', amountCents: PAID })).status).toBe(200);
  });

  it('is not given to a guest by staff, neither for what is due nor beyond it', async () => {
    const made = await guest();
    const typed = await post(`reservations/${made.id}/payments`, { kind: 'refund', method: 'credit', amountCents: 1 });
    expect(typed).toMatchObject({ status: 409, body: { code: 'CREDIT_NEEDS_ACCOUNT' } });
    await cancel(made);
    const [refund] = await refundsOf(app, made.id);
    const body = { via: 'hand', method: 'credit', amountCents: PAID };
    const paid = await post(`payments/refunds/${refund?.id}/payment`, body);
    expect(paid).toMatchObject({ status: 409, body: { code: 'CREDIT_NEEDS_ACCOUNT' } });
    expect(await refundsOf(app, made.id)).toMatchObject([{ state: 'due', amount_cents: PAID }]);
    expect(await guestBalance(made)).toBeUndefined();
  });
});

describe('a reservation with a guest’s credit', () => {
  it('passes to an account only once the credit was returned in money', async () => {
    const made = await withCredit(await guest());
    const person = await createPerson(app);
    const refused = await adopt(made, person);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CREDIT_STAYS_BEHIND' } });
    expect(refused.body.message).toContain('devolva o crédito em dinheiro');

    const given = (await ledgerOf(app, made.id)).find(({ method }) => method === 'credit');
    await post(`reservations/${made.id}/payments/${given?.id}/reversal`, { reason: 'Volta em dinheiro' });
    const [due] = (await refundsOf(app, made.id)).filter(({ state }) => state === 'due');
    const body = { via: 'hand', method: 'pix', amountCents: PAID };
    expect((await post(`payments/refunds/${due?.id}/payment`, body)).status).toBe(200);
    expect(await adopt(made, person)).toMatchObject({ status: 200 });
    expect(await guestBalance(made)).toBe(0);
  });

  it('stays with the guest where their credit paid for it, which would return to them', async () => {
    const made = await withCredit(await guest());
    const next = await guest({ of: made, paid: 0 });
    await pay(next, 'credit', PAID);
    expect(await guestBalance(made)).toBe(0);
    expect(await adopt(next, await createPerson(app))).toMatchObject({ body: { code: 'CREDIT_STAYS_BEHIND' } });
    // Nothing of what it gave is left.
    expect(await adopt(made, await createPerson(app))).toMatchObject({ status: 200 });
  });
});

describe('credit that stayed with a guest when their reservation passed to an account', () => {
  const migrate = async () => sql.raw(await readFile(MIGRATION, 'utf8')).execute(app.db);

  it('is given back to the account, once, and is used there', async () => {
    const made = await withCredit(await guest());
    const kept = await withCredit(await guest());
    const person = await createPerson(app);
    await adoptLikeBefore(made, person);
    await migrate();
    await migrate();
    expect([await balanceOf(person), await guestBalance(made)]).toEqual([PAID, 0]);
    expect(await guestBalance(kept)).toBe(PAID);
    const { body } = await call(app, 'GET', '/api/users/me/credit', { token: person.token });
    expect(body.data).toMatchObject([{ kind: 'granted', amountCents: PAID }]);
    // What was given by mistake goes from the account by now.
    const given = (await ledgerOf(app, made.id)).find(({ method }) => method === 'credit');
    await post(`reservations/${made.id}/payments/${given?.id}/reversal`, { reason: 'Engano' });
    expect(await balanceOf(person)).toBe(0);
    expect(await findFaults(app.db, [made.trip.id, kept.trip.id])).toEqual([]);
  });

  it('is given back as far as the guest has not spent it', async () => {
    const made = await withCredit(await guest());
    const next = await guest({ of: made, paid: 0 });
    await pay(next, 'credit', 2_000);
    const person = await createPerson(app);
    await adoptLikeBefore(made, person);
    await migrate();
    expect([await balanceOf(person), await guestBalance(made)]).toEqual([PAID - 2_000, 0]);
  });

  it('goes to each of two accounts that took a reservation over', async () => {
    const made = await guest();
    const other = await guest({ of: made, paid: 3_000 });
    await withCredit(made);
    await withCredit(other);
    const [one, two] = [await createPerson(app), await createPerson(app)];
    await adoptLikeBefore(made, one);
    await adoptLikeBefore(other, two);
    await migrate();
    expect([await balanceOf(one), await balanceOf(two), await guestBalance(made)]).toEqual([PAID, 3_000, 0]);
  });
});
