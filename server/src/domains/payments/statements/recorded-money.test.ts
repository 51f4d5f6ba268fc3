import type { StatementLine } from '@passeio/contract/payments/statements';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { chargeOf, ledgerOf, pixFor } from '../../../../test/pix.ts';
import {
  chosenOf,
  confirmLines,
  csv,
  reais,
  reserveAs,
  statesOf,
  surname,
  today,
  upload as uploadAs,
  type WrittenLine,
  ofx as write,
} from '../../../../test/statements.ts';
import { recordReportedNow } from '../index.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let token: string;
let tripId: string;
// Another one in each test: an entry of unknown payer keeps equal money of its day from being proposed.
let price = 20_000;
let deposit: number;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
  await app.db.updateTable('operator').set({ pix_key: 'pix@rotadasaguas.example' }).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  price += 1_000;
  deposit = price * 0.3;
  ({ id: tripId } = await createTrip(app, { capacity: 1_000, price_cents: price }));
});

/** Lines of the deposit, where they say no amount. */
const ofx = (lines: WrittenLine[], options?: { account: string }) =>
  write(
    lines.map((line) => ({ amount: reais(deposit), ...line })),
    options,
  );

const dayOf = (instant: number) => new Date(instant - 3 * 3_600_000).toISOString().slice(0, 10);
const read = (id: string) => call(app, 'GET', `/api/payments/statements/${id}`, { token });
const confirm = (id: string, lines: object[]) => confirmLines(app, token, id, lines);
const entries = (id: string) => ledgerOf(app, id);
const reserve = (name: string) => reserveAs(app, tripId, name);
const upload = (content: string | Uint8Array<ArrayBuffer>, as = token) => uploadAs(app, as, content);

const typed = (id: string, amountCents: number) =>
  call(app, 'POST', `/api/reservations/${id}/payments`, {
    token,
    body: { kind: 'deposit', method: 'pix', amountCents },
  });

describe('money that is in the ledger', () => {
  /** Half of the total is the deposit, so that the balance is the same amount. */
  async function reserveInHalves(name: string) {
    const reservation = await reserve(name);
    const deposit_cents = price / 2;
    await app.db.updateTable('reservations').set({ deposit_cents }).where('id', '=', reservation.id).execute();
    return reservation;
  }

  it('is not proposed again by a file of another format, nor by one with other ids', async () => {
    const last = surname();
    const of = { day: today(), amount: reais(price / 2) };
    const { id } = await reserveInHalves(`Ana ${last}`);
    const { body } = await upload(ofx([{ id: '1', text: `PIX RECEBIDO ANA ${last}`, ...of }]));
    expect((await confirm(body.id, chosenOf(body))).status).toBe(201);
    const files = [
      csv([{ text: `Transferência recebida - Ana ${last}`, ...of }]),
      ofx([{ id: 'N0', text: `PIX RECEBIDO ANA ${last}`, ...of }]),
      ofx([{ id: 'N1', text: `PIX ANA ${last.slice(0, 9)}`, ...of }], { account: '2' }),
    ];
    for (const file of files) {
      const again = (await upload(file)).body;
      expect(again.lines).toMatchObject([{ state: 'counted', recorded: { occurredOn: of.day, isCertain: false } }]);
    }
    expect(await entries(id)).toHaveLength(1);
  });

  it('by a notice of the bank is not proposed by a statement, with or without its end-to-end id', async () => {
    const one = await reserveInHalves(`Rita ${surname()}`);
    const charge = await chargeOf(app, one, 'deposit');
    const { db, jobs, changes } = app.app.deps;
    // A notice seldom has the payer's name.
    const pix = pixFor(charge, { payerName: '' });
    await recordReportedNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pix);
    const [{ name } = { name: '' }] = await db
      .selectFrom('users')
      .select('name')
      .where('id', '=', one.payer.id)
      .execute();
    const byName = await upload(csv([{ text: `Pix recebido ${name}`, amount: reais(price / 2) }]));
    expect(byName.body.lines).toMatchObject([{ state: 'counted', recorded: { isCertain: false } }]);
    // The person who paid, with a reservation of their own.
    const wife = `Zélia ${surname()}`;
    await reserveInHalves(wife);
    const byOther = await upload(csv([{ text: `Pix recebido ${wife}`, amount: reais(price / 2) }]));
    expect(statesOf(byOther.body)).toEqual(['counted']);
    const byId = await upload(csv([{ text: `Pix ${wife} ID${pix.reference}`, amount: reais(price / 2) }]));
    expect(byId.body.lines).toMatchObject([{ state: 'counted', recorded: { isCertain: true } }]);
    const chosen = { ...chosenOf(byId.body, 'counted')[0], isDeliberate: true };
    expect((await confirm(byId.body.id, [chosen])).body.code).toBe('STATEMENT_CHANGED');
  });

  it('by a notice about midnight is found on the day that the bank books it', async () => {
    const midnight = new Date(`${today()}T00:00:00-03:00`).getTime();
    const { db, jobs, changes } = app.app.deps;
    const noticedAt = async (minutes: number) => {
      const charge = await chargeOf(app, await reserveInHalves(`Noemi ${surname()}`), 'deposit');
      const occurredAt = new Date(midnight + minutes * 60_000);
      const pix = pixFor(charge, { payerName: '', occurredAt });
      await recordReportedNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pix);
      const payer = `Olga ${surname()}`;
      const { id } = await reserveInHalves(payer);
      return { payer, id };
    };
    const booked = async ({ payer }: { payer: string }, day: string) =>
      statesOf((await upload(csv([{ day, text: `Pix recebido ${payer}`, amount: reais(price / 2) }]))).body);
    const before = await noticedAt(-2);
    expect(await booked(before, dayOf(midnight))).toEqual(['counted']);
    // A Pix of another hour is other money.
    price += 10;
    ({ id: tripId } = await createTrip(app, { capacity: 1_000, price_cents: price }));
    const evening = await noticedAt(-180);
    expect(await booked(evening, dayOf(midnight))).toEqual(['proposed']);
    expect(await booked(evening, dayOf(midnight - DAY_MS))).toEqual(['counted']);
    price += 10;
    ({ id: tripId } = await createTrip(app, { capacity: 1_000, price_cents: price }));
    const after = await noticedAt(2);
    expect(await booked(after, dayOf(midnight - DAY_MS))).toEqual(['counted']);
  });

  it('counts once more where staff says that it is another payment', async () => {
    const last = surname();
    const { id, code } = await reserveInHalves(`Bruna ${last}`);
    const line = { text: `PIX BRUNA ${last}`, amount: reais(price / 2) };
    const first = (await upload(csv([line]))).body;
    expect((await confirm(first.id, chosenOf(first))).status).toBe(201);
    // The second is of another account, which the file does not say.
    const second = (await upload(csv([line]))).body;
    const [counted] = chosenOf(second, 'counted');
    expect((await confirm(second.id, [{ ...counted, isDeliberate: false }])).status).toBe(409);
    expect(await entries(id)).toHaveLength(1);
    expect((await confirm(second.id, [{ ...counted, isDeliberate: true }])).status).toBe(201);
    expect(await entries(id)).toMatchObject(Array(2).fill({ amount_cents: price / 2 }));
    expect((await read(second.id)).body.lines).toMatchObject([{ state: 'confirmed', reservation: { code } }]);
  });

  it('counts as often as one file has it, each line by a choice of its own', async () => {
    const last = surname();
    const { id, code } = await reserveInHalves(`Caio ${last}`);
    const line = { text: `PIX CAIO ${last}`, amount: reais(price / 2), id: 'same' };
    const file = csv([line, line, line]);
    const { body } = await upload(file);
    expect(statesOf(body)).toEqual(['proposed', 'proposed', 'unmatched']);
    expect((await confirm(body.id, chosenOf(body).slice(0, 1))).status).toBe(201);
    expect((await confirm(body.id, chosenOf((await read(body.id)).body))).status).toBe(201);
    const [third] = chosenOf((await read(body.id)).body, 'unmatched');
    const refused = await confirm(body.id, [{ ...third, code }]);
    expect(refused.body.fields).toEqual({ 'lines.0.isDeliberate': 'A reserva não deve nada.' });
    expect((await confirm(body.id, [{ ...third, code, isDeliberate: true }])).status).toBe(201);
    expect(await entries(id)).toHaveLength(3);
    expect(statesOf((await upload(file)).body)).toEqual(['counted', 'counted', 'counted']);
  });

  it('from somebody with the same first name is other money', async () => {
    const one = await reserve(`Maria ${surname()}`);
    const other = await reserve(`Maria ${surname()}`);
    const text = async ({ payer }: typeof one) => {
      const row = await app.db.selectFrom('users').select('name').where('id', '=', payer.id).executeTakeFirstOrThrow();
      return `PIX RECEBIDO ${row.name}`;
    };
    const first = (await upload(ofx([{ text: await text(one) }]))).body;
    expect((await confirm(first.id, chosenOf(first))).status).toBe(201);
    const second = (await upload(ofx([{ text: await text(other) }]))).body;
    expect(second.lines).toMatchObject([{ state: 'proposed', reservation: { code: other.code } }]);
  });

  it('in the chosen reservation needs a deliberate choice, whatever name the bank gives', async () => {
    const one = await reserve(`Otávio ${surname()}`);
    expect((await typed(one.id, deposit)).status).toBe(201);
    const { body } = await upload(ofx([{ text: 'PIX RECEBIDO' }, { text: 'PIX FULANO', id: '2' }]));
    const chosen = body.lines.map(({ id }: StatementLine) => ({ id, code: one.code }));
    const refused = await confirm(body.id, chosen);
    expect([refused.status, refused.body.code]).toEqual([409, 'DELIBERATE_CHOICE_NEEDED']);
    expect(Object.keys(refused.body.fields)).toHaveLength(1);
    expect(await entries(one.id)).toHaveLength(1);
  });

  it('from a statement is not counted again by a notice that comes late, even if one person paid for another', async () => {
    const owner = await reserveInHalves(`Lara ${surname()}`);
    const charge = await chargeOf(app, owner, 'deposit');
    const payer = `Mário ${surname()}`;
    const one = await reserveInHalves(payer);
    const { db, jobs, changes } = app.app.deps;
    const occurredAt = new Date(Date.now() - 60_000);
    const { body } = await upload(csv([{ text: `Pix recebido ${payer}`, amount: reais(price / 2) }]));
    expect((await confirm(body.id, chosenOf(body))).status).toBe(201);
    const receive = (when: Date) =>
      recordReportedNow(
        { db, jobs, changes, publicUrl: 'https://passeio.example' },
        pixFor(charge, { payerName: '', occurredAt: when }),
      );
    expect(await receive(occurredAt)).toBe('unmatched');
    expect([await entries(one.id), await entries(owner.id)].map(({ length }) => length)).toEqual([1, 0]);
    // One that was paid after the statement is no part of it.
    expect(await receive(new Date())).toBe('recorded');
    const [entry] = await entries(one.id);
    const reversal = `/api/reservations/${one.id}/payments/${entry?.id}/reversal`;
    expect((await call(app, 'POST', reversal, { token, body: { reason: 'Foi engano' } })).status).toBeLessThan(300);
    expect(await receive(occurredAt)).toBe('recorded');
  });

  it('that was reversed is proposed again', async () => {
    const last = surname();
    const one = await reserve(`Ugo ${last}`);
    await typed(one.id, deposit);
    const file = (await upload(ofx([{ text: `PIX UGO ${last}` }]))).body;
    expect(statesOf(file)).toEqual(['counted']);
    const [entry] = await entries(one.id);
    const path = `/api/reservations/${one.id}/payments/${entry?.id}/reversal`;
    expect((await call(app, 'POST', path, { token, body: { reason: 'Foi engano' } })).status).toBeLessThan(300);
    expect(statesOf((await read(file.id)).body)).toEqual(['proposed']);
  });
});

describe('a name that the bank cut', () => {
  it('is proposed where amount and first name fit one reservation, and no other word speaks against it', async () => {
    const first = `Diego${surname().slice(-3)}`;
    const one = await reserve(`${first} Alves`);
    const { body } = await upload(
      ofx([
        { id: '1', text: `PIX TRANSF ${first.toUpperCase()} S22/11` },
        { id: '2', text: `PIX TRANSF ${first.toUpperCase()} A22/11` },
      ]),
    );
    expect(body.lines).toMatchObject([
      { state: 'unmatched' },
      { state: 'proposed', match: 'amount_and_first_name', reservation: { code: one.code } },
    ]);
    await reserve(`${first} Almeida`);
    expect(statesOf((await read(body.id)).body)).toEqual(['unmatched', 'unmatched']);
  });
});

describe('a line that is no reservation', () => {
  const dismissal = (method: string, statementId: string, lineId: string) =>
    call(app, method, `/api/payments/statements/${statementId}/lines/${lineId}/dismissal`, { token });

  it('is dismissed once for all files, until staff takes that back', async () => {
    const text = `RENDIMENTO ${surname()}`;
    const file = ofx([
      { id: '1', text },
      { id: '2', text },
    ]);
    const { body } = await upload(file);
    const [{ id }] = body.lines;
    const dismissed = await dismissal('PUT', body.id, id);
    expect([dismissed.status, statesOf(dismissed.body)]).toEqual([200, ['dismissed', 'unmatched']]);
    expect((await dismissal('PUT', body.id, id)).status).toBe(200);
    const { code } = await reserve('Ivo Reis');
    expect((await confirm(body.id, [{ id, code }])).body.code).toBe('STATEMENT_CHANGED');
    const renumbered = (await upload(file.replaceAll('<FITID>', '<FITID>9'))).body;
    expect(statesOf(renumbered)).toEqual(['dismissed', 'unmatched']);
    expect((await dismissal('DELETE', renumbered.id, renumbered.lines[0].id)).status).toBe(200);
    expect(statesOf((await read(body.id)).body)).toEqual(['unmatched', 'unmatched']);
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where subject_id in (${body.id}, ${renumbered.id}) and action like '%line%'
      order by at`.execute(app.db);
    expect(rows.map(({ action }) => action)).toEqual(['statement.line_dismissed', 'statement.line_restored']);
  });

  it('is none once it is recorded', async () => {
    const last = surname();
    await reserve(`Jair ${last}`);
    const { body } = await upload(ofx([{ text: `PIX JAIR ${last}` }]));
    expect((await confirm(body.id, chosenOf(body))).status).toBe(201);
    expect((await dismissal('PUT', body.id, body.lines[0].id)).body.code).toBe('STATEMENT_CHANGED');
    expect((await dismissal('PUT', body.id, body.id)).body.code).toBe('STATEMENT_NOT_FOUND');
  });
});
