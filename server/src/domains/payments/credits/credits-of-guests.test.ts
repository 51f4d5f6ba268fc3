import type { Credit } from '@passeio/contract/payments/credits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancellingDepartures } from '../../../../test/cancelled-departures.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamilyTrip, type FamilyTrip } from '../../../../test/parties.ts';
import { ledgerOf, refundsOf } from '../../../../test/pix.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { notifyCancelled } from '../../departures/index.ts';

const PAID = 5_000;

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
/** A reservation without an account, of which so much was paid; `of`: by the maker of that one. */
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

/** A guest whose reservation the operator cancelled, and who keeps what they paid as credit. */
async function withCredit(made: Guest): Promise<Guest> {
  await cancel(made);
  expect((await byLink(made, 'refund-as-credit', { amountCents: PAID })).status).toBe(200);
  return made;
}
const byLink = ({ link, contact }: Guest, act: string, body: object) =>
  call(app, 'POST', `/api/reservation-links/${act}`, {
    body: { token: link, phoneDigits: contact.slice(-4), ...body },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
const shownTo = async (made: Guest) => (await byLink(made, 'read', {})).body;
const balanceOf = async ({ token }: Person) =>
  ((await call(app, 'GET', '/api/users/me/credit', { token })).body as Credit).balanceCents;
const guestBalance = async ({ person }: Guest) =>
  (await app.db.selectFrom('accounts').select('balance_cents').where('id', '=', person).executeTakeFirst())
    ?.balance_cents;

describe('credit of a guest', () => {
  it('is chosen by the link where the departure is cancelled', async () => {
    const made = await guest();
    await does().cancel(made.trip.id);
    const now = new Date(Date.now() + 3 * 60_000);
    await notifyCancelled({ ...app.app.deps, publicUrl: 'https://passeio.example' }, { now });
    const token = await does().link(made.trip.id, made.id);
    expect(await does().choose(token, { kind: 'credit', amountCents: PAID })).toMatchObject({ status: 200 });
    expect(await does().returned(made.id)).toEqual({ due: 0, credit: PAID });
    expect(await guestBalance(made)).toBe(PAID);
  });

  it('is seen and used by the link of any of their reservations, which shows no other one', async () => {
    const made = await withCredit(await guest());
    const next = await guest({ of: made, paid: 0 });
    const before = await shownTo(next);
    expect([before.creditCents, before.state]).toEqual([PAID, 'held']);
    const paid = await byLink(next, 'credit', { amountCents: 4_000 });
    expect(paid).toMatchObject({ status: 200, body: { balanceCents: PAID - 4_000, data: [] } });
    expect((await shownTo(next)).receivedCents).toBe(4_000);
    const more = await byLink(next, 'credit', { amountCents: 4_000 });
    expect(more).toMatchObject({ status: 409, body: { code: 'CREDIT_SHORT' } });
    expect(await findFaults(app.db, [made.trip.id, next.trip.id])).toEqual([]);
  });

  it('needs a proof beside the link', async () => {
    const made = await withCredit(await guest());
    const next = await guest({ of: made, paid: 0 });
    const asked = await byLink({ ...next, contact: '+5535999990000' }, 'credit', { amountCents: 1_000 });
    expect(asked.status).toBeGreaterThanOrEqual(400);
    expect(await guestBalance(made)).toBe(PAID);
  });

  it('is given by staff as well', async () => {
    const made = await guest();
    await cancel(made);
    const [refund] = await refundsOf(app, made.id);
    const body = { via: 'hand', method: 'credit', amountCents: PAID };
    expect((await post(`payments/refunds/${refund?.id}/payment`, body)).status).toBe(200);
    expect(await guestBalance(made)).toBe(PAID);
  });

  it('moves with the reservation into an account, and is used there', async () => {
    const made = await withCredit(await guest());
    const person = await createPerson(app);
    expect((await adopt(made, person)).status).toBe(200);
    expect([await balanceOf(person), await guestBalance(made)]).toEqual([PAID, 0]);
    const { body } = await call(app, 'GET', '/api/users/me/credit', { token: person.token });
    expect(body.data).toMatchObject([{ kind: 'granted', amountCents: PAID }]);
    // What was given by mistake goes from the account by now.
    const given = (await ledgerOf(app, made.id)).find(({ method }) => method === 'credit');
    await post(`reservations/${made.id}/payments/${given?.id}/reversal`, { reason: 'Engano' });
    expect([await balanceOf(person), await guestBalance(made)]).toEqual([0, 0]);
    expect(await findFaults(app.db, [made.trip.id])).toEqual([]);
  });

  it('moves as far as it is not spent; what is put right of it later is the account’s too', async () => {
    const made = await withCredit(await guest());
    const next = await guest({ of: made, paid: 0 });
    await byLink(next, 'credit', { amountCents: 2_000 });
    const [one, two] = [await createPerson(app), await createPerson(app)];
    expect((await adopt(made, one)).status).toBe(200);
    expect([await balanceOf(one), await guestBalance(made)]).toEqual([PAID - 2_000, 0]);
    expect((await adopt(next, two)).status).toBe(200);
    const used = (await ledgerOf(app, next.id)).find(({ method }) => method === 'credit');
    await post(`reservations/${next.id}/payments/${used?.id}/reversal`, { reason: 'Engano' });
    expect([await balanceOf(one), await balanceOf(two), await guestBalance(made)]).toEqual([PAID - 2_000, 2_000, 0]);
    expect(await findFaults(app.db, [made.trip.id, next.trip.id])).toEqual([]);
  });
});
