import type { StatementLine } from '@passeio/contract/payments/statements';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createTrip } from '../../../../test/factories.ts';
import { chargeOf, ledgerOf, newEndToEndId, pixFor, refundsOf } from '../../../../test/pix.ts';
import { chosenOf, confirmLines, csv, ofx, reais, reserveAs, surname, upload } from '../../../../test/statements.ts';
import { recordReportedNow } from '../index.ts';

const PEOPLE = ['Ana', 'Bia', 'Caio'];
const DAYS = 3;
const ACCOUNTS = 2;

let app: TestApp;
let token: string;
let amount = 5_000;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
});
afterAll(() => app.close());

/** A movement of the bank, all of one amount: who paid, whose charge, when, to which account. */
const movement = fc.record({
  payer: fc.nat(PEOPLE.length - 1),
  owner: fc.nat(PEOPLE.length - 1),
  day: fc.integer({ min: 1, max: DAYS }),
  account: fc.nat(ACCOUNTS - 1),
});
type Movement = (typeof movement extends fc.Arbitrary<infer One> ? One : never) & { endToEndId: string };

const writtenTexts = ['name', 'cut name', 'id', 'name and id', 'nothing'] as const;
const file = fc.record({
  account: fc.nat(ACCOUNTS - 1),
  days: fc.tuple(fc.integer({ min: 1, max: DAYS }), fc.integer({ min: 1, max: DAYS })),
  format: fc.constantFrom('ofx', 'csv' as const),
  ids: fc.constantFrom('of the bank', 'line numbers', 'none' as const),
  text: fc.constantFrom(...writtenTexts),
  isNewestFirst: fc.boolean(),
});
type File = typeof file extends fc.Arbitrary<infer One> ? One : never;
const notice = fc.record({ movement: fc.nat(7), hasPayerName: fc.boolean(), hasCharge: fc.boolean() });
const step = fc.oneof(file, file, notice);

/** Three reservations that owe the amount twice, with a charge each. */
async function newWorld() {
  amount += 100;
  const last = surname();
  const trip = await createTrip(app, { price_cents: 2 * amount });
  const people = [];
  for (const first of PEOPLE) {
    const name = `${first}${last.slice(-3)} ${surname()}`;
    const reservation = await reserveAs(app, trip.id, name);
    const set = { deposit_cents: amount };
    await app.db.updateTable('reservations').set(set).where('id', '=', reservation.id).execute();
    people.push({ ...reservation, name, charge: await chargeOf(app, reservation, 'deposit') });
  }
  return people;
}
type World = Awaited<ReturnType<typeof newWorld>>;

const dayOf = ({ day }: Movement) => `2026-01-0${day}`;

async function receivePix(
  world: World,
  one: Movement,
  { hasPayerName, hasCharge }: { hasPayerName: boolean; hasCharge: boolean },
) {
  const { db, jobs, changes } = app.app.deps;
  const charge = hasCharge ? world[one.owner]?.charge : undefined;
  const pix = pixFor(charge, {
    ...{ reference: one.endToEndId, amountCents: amount, occurredAt: new Date(`${dayOf(one)}T15:00:00Z`) },
    payerName: hasPayerName ? (world[one.payer]?.name ?? '') : '',
  });
  await recordReportedNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pix);
}

/** A file of the bank, of whose proposals staff confirms all. Returns its lines as they stand then. */
async function importFile(world: World, movements: Movement[], written: File): Promise<StatementLine[]> {
  const [from, to] = written.days.toSorted();
  const inFile = movements.filter(
    ({ account, day }) => account === written.account && day >= (from ?? 0) && day <= (to ?? 0),
  );
  if (written.isNewestFirst) inFile.reverse();
  if (inFile.length === 0) return [];
  const lines = inFile.map((one, index) => ({
    day: dayOf(one),
    amount: reais(amount),
    text: textOf(world, one, written.text),
    ...(written.ids === 'of the bank' ? { id: one.endToEndId.slice(-11) } : {}),
    ...(written.ids === 'line numbers' ? { id: String(index + 1) } : {}),
  }));
  const content = written.format === 'ofx' ? ofx(lines, { account: `77-${written.account}` }) : csv(lines);
  const { status, body } = await upload(app, token, content);
  expect([status, body.lines.length]).toEqual([201, inFile.length]);
  const proposed = chosenOf(body);
  if (proposed.length === 0) return body.lines;
  const confirmed = await confirmLines(app, token, body.id, proposed);
  expect(confirmed.status).toBe(201);
  return confirmed.body.lines;
}

function textOf(world: World, { payer, endToEndId }: Movement, text: File['text']): string {
  const name = world[payer]?.name.toUpperCase() ?? '';
  const texts: Record<typeof text, string> = {
    name: `PIX RECEBIDO ${name}`,
    'cut name': `PIX TRANSF ${name.slice(0, name.indexOf(' ') + 3)}05/01`,
    id: `PIX ${endToEndId}`,
    'name and id': `${name} ID:${endToEndId}`,
    nothing: 'CREDITO PIX',
  };
  return texts[text];
}

describe('for any sequence of files of a bank, overlapping, in other formats and with other ids, and its notices', () => {
  it('each movement is counted at most once, and is never hidden, where staff follows the proposals', async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(movement, { minLength: 1, maxLength: 5 }),
        fc.array(step, { minLength: 1, maxLength: 7 }),
        async (drafts, steps) => {
          const world = await newWorld();
          const movements = drafts.map((draft): Movement => ({ ...draft, endToEndId: newEndToEndId() }));
          for (const next of steps) {
            if ('format' in next) {
              const lines = await importFile(world, movements, next);
              await expectNothingHidden(world, lines);
            } else {
              const one = movements[next.movement % movements.length];
              if (one) await receivePix(world, one, next);
            }
            counted += await expectCountedOnce(world, movements);
          }
        },
      ),
      { numRuns: 100 },
    );
    // The property says nothing where nothing is ever counted.
    expect(counted).toBeGreaterThan(100);
  }, 240_000);
});

/** Returns how many entries there are. */
async function expectCountedOnce(world: World, movements: Movement[]): Promise<number> {
  let all = 0;
  for (const [index, { id }] of world.entries()) {
    const ledger = await ledgerOf(app, id);
    const own = movements.filter(({ payer, owner }) => payer === index || owner === index);
    expect(ledger.length).toBeLessThanOrEqual(own.length);
    const refunded = (await refundsOf(app, id)).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    expect(refunded).toBeLessThanOrEqual(Math.max(0, own.length - 2) * amount);
    all += ledger.length;
  }
  expect(all).toBeLessThanOrEqual(movements.length);
  return all;
}

/** No more lines are said to be in a ledger than it has entries. */
async function expectNothingHidden(world: World, lines: StatementLine[]): Promise<void> {
  for (const { id, code } of world) {
    const inLedger = lines.filter(
      ({ state, reservation }) => reservation?.code === code && (state === 'counted' || state === 'confirmed'),
    );
    expect(inLedger.length).toBeLessThanOrEqual((await ledgerOf(app, id)).length);
  }
}
