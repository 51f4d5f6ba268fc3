import { moneyText } from '@passeio/contract/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, type Family } from '../../../../test/parties.ts';
import { chargeOf, ledgerOf, newEndToEndId, pixFor } from '../../../../test/pix.ts';
import { pdf, sendReceipt } from '../../../../test/receipts.ts';
import { chosenOf, confirmLines, csv, reais, surname, upload } from '../../../../test/statements.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { recordReportedNow } from '../index.ts';

const DEPOSIT = 5_670;
const DAY_MS = 86_400_000;

let app: TestApp;
let staff: Person;
let family: Family;
let charge: { id: string; txid: string; amountCents: number };
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app, { adult: 1 });
  charge = await chargeOf(app, family, 'deposit');
});

const post = (path: string, body: object) => call(app, 'POST', `/api/${path}`, { token: staff.token, body });
const report = (more: object = {}) => {
  const { db, jobs, changes } = app.app.deps;
  const pix = pixFor(charge, more);
  return recordReportedNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pix).then((outcome) => ({
    outcome,
    pix,
  }));
};
const amounts = async () => (await ledgerOf(app, family.id)).map(({ amount_cents }) => amount_cents);
const questionOf = async (reference: string) =>
  (await call(app, 'GET', '/api/payments/unmatched?size=100', { token: staff.token })).body.data.find(
    (one: { endToEndId: string }) => one.endToEndId === reference,
  );
async function sentReceipt(): Promise<string> {
  const { status, body } = await sendReceipt(app, family.id, family.payer, pdf());
  expect(status).toBe(201);
  return body.id;
}
const approve = (id: string, body: object) => post(`payments/receipts/${id}/approval`, body);

describe('a Pix after staff recorded the money of its charge', () => {
  const differences: [string, number, object][] = [
    ['ten centavos less', DEPOSIT - 10, {}],
    ['ten centavos more', DEPOSIT + 10, {}],
    ['the same amount', DEPOSIT, {}],
    ['another day', DEPOSIT - 10, { occurredAt: new Date(Date.now() - 20 * DAY_MS) }],
    ['another name', DEPOSIT - 10, { payerName: 'ZECA DE SOUZA' }],
  ];

  it.each([...differences, ['much less', 1_000, {}] as const])(
    'by its receipt, with %s, is a question to staff',
    async (_, cents, more) => {
      expect((await approve(await sentReceipt(), { amountCents: cents })).status).toBe(201);
      await expectQuestion(cents, more);
    },
  );

  it('by its receipt with a mistyped id is a question to staff', async () => {
    const body = { amountCents: DEPOSIT - 10, endToEndId: newEndToEndId() };
    expect((await approve(await sentReceipt(), body)).status).toBe(201);
    await expectQuestion(DEPOSIT - 10, {});
  });

  it.each(differences)('by typing it, with %s, is a question to staff', async (_, cents, more) => {
    const typed = { kind: 'deposit', method: 'pix', amountCents: cents };
    expect((await post(`reservations/${family.id}/payments`, typed)).status).toBe(201);
    await expectQuestion(cents, more);
  });

  it.each(differences)('by a line of a statement, with %s, is a question to staff', async (_, cents, more) => {
    const { body } = await upload(app, staff.token, csv([{ text: `Pix recebido ${surname()}`, amount: reais(cents) }]));
    const [line] = [...chosenOf(body, 'unmatched'), ...chosenOf(body, 'counted')];
    const code = family.reservation.code;
    expect((await confirmLines(app, staff.token, body.id, [{ ...line, code, isDeliberate: true }])).status).toBe(201);
    await expectQuestion(cents, more);
  });

  it('is recorded where its charge was made after that', async () => {
    const typed = { kind: 'deposit', method: 'pix', amountCents: 2_000 };
    await post(`reservations/${family.id}/payments`, typed);
    charge = await chargeOf(app, family, 'deposit');
    expect(charge.amountCents).toBe(DEPOSIT - 2_000);
    expect((await report()).outcome).toBe('recorded');
    expect(await amounts()).toEqual([2_000, DEPOSIT - 2_000]);
  });

  it('in cash is recorded', async () => {
    await post(`reservations/${family.id}/payments`, { kind: 'deposit', method: 'cash', amountCents: DEPOSIT });
    expect((await report()).outcome).toBe('recorded');
  });

  async function expectQuestion(cents: number, more: object) {
    const { outcome, pix } = await report(more);
    expect(outcome).toBe('unmatched');
    expect(await amounts()).toEqual([cents]);
    const question = await questionOf(pix.reference);
    expect(question.description).toContain(`na reserva ${family.reservation.code}`);
    expect(question.description).toContain(moneyText(cents));
    // Assigning it asks once more.
    const assignment = { code: family.reservation.code };
    const path = `payments/unmatched/${question.id}/assignment`;
    expect((await post(path, assignment)).body.code).toBe('DELIBERATE_CHOICE_NEEDED');
    expect((await post(path, { ...assignment, isDeliberate: true })).status).toBe(200);
    expect(await amounts()).toEqual([cents, DEPOSIT]);
    expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
  }
});

describe('a receipt whose charge the bank has reported as paid', () => {
  it.each([DEPOSIT, DEPOSIT + 10, DEPOSIT - 20])('approved with %i centavos is asked about', async (amountCents) => {
    const id = await sentReceipt();
    const { pix } = await report({ amountCents: DEPOSIT - 10 });
    expect(await amounts()).toEqual([DEPOSIT - 10]);
    const refused = await approve(id, { amountCents });
    expect(refused).toMatchObject({ status: 409, body: { code: 'DELIBERATE_CHOICE_NEEDED' } });
    expect(refused.body.fields.isOther).toContain(moneyText(DEPOSIT - 10));
    expect((await approve(id, { amountCents, isOther: false })).body).toMatchObject({ state: 'accepted' });
    const [entry, ...more] = await ledgerOf(app, family.id);
    expect(more).toEqual([]);
    expect(entry?.reference).toBe(pix.reference);
    const receipt = app.db.selectFrom('receipts').select('transfer_id').where('id', '=', id);
    expect(await receipt.executeTakeFirst()).toEqual({ transfer_id: entry?.id });
    expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
  });

  it('counts too where staff says that it is another payment', async () => {
    const id = await sentReceipt();
    await report({ amountCents: 2_000 });
    expect((await approve(id, { amountCents: 3_670, isOther: true })).status).toBe(201);
    expect(await amounts()).toEqual([2_000, 3_670]);
  });
});

it('a line of a statement that names a charge stands for its payment, also of another amount', async () => {
  await report({ amountCents: DEPOSIT - 10 });
  const line = { text: `Pix recebido ${charge.txid}`, amount: reais(DEPOSIT) };
  const { body } = await upload(app, staff.token, csv([line]));
  expect(body.lines).toMatchObject([{ state: 'counted', recorded: { isCertain: false } }]);
  const [counted] = chosenOf(body, 'counted');
  expect((await confirmLines(app, staff.token, body.id, [counted as object])).status).toBe(409);
  expect(await amounts()).toEqual([DEPOSIT - 10]);
});
