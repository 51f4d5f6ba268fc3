import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { patiently } from '../../../../test/patiently.ts';
import { chargeOf, ledgerOf } from '../../../../test/pix.ts';
import { judge, pdf, sendReceipt } from '../../../../test/receipts.ts';
import { ofx, reserveAs, surname, today, upload as uploadAs } from '../../../../test/statements.ts';
import { settlePixNow } from '../index.ts';

const PRICE = 28_900;
const DEPOSIT = 8_670;

let app: TestApp;
let token: string;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
  await app.db.updateTable('operator').set({ pix_key: 'pix@rotadasaguas.example' }).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ id: tripId } = await createTrip(app, { capacity: 1_000, price_cents: PRICE }));
});

const read = (id: string) => call(app, 'GET', `/api/payments/statements/${id}`, { token });
const confirm = (id: string, lines: object[], headers: Record<string, string> = {}) =>
  call(app, 'POST', `/api/payments/statements/${id}/confirmation`, { token, body: { lines }, headers });
const idsOf = (statement: { lines: { id: string; state: string }[] }, state = 'proposed') =>
  statement.lines.filter((line) => line.state === state).map(({ id }) => ({ id }));
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
    const { status, body } = await upload(
      ofx([
        { id: 'a', text: `PIX QR CODE ${txid}` },
        { id: 'b', text: `PIX RECEBIDO ${last.toUpperCase().slice(0, 11)} JOAO`, amount: '289,00' },
        { id: 'c', text: 'PIX RECEBIDO ZULEIDE NINGUEM' },
        { id: 'd', text: 'PIX ENVIADO', amount: '-50,00', type: 'DEBIT' },
        { id: 'e', text: 'TARIFA', amount: '12.00', type: 'DEBIT' },
      ]),
    );
    expect([status, body.format]).toEqual([201, 'ofx']);
    expect(body.lines).toMatchObject([
      { state: 'proposed', match: 'txid', reservation: { code: one.code, dueCents: PRICE } },
      { state: 'proposed', match: 'amount_and_name', reservation: { code: other.code }, amountCents: PRICE },
      { state: 'unmatched', match: null, reservation: null, occurredOn: today },
    ]);
    const [, , unknown] = body.lines;
    expect((await confirm(body.id, [...idsOf(body), unknown])).status).toBe(400);
    const chosen = await reserve('Rui Melo');
    const confirmed = await confirm(body.id, [...idsOf(body), { id: unknown.id, code: chosen.code.toLowerCase() }]);
    expect(confirmed.status).toBe(201);
    expect(confirmed.body.lines.map(({ state }: { state: string }) => state)).toEqual(Array(3).fill('confirmed'));
    expect(await entries(one.id)).toMatchObject([
      { kind: 'deposit', method: 'pix', amount_cents: DEPOSIT, recorded_via: 'person', charge_id: expect.any(String) },
    ]);
    expect(await entries(other.id)).toMatchObject([{ kind: 'full', amount_cents: PRICE }]);
    expect(await entries(chosen.id)).toMatchObject([{ kind: 'deposit', amount_cents: DEPOSIT }]);
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
    expect((await typed(one.id, DEPOSIT)).status).toBe(201);
    const text = `PIX CAIO ${last}`;
    const { body } = await upload(ofx([{ id: `${last}1`, text }]));
    expect(body.lines).toMatchObject([{ state: 'counted', reservation: { code: one.code } }]);
    expect((await confirm(body.id, [{ id: body.lines[0].id }])).body.code).toBe('STATEMENT_CHANGED');
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
    const body = { kind: 'deposit', method: 'pix', amountCents: DEPOSIT, endToEndId };
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
    const pix = { endToEndId, txid: '', amountCents: DEPOSIT, payerName: `LIA ${last}`, occurredAt: new Date() };
    await settlePixNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pix);
    const { body } = await upload(ofx([{ id: last, text: `PIX LIA ${last}` }]));
    expect((await confirm(body.id, idsOf(body))).status).toBe(201);
    expect(await entries(one.id)).toMatchObject([{ end_to_end_id: endToEndId }]);
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
    expect(idsOf(second)).toHaveLength(1);
    expect((await confirm(second.id, idsOf(second))).status).toBe(201);
    expect((await confirm(first.id, idsOf(first))).body.code).toBe('STATEMENT_CHANGED');
    expect(await entries(other.id)).toEqual([]);
    const shown = (await read(first.id)).body;
    expect(shown.lines.map(({ state }: { state: string }) => state)).toEqual(['counted', 'proposed']);
    expect((await typed(other.id, DEPOSIT)).status).toBe(201);
    expect((await confirm(first.id, idsOf(shown))).body.code).toBe('STATEMENT_CHANGED');
    expect([await entries(one.id), await entries(other.id)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('confirmed by several at once, from several files, records each line once', async () => {
    const last = surname();
    const one = await reserve(`Gil ${last}`);
    const file = ofx([{ id: last, text: `PIX GIL ${last}` }]);
    const statements = await Promise.all(Array.from({ length: 4 }, () => upload(file)));
    const responses = await Promise.all(
      statements.flatMap(({ body: { id, ...found } }) => {
        const press = () => patiently(() => confirm(id, idsOf(found)));
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
    expect((await confirm(body.id, idsOf(body))).status).toBe(201);
    expect((await judge(app, sent.body.id, staff, { amountCents: DEPOSIT })).body.code).toBe('RECEIPT_REVIEWED');
    expect(await entries(id)).toMatchObject([{ amount_cents: DEPOSIT, charge_id: expect.any(String) }]);
  });

  it('reinstates an expired reservation whose Pix came late', async () => {
    const one = await reserve('Hugo Paz');
    const { txid } = await chargeOf(app, one, 'deposit');
    await app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', one.id).execute();
    const { body } = await upload(ofx([{ id: one.code, text: txid }]));
    expect((await confirm(body.id, idsOf(body))).status).toBe(201);
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

describe('for any statement imported in overlapping parts, in any order and again', () => {
  it('each line counts once', async () => {
    const day = fc.integer({ min: 1, max: 5 });
    const line = fc.record({
      day,
      amount: fc.constantFrom('86.70', '202.30', '10.00'),
      who: fc.nat(2),
      hasId: fc.boolean(),
    });
    const part = fc.tuple(day, day).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(part, fc.boolean()), { minLength: 1, maxLength: 5 }),
        async (drafts, parts) => {
          const last = surname();
          const payers: { first: string; id: string; code: string }[] = [];
          for (const first of ['Ana', 'Bia', 'Caio']) payers.push({ first, ...(await reserve(`${first} ${last}`)) });
          const lines = drafts.map(({ day, amount, who, hasId }, index) => ({
            day: `2026-01-0${day}`,
            amount,
            who,
            text: `PIX ${payers[who]?.first} ${last}`,
            ...(hasId ? { id: `${last}${index}` } : {}),
          }));
          const covered = new Set<object>();
          for (const [[from, to], isConfirmedTwice] of [...parts, [[1, 5], true] as const]) {
            const inPart = lines.filter(({ day }) => day >= `2026-01-0${from}` && day <= `2026-01-0${to}`);
            for (const one of inPart) covered.add(one);
            if (inPart.length === 0) continue;
            const { status, body } = await upload(ofx(inPart));
            expect([status, body.lines.length]).toEqual([201, inPart.length]);
            const chosen = body.lines
              .filter(({ state }: { state: string }) => state === 'proposed' || state === 'unmatched')
              .map(({ id, description }: { id: string; description: string }) => ({
                id,
                code: payers.find(({ first }) => description.includes(first))?.code,
              }));
            if (chosen.length > 0) expect((await confirm(body.id, chosen)).status).toBe(201);
            if (isConfirmedTwice && chosen.length > 0) expect((await confirm(body.id, chosen)).status).toBe(409);
          }
          for (const [who, { id }] of payers.entries()) {
            const expected = lines
              .filter((one) => one.who === who)
              .map(({ amount }) => Math.round(Number(amount) * 100));
            const recorded = (await entries(id)).map(({ amount_cents }) => amount_cents);
            expect(recorded.toSorted()).toEqual(expected.toSorted());
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);
});

describe('without the index by which a line counts once', () => {
  it('several files confirmed at once record a line more than once', async () => {
    const control = await buildTestApp();
    try {
      await sql`drop index statement_lines_counted_once`.execute(control.db);
      const staff = await createPerson(control, 'OPERATOR');
      const trip = await createTrip(control, { capacity: 1_000, price_cents: PRICE });
      let most = 0;
      for (let attempt = 0; attempt < 20 && most < 2; attempt += 1) {
        const last = surname();
        const { id } = await reserveAs(control, trip.id, `Gil ${last}`);
        const file = ofx([{ id: last, text: `PIX GIL ${last}` }]);
        const statements = await Promise.all(Array.from({ length: 4 }, () => uploadAs(control, staff.token, file)));
        await Promise.all(
          statements.map(({ body }) =>
            call(control, 'POST', `/api/payments/statements/${body.id}/confirmation`, {
              token: staff.token,
              body: { lines: idsOf(body) },
            }),
          ),
        );
        most = (await ledgerOf(control, id)).length;
      }
      expect(most).toBeGreaterThan(1);
    } finally {
      await control.close();
    }
  });
});
