import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { chargeOf, ledgerOf, pixFor } from '../../../../test/pix.ts';
import { pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';
import { retryWhileBusy } from '../../../../test/retry-while-busy.ts';
import {
  chosenOf,
  confirmLines,
  reais,
  reserveAs,
  surname,
  today,
  upload as uploadAs,
  type WrittenLine,
  ofx as write,
} from '../../../../test/statements.ts';
import { recordReportedNow } from '../index.ts';

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

describe('a statement', () => {
  it('proposes what matches by txid, and by amount and name however the bank cut and spelled it', async () => {
    const one = await reserve('Ana Lima');
    const last = surname();
    const other = await reserve(`João D’Ávila ${last}`);
    const { txid } = await chargeOf(app, one, 'deposit');
    const day = today();
    const { status, body } = await upload(
      ofx([
        { id: 'a', text: `PIX QR CODE ${txid}` },
        {
          id: 'b',
          text: `PIX RECEBIDO ${last.toUpperCase().slice(0, 11)} JOAO`,
          amount: reais(price).replace('.', ','),
        },
        { id: 'c', text: 'PIX RECEBIDO ZULEIDE NINGUEM', day },
        { id: 'd', text: 'PIX ENVIADO', amount: '-50,00', type: 'DEBIT' },
        { id: 'e', text: 'TARIFA', amount: '12.00', type: 'DEBIT' },
      ]),
    );
    expect([status, body.format]).toEqual([201, 'ofx']);
    expect(body.lines).toMatchObject([
      { state: 'proposed', match: 'txid', reservation: { code: one.code, dueCents: price } },
      { state: 'proposed', match: 'amount_and_name', reservation: { code: other.code }, amountCents: price },
      { state: 'unmatched', match: null, reservation: null, occurredOn: day },
    ]);
    const [, , unknown] = body.lines;
    expect((await confirm(body.id, [...chosenOf(body), { id: unknown.id }])).status).toBe(400);
    const chosen = await reserve('Rui Melo');
    const confirmed = await confirm(body.id, [...chosenOf(body), { id: unknown.id, code: chosen.code.toLowerCase() }]);
    expect(confirmed.status).toBe(201);
    expect(confirmed.body.lines.map(({ state }: { state: string }) => state)).toEqual(Array(3).fill('confirmed'));
    expect(await entries(one.id)).toMatchObject([
      { kind: 'deposit', method: 'pix', amount_cents: deposit, recorded_via: 'person', charge_id: expect.any(String) },
    ]);
    expect(await entries(other.id)).toMatchObject([{ kind: 'full', amount_cents: price }]);
    expect(await entries(chosen.id)).toMatchObject([{ kind: 'deposit', amount_cents: deposit }]);
    expect((await confirm(body.id, [{ id: unknown.id, code: chosen.code }])).body.code).toBe('STATEMENT_CHANGED');
  });

  it('proposes nothing where several reservations fit, and nothing twice for one due', async () => {
    const last = surname();
    await reserve(`Maria ${last}`);
    await reserve(`Maria Clara ${last}`);
    const ambiguous = await upload(ofx([{ id: 'amb', text: `PIX MARIA CLARA ${last}` }]));
    expect(ambiguous.body.lines).toMatchObject([{ state: 'unmatched' }]);

    const single = surname();
    const { code } = await reserve(`Beto ${single}`);
    const { body } = await upload(ofx(['1', '2', '3'].map((id) => ({ id, text: `PIX BETO ${single}` }))));
    expect(body.lines.map(({ state }: { state: string }) => state)).toEqual(['proposed', 'unmatched', 'unmatched']);
    expect(body.lines[0].reservation.code).toBe(code);
  });

  it('counts what staff has recorded already, once, and what is imported again', async () => {
    const last = surname();
    const one = await reserve(`Caio ${last}`);
    expect((await typed(one.id, deposit)).status).toBe(201);
    const text = `PIX CAIO ${last}`;
    const { body } = await upload(ofx([{ id: `${last}1`, text }]));
    expect(body.lines).toMatchObject([{ state: 'counted', reservation: { code: one.code } }]);
    const refused = await confirm(body.id, chosenOf(body, 'counted'));
    expect(refused.body).toMatchObject({
      code: 'DELIBERATE_CHOICE_NEEDED',
      fields: { 'lines.0.isDeliberate': expect.stringContaining(reais(deposit).replace('.', ',')) },
    });
    // A second Pix of the same amount is another payment.
    const again = await upload(
      ofx([
        { id: `${last}1`, text },
        { id: `${last}2`, text },
      ]),
    );
    expect(again.body.lines.map(({ state }: { state: string }) => state)).toEqual(['counted', 'unmatched']);
    expect(await entries(one.id)).toHaveLength(1);
  });

  it('counts a Pix by its end-to-end id, whatever the bank writes around it', async () => {
    const one = await reserve('Davi Reis');
    const endToEndId = `E${'9'.repeat(20)}${surname().slice(-3)}AAAAAAAA`;
    const body = { kind: 'deposit', method: 'pix', amountCents: deposit, endToEndId };
    expect((await call(app, 'POST', `/api/reservations/${one.id}/payments`, { token, body })).status).toBe(201);
    const { body: statement } = await upload(ofx([{ text: `PIX ${endToEndId} FULANO` }]));
    expect(statement.lines).toMatchObject([
      { state: 'counted', match: 'end_to_end_id', reservation: { code: one.code } },
    ]);
  });

  it('takes along a Pix that waits without a reservation, so that it is not assigned once more', async () => {
    const last = surname();
    const one = await reserve(`Lia ${last}`);
    const { db, jobs, changes } = app.app.deps;
    const endToEndId = `E${'8'.repeat(20)}${last.slice(-3)}BBBBBBBB`;
    const pix = pixFor(undefined, { reference: endToEndId, amountCents: deposit, payerName: `LIA ${last}` });
    await recordReportedNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pix);
    const { body } = await upload(ofx([{ id: last, text: `PIX LIA ${last}` }]));
    expect((await confirm(body.id, chosenOf(body))).status).toBe(201);
    expect(await entries(one.id)).toMatchObject([{ reference: endToEndId }]);
    const waiting = (await call(app, 'GET', '/api/payments/unmatched', { token })).body.data;
    expect(waiting.filter((payment: { endToEndId: string }) => payment.endToEndId === endToEndId)).toEqual([]);
  });

  it('is refused whole if one of its lines came into the ledger meanwhile, and then shows it', async () => {
    const last = surname();
    const one = await reserve(`Eva ${last}`);
    const other = await reserve(`Fabio ${last}`);
    const lines = [
      { id: `${last}1`, text: `PIX EVA ${last}` },
      { id: `${last}2`, text: `PIX FABIO ${last}` },
    ];
    const first = (await upload(ofx(lines))).body;
    const second = (await upload(ofx(lines.slice(0, 1)))).body;
    expect(chosenOf(second)).toHaveLength(1);
    expect((await confirm(second.id, chosenOf(second))).status).toBe(201);
    expect((await confirm(first.id, chosenOf(first))).body.code).toBe('DELIBERATE_CHOICE_NEEDED');
    expect(await entries(other.id)).toEqual([]);
    const shown = (await read(first.id)).body;
    expect(shown.lines.map(({ state }: { state: string }) => state)).toEqual(['counted', 'proposed']);
    expect((await typed(other.id, deposit)).status).toBe(201);
    expect((await confirm(first.id, chosenOf(shown))).body.code).toBe('DELIBERATE_CHOICE_NEEDED');
    expect([await entries(one.id), await entries(other.id)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('confirmed by several at once, from several files, records each line once', async () => {
    const last = surname();
    const one = await reserve(`Gil ${last}`);
    const file = ofx([{ id: last, text: `PIX GIL ${last}` }]);
    const statements = await Promise.all(Array.from({ length: 4 }, () => upload(file)));
    const responses = await Promise.all(
      statements.flatMap(({ body: { id, ...found } }) => {
        const press = () => retryWhileBusy(() => confirm(id, chosenOf(found)));
        return [press(), press()];
      }),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    expect(await entries(one.id)).toHaveLength(1);
  });

  it('leaves no receipt of its money to be accepted, which would count it again', async () => {
    const staff = { token };
    const { id } = await reserve('Nair Prado');
    await chargeOf(app, { id, payer: staff }, 'deposit');
    const sent = await sendReceipt(app, id, staff, pdf());
    expect(sent.status).toBe(201);
    const { body } = await upload(ofx([{ id: 'n', text: 'PIX RECEBIDO NAIR PRADO' }]));
    expect((await confirm(body.id, chosenOf(body))).status).toBe(201);
    expect((await reviewReceipt(app, sent.body.id, staff, { amountCents: deposit })).body.code).toBe(
      'RECEIPT_REVIEWED',
    );
    expect(await entries(id)).toMatchObject([{ amount_cents: deposit, charge_id: expect.any(String) }]);
  });

  it('reinstates an expired reservation whose Pix came late', async () => {
    const one = await reserve('Hugo Paz');
    const { txid } = await chargeOf(app, one, 'deposit');
    await app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', one.id).execute();
    const { body } = await upload(ofx([{ id: one.code, text: txid }]));
    expect((await confirm(body.id, chosenOf(body))).status).toBe(201);
    const { body: shown } = await call(app, 'GET', `/api/reservations/${one.id}`, { token });
    expect(shown.state).toBe('booked');
  });

  it('is for staff only', async () => {
    const { payer } = await reserve('Iara Luz');
    expect((await upload(ofx([]), payer.token)).status).toBe(403);
    expect((await upload(ofx([]), 'nobody')).status).toBe(401);
    const { body } = await upload(ofx([{}]));
    const path = `/api/payments/statements/${body.id}`;
    expect((await call(app, 'GET', path, { token: payer.token })).status).toBe(403);
    const confirmation = { token: payer.token, body: { lines: [{ id: body.lines[0].id, code: 'AAAAAA' }] } };
    expect((await call(app, 'POST', `${path}/confirmation`, confirmation)).status).toBe(403);
    expect((await read('0190d3e4-0000-7000-8000-000000000000')).body.code).toBe('STATEMENT_NOT_FOUND');
  });
});
