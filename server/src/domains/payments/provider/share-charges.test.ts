import type { Reservation } from '@passeio/contract/reservations/reservations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { connectBank } from '../../../../test/banks/connected-bank.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, entriesOf, type Family } from '../../../../test/parties.ts';
import { ledgerOf } from '../../../../test/pix.ts';
import { pdf, sendReceipt } from '../../../../test/receipts.ts';
import { withoutLocks } from '../../../../test/without-locks.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { confirmPayment } from './confirm-payments.ts';
import { pollProvider } from './poll-provider.ts';

// Amounts of each of three adults.
const SHARE = 18_900;
const DEPOSIT = 5_670;

let connected: Awaited<ReturnType<typeof connectBank>>;
let app: TestApp;
let staff: Person;
beforeAll(async () => {
  connected = await connectBank();
  app = connected.app;
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => connected.close());
afterEach(async () => expect(await findFaults(app.db)).toEqual([]));

type Someone = { id: string } | undefined;
const split = ({ id, payer }: Family, isSplit = true, token = payer.token) =>
  call(app, 'PUT', `/api/reservations/${id}/split`, { token, body: { isSplit } });
const shown = async ({ id, payer }: Family): Promise<Reservation> =>
  (await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token })).body;
const dues = async (family: Family) => (await shown(family)).shares?.map(({ dueCents }) => dueCents);
const cash = ({ id }: Family, amountCents: number) =>
  call(app, 'POST', `/api/reservations/${id}/payments`, {
    token: staff.token,
    body: { kind: 'balance', method: 'cash', amountCents },
  });

async function linkOf({ id, payer }: Family, who: Someone): Promise<string> {
  const path = `/api/reservations/${id}/participants/${who?.id}/link`;
  return (await call(app, 'POST', path, { token: payer.token })).body.url.split('#')[1];
}
const read = async (token: string) =>
  (await call(app, 'POST', '/api/participants/link/read', { body: { token } })).body;
const charge = (token: string, purpose = 'deposit', means = 'pix') =>
  call(app, 'POST', '/api/participants/link/charges', { body: { token, purpose, means } });

/** Pays in the bank, and has its payments confirmed. */
async function pay(...charges: { txid: string; amountCents: number }[]): Promise<void> {
  for (const { txid, amountCents } of charges) {
    await connected.pay(txid, { valor: (amountCents / 100).toFixed(2).replace('.', ',') });
  }
  await Promise.all([pollProvider(connected.parts), pollProvider(connected.parts)]);
}

/** A reservation of three adults that pay a share each, and their links. */
async function splitFamily() {
  const family = await createFamily(app, { adult: 3 });
  expect((await split(family)).status).toBe(200);
  const links = [];
  for (const adult of family.adults) links.push(await linkOf(family, adult));
  return { family, links: links as [string, string, string] };
}

describe('a family of three that splits the payment', () => {
  it('is booked once each of them has paid their deposit by their link', async () => {
    const { family, links } = await splitFamily();
    for (const [index, link] of links.entries()) {
      expect((await shown(family)).state).toBe('held');
      expect((await read(link)).share).toEqual({
        ...{ amountCents: SHARE, paidCents: 0, dueCents: SHARE, depositDueCents: DEPOSIT, charge: null },
        ...{ means: ['pix'], cardInReview: false, isHeld: true, until: family.reservation.holdExpiresAt },
      });
      const { status, body } = await charge(link);
      expect([status, body.amountCents, body.purpose]).toEqual([201, DEPOSIT, 'deposit']);
      expect((await charge(link)).body).toEqual(body);
      expect((await read(link)).share.charge).toEqual(body);

      await pay(body);

      const { share } = await read(link);
      expect(share).toMatchObject({ paidCents: DEPOSIT, dueCents: SHARE - DEPOSIT, depositDueCents: 0, charge: null });
      expect((await shown(family)).receivedCents).toBe(DEPOSIT * (index + 1));
    }
    expect(await shown(family)).toMatchObject({ state: 'booked', charge: null });
    expect(await dues(family)).toEqual(Array(3).fill(SHARE - DEPOSIT));

    const rest = (await charge(links[1], 'balance')).body;
    expect(rest.amountCents).toBe(SHARE - DEPOSIT);
    await pay(rest);
    expect((await read(links[1])).share).toMatchObject({ paidCents: SHARE, dueCents: 0, means: [] });
    expect(await charge(links[1], 'balance')).toMatchObject({ status: 409, body: { code: 'NOTHING_DUE' } });
  });

  it('pays each share at the price of its means, which changes the shares of nobody', async () => {
    await app.db.updateTable('operator').set({ pix_permille: -50 }).execute();
    try {
      const { family, links } = await splitFamily();
      for (const link of links) {
        const { body } = await charge(link);
        expect(body).toMatchObject({ amountCents: 5_387, adjustmentCents: -283 });
        await pay(body);
        expect((await read(link)).share).toMatchObject({ amountCents: SHARE, paidCents: DEPOSIT });
      }
      expect(await shown(family)).toMatchObject({ state: 'booked', receivedCents: 3 * 5_387 });
      expect(await dues(family)).toEqual(Array(3).fill(SHARE - DEPOSIT));
    } finally {
      await app.db.updateTable('operator').set({ pix_permille: 0 }).execute();
    }
  });

  it('says nothing of the others to who opens a link, and in the timeline whose share a code is for', async () => {
    const { family, links } = await splitFamily();
    await pay((await charge(links[0])).body);
    await charge(links[1], 'full');
    const said = JSON.stringify(await read(links[2]));
    for (const secret of [family.id, family.reservation.code, family.payer.id, '17010', '37800']) {
      expect(said).not.toContain(secret);
    }
    const { body } = await call(app, 'GET', `/api/reservations/${family.id}/timeline`, { token: family.payer.token });
    const sentences = JSON.stringify(body).replaceAll('\u00a0', ' ');
    expect(sentences).toContain('Você dividiu o pagamento entre as pessoas');
    expect(sentences).toContain('Pessoa 2 abriu o pagamento da sua parte de R$ 189,00');
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({ actor_id: null, actor_name: 'Pelo link' });
  });

  it('has no open code left that asks for more than is due, once the payer has paid', async () => {
    const { family, links } = await splitFamily();
    const [first, second, third] = [await charge(links[0]), await charge(links[1]), await charge(links[2], 'full')];
    expect([first, second, third].map(({ status }) => status)).toEqual([201, 201, 201]);

    // All three deposits: what asked for one is paid, what asks for all of a share is not.
    expect((await cash(family, 3 * DEPOSIT)).status).toBe(201);
    expect((await shown(family)).state).toBe('booked');
    expect(await dues(family)).toEqual([SHARE - 3 * DEPOSIT, SHARE, SHARE]);
    expect((await read(links[0])).share.charge).toBeNull();
    expect((await read(links[1])).share.charge).toBeNull();
    expect((await read(links[2])).share.charge).toEqual(third.body);

    expect((await cash(family, 3 * SHARE - 3 * DEPOSIT)).status).toBe(201);
    expect((await read(links[2])).share).toMatchObject({ dueCents: 0, charge: null });
    expect(await openCharges(family)).toEqual([]);
  });

  it('pays an extra with everybody, or the people whom it is for, and codes of before are withdrawn', async () => {
    const { family, links } = await splitFamily();
    await charge(links[1], 'full');
    const path = `/api/reservations/${family.id}/adjustments`;
    await call(app, 'POST', path, { token: staff.token, body: { amountCents: 301, reason: 'Traslado' } });
    expect(await dues(family)).toEqual([SHARE + 101, SHARE + 100, SHARE + 100]);
    expect((await read(links[1])).share.charge).toBeNull();
  });

  it('pays for who stays once somebody has left, whose code and link end', async () => {
    const { family, links } = await splitFamily();
    const left = await charge(links[2]);
    const stays = await charge(links[1]);
    const path = `/api/reservations/${family.id}/participants/${family.adults[2]?.id}`;
    expect((await call(app, 'DELETE', path, { token: family.payer.token })).status).toBe(200);

    expect(await charge(links[2])).toMatchObject({ status: 404, body: { code: 'PARTICIPANT_LINK_OVER' } });
    expect((await openCharges(family)).map(({ reference }) => reference)).not.toContain(left.body.txid);
    expect(stays.status).toBe(201);
    expect((await shown(family)).shares).toHaveLength(2);

    // Their Pix was on its way: it pays for the others.
    await confirmLate(left.body);
    expect(await dues(family)).toEqual([SHARE - DEPOSIT, SHARE]);
  });

  it('is no longer split: codes end, links pay nothing, and the money stays', async () => {
    const { family, links } = await splitFamily();
    await pay((await charge(links[1])).body);
    await charge(links[2]);
    expect((await split(family, false)).body).toMatchObject({ shares: null, receivedCents: DEPOSIT });
    expect(await openCharges(family)).toEqual([]);
    expect((await read(links[2])).share).toBeNull();
    expect(await charge(links[2])).toMatchObject({ status: 409, body: { code: 'PAYMENT_NOT_SPLIT' } });
  });
});

describe('a link of a share', () => {
  it('that was renewed, or whose reservation has ended, pays nothing', async () => {
    const { family, links } = await splitFamily();
    const newer = await linkOf(family, family.adults[1]);
    expect(await charge(links[1])).toMatchObject({ status: 404, body: { code: 'PARTICIPANT_LINK_OVER' } });
    expect((await charge(newer)).status).toBe(201);
    await call(app, 'POST', `/api/reservations/${family.id}/cancel`, { token: family.payer.token });
    expect(await openCharges(family)).toEqual([]);
    for (const link of [newer, links[2]]) expect((await charge(link)).body.code).toBe('PARTICIPANT_LINK_OVER');
  });

  it('whose reservation was cancelled while its Pix was on its way is late money, to be refunded', async () => {
    const { family, links } = await splitFamily();
    const { body } = await charge(links[1]);
    await call(app, 'POST', `/api/reservations/${family.id}/cancel`, { token: family.payer.token });
    await confirmLate(body);
    expect(await shown(family)).toMatchObject({ state: 'cancelled', receivedCents: DEPOSIT, toReturnCents: DEPOSIT });
  });

  it('asks for nothing else than the share', async () => {
    const { links } = await splitFamily();
    const senseless = [{ purpose: 'extra' }, { amountCents: 1 }, { participantId: links[0] }, { token: 'x' }];
    for (const more of senseless) {
      const body = { token: links[1], purpose: 'deposit', ...more };
      expect((await call(app, 'POST', '/api/participants/link/charges', { body })).status).toBe(400);
    }
    expect((await charge(links[1], 'deposit', 'card')).body.code).toBe('CARD_UNAVAILABLE');
  });

  it('leaves the receipt of the payer, and their own code, to the whole reservation', async () => {
    const { family, links } = await splitFamily();
    await charge(links[1]);
    const { id, payer } = family;
    const own = await call(app, 'POST', `/api/reservations/${id}/charges`, {
      token: payer.token,
      body: { purpose: 'deposit' },
    });
    expect((await shown(family)).charge).toEqual(own.body);
    expect(own.body.amountCents).toBe(3 * DEPOSIT);
    expect(await openCharges(family)).toHaveLength(2);
    expect((await sendReceipt(app, id, payer, pdf(), { type: 'application/pdf' })).status).toBe(201);
    const receipt = app.db.selectFrom('receipts').select('charge_id').where('reservation_id', '=', id);
    expect(await receipt.executeTakeFirst()).toEqual({ charge_id: own.body.id });
  });
});

describe('splitting', () => {
  it('is for the payer and staff, with two people or more, while something is due', async () => {
    const alone = await createFamily(app, { adult: 1 });
    expect((await split(alone)).body.code).toBe('SPLIT_NEEDS_PEOPLE');
    const couple = await createFamily(app, { adult: 2 });
    const stranger = await createPerson(app);
    expect((await split(couple, true, stranger.token)).status).toBe(404);
    expect((await split(couple, true, staff.token)).body.shares).toHaveLength(2);
    expect((await split(couple, true)).status).toBe(200);
    const audited = (await entriesOf(app, couple.id)).filter(({ action }) => action === 'reservation.split_changed');
    expect(audited).toMatchObject([{ actor_id: staff.id, changes: { isSplit: [false, true] } }]);
    await split(couple, false);
    await cash(couple, 2 * SHARE);
    expect((await split(couple)).body.code).toBe('NOTHING_DUE');
  });
});

it('two shares paid at once while the payer pays everything count once each, and what is too much goes back', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const { family, links } = await splitFamily();
    const { id, payer } = family;
    const whole = await call(app, 'POST', `/api/reservations/${id}/charges`, {
      token: payer.token,
      body: { purpose: 'full' },
    });
    const charges = [whole.body, (await charge(links[1], 'full')).body, (await charge(links[2], 'full')).body];
    if (turn % 2) charges.reverse();
    await pay(...charges);

    const received = charges.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect((await ledgerOf(app, id)).map(({ amount_cents }) => amount_cents).toSorted()).toEqual(
      charges.map(({ amountCents }) => amountCents).toSorted(),
    );
    expect(await shown(family)).toMatchObject({ state: 'booked', receivedCents: received, toReturnCents: 2 * SHARE });
    expect(await dues(family)).toEqual([0, 0, 0]);
    expect(await openCharges(family)).toEqual([]);
  }
});

it('a code asked for while everything is paid asks for no more than is due', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const { family, links } = await splitFamily();
    const asks = links.map((link) => () => charge(link, 'full'));
    const happening = [...asks, () => cash(family, 3 * SHARE)];
    if (turn % 2) happening.reverse();
    const answers = await Promise.all(happening.map((happen) => happen()));
    expect(answers.map(({ status }) => status).filter((status) => ![201, 409].includes(status))).toEqual([]);
    expect(await openCharges(family)).toEqual([]);
  }
});

/** The control: what the race before would leave if nobody waited for the lock. */
it('a code asked for without the lock is left open although everything is paid: the race is real', async () => {
  const unguarded = await buildTestApp({ connections: 16, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
  await unguarded.db.updateTable('operator').set({ pix_key: 'pix@rota.example' }).execute();
  const { token } = await createPerson(unguarded, 'OPERATOR');
  let left = 0;
  for (let turn = 0; turn < 12 && left === 0; turn += 1) {
    const { id, adults, payer } = await createFamily(unguarded, { adult: 3 });
    const as = { token: payer.token };
    await call(unguarded, 'PUT', `/api/reservations/${id}/split`, { ...as, body: { isSplit: true } });
    const links = [];
    for (const adult of adults) {
      const { body } = await call(unguarded, 'POST', `/api/reservations/${id}/participants/${adult.id}/link`, as);
      links.push(body.url.split('#')[1]);
    }
    const ask = (link: string) =>
      call(unguarded, 'POST', '/api/participants/link/charges', { body: { token: link, purpose: 'full' } });
    const payment = { kind: 'balance', method: 'cash', amountCents: 3 * SHARE };
    await Promise.all([
      ...links.map(ask),
      call(unguarded, 'POST', `/api/reservations/${id}/payments`, { token, body: payment }),
      ...links.map(ask),
    ]);
    const open = unguarded.db.selectFrom('charges').select('id').where('reservation_id', '=', id);
    left = (await open.where('state', '=', 'open').execute()).length;
  }
  await unguarded.close();
  expect(left).toBeGreaterThan(0);
});

function openCharges({ id }: Family) {
  return app.db
    .selectFrom('charges')
    .select(['reference', 'participant_id', 'amount_cents'])
    .where('reservation_id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** A Pix of a code that has ended, which the bank took before it knew. */
async function confirmLate({ txid, amountCents }: { txid: string; amountCents: number }): Promise<void> {
  const paid = { issuer: 'pix', reference: `E12345678202612011200${crypto.randomUUID().slice(0, 8)}abc` };
  const payment = { ...paid, chargeReference: txid, method: 'pix' as const, amountCents, payerName: 'Bia' };
  const find = async () => ({ ...payment, occurredAt: new Date() });
  await confirmPayment({ ...connected.parts, provider: { ...connected.provider, find } }, paid.reference);
}
