import { moneyText } from '@passeio/contract/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, type Family } from '../../../../test/parties.ts';
import { ledgerOf } from '../../../../test/pix.ts';
import { openCharge, pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';
import { retryWhileBusy } from '../../../../test/retry-while-busy.ts';
import { confirmLines, csv, reais, surname, today, upload } from '../../../../test/statements.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';

const PRICE = 18_900;
const DEPOSIT = 5_670;
const DAY_MS = 86_400_000;

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app, { adult: 1 });
});

async function sentReceipt(): Promise<string> {
  const { status, body } = await sendReceipt(app, family.id, family.payer, pdf());
  expect(status).toBe(201);
  return body.id;
}
const daysAgo = (days: number) => new Date(Date.parse(today()) - days * DAY_MS).toISOString().slice(0, 10);
const amounts = async () => (await ledgerOf(app, family.id)).map(({ amount_cents }) => amount_cents);
const waitingIds = async () => {
  const { body } = await call(app, 'GET', '/api/payments/receipts?size=100', { token: staff.token });
  return body.data.map(({ id }: { id: string }) => id);
};
const receiptRow = (id: string) =>
  app.db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A line of a statement that staff is about to record in the family's reservation. */
async function lineOf(cents: number, day = today()) {
  const { body } = await upload(app, staff.token, csv([{ text: `Pix ${surname()}`, amount: reais(cents), day }]));
  const choice = { id: body.lines[0].id, code: family.reservation.code };
  return (isDeliberate = false) => confirmLines(app, staff.token, body.id, [{ ...choice, isDeliberate }]);
}

describe('a receipt whose money staff records from a statement', () => {
  it.each([
    ['the deposit', DEPOSIT],
    ['more than the deposit', DEPOSIT + 330],
    ['everything', PRICE],
  ])('without a charge is closed by %s', async (_, cents) => {
    const id = await sentReceipt();
    expect((await (await lineOf(cents))()).status).toBe(201);
    expect(await waitingIds()).not.toContain(id);
    const [entry, ...more] = await ledgerOf(app, family.id);
    expect(more).toEqual([]);
    expect(await receiptRow(id)).toMatchObject({
      state: 'accepted',
      reason: '',
      transfer_id: entry?.id,
      reviewed_by: staff.id,
    });
    for (const review of [{ amountCents: cents }, { reason: 'O valor já entrou' }])
      expect((await reviewReceipt(app, id, staff, review)).body.code).toBe('RECEIPT_REVIEWED');
    expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
  });

  it('of another amount than its charge is closed once nothing is held', async () => {
    await openCharge(app, family.id, { purpose: 'deposit', amountCents: DEPOSIT });
    const id = await sentReceipt();
    expect((await (await lineOf(DEPOSIT + 10))()).status).toBe(201);
    expect(await receiptRow(id)).toMatchObject({ state: 'accepted' });
  });

  it('of a part of the balance is closed by the line of its days, and by no other one', async () => {
    await (await lineOf(DEPOSIT, daysAgo(20)))();
    const id = await sentReceipt();
    expect((await (await lineOf(1_000, daysAgo(10)))()).status).toBe(201);
    expect(await waitingIds()).toContain(id);
    expect((await (await lineOf(2_500, daysAgo(1)))()).status).toBe(201);
    expect(await receiptRow(id)).toMatchObject({ state: 'accepted' });
    expect(await amounts()).toEqual([DEPOSIT, 1_000, 2_500]);
  });

  it('goes on waiting, and the hold with it, after a part of the deposit; approving it asks before it counts twice', async () => {
    const id = await sentReceipt();
    expect((await (await lineOf(5_000))()).status).toBe(201);
    expect(await waitingIds()).toContain(id);
    const asked = await reviewReceipt(app, id, staff, { amountCents: 5_000 });
    expect(asked).toMatchObject({ status: 409, body: { code: 'DELIBERATE_CHOICE_NEEDED' } });
    expect(asked.body.fields.isOther).toContain(`A equipe já lançou ${moneyText(5_000)} nesta reserva`);
    expect((await reviewReceipt(app, id, staff, { amountCents: 5_000, isOther: false })).status).toBe(201);
    expect(await amounts()).toEqual([5_000]);
  });

  it('that was sent after the line was recorded asks too, and counts as another payment where staff says so', async () => {
    await (await lineOf(DEPOSIT))();
    const id = await sentReceipt();
    expect((await reviewReceipt(app, id, staff, { amountCents: DEPOSIT })).status).toBe(409);
    expect((await reviewReceipt(app, id, staff, { amountCents: 700, isOther: true })).status).toBe(201);
    expect(await amounts()).toEqual([DEPOSIT, 700]);
  });

  it('counts once, although a colleague approves it at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      family = await createFamily(app, { adult: 1 });
      const id = await sentReceipt();
      const confirm = await lineOf(DEPOSIT);
      const outcomes = await Promise.all([
        retryWhileBusy(() => confirm()),
        retryWhileBusy(() => reviewReceipt(app, id, staff, { amountCents: DEPOSIT })),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      expect(await amounts()).toEqual([DEPOSIT]);
      expect(await waitingIds()).not.toContain(id);
    }
  });
});

it('a typed Pix of another amount closes the receipt that shows it; cash does not', async () => {
  const pay = (method: string, amountCents: number) => {
    const body = { kind: 'deposit', method, amountCents };
    return call(app, 'POST', `/api/reservations/${family.id}/payments`, { token: staff.token, body });
  };
  const id = await sentReceipt();
  expect((await pay('cash', 6_000)).status).toBe(201);
  expect(await waitingIds()).toContain(id);
  expect((await pay('pix', 1_234)).status).toBe(201);
  expect(await receiptRow(id)).toMatchObject({ state: 'accepted' });
});
