import { moneyText } from '@passeio/contract/money';
import { expect } from 'vitest';
import { recordEntry } from '../../demo/parties.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import type { TestApp } from './app.ts';
import { call, type Person } from './factories.ts';
import { createFamily, createFamilyTrip, departIn, type Family } from './parties.ts';

const DAY_MS = 24 * 3_600_000;

/** 10% until 20 days before the departure, then 20%. */
export const TIERS = [
  { minHoursBefore: 24 * 20, penaltyPercent: 10 },
  { minHoursBefore: 0, penaltyPercent: 20 },
];

/** The rule twelve days before the departure. */
export const ruleOn = (cents: number) => `Faltam 12 dias: multa de 20% sobre ${moneyText(cents)}.`;

/** Writes that money came in, whatever the state; waits for nobody but the reservation's lock. */
export const receive = (db: Database, id: string, cents: number) =>
  inTransaction(db, (trx) => recordEntry(trx, { ...byPix, reservation_id: id, amount_cents: cents }));

const byPix = { kind: 'balance', method: 'pix', recorded_via: 'system' } as const;

/** Reservations that are cancelled, with what is done to them. */
export function cancelling(app: TestApp, staff: () => Person) {
  const contracted = (id: string, daysAgo: number) =>
    app.db
      .updateTable('reservations')
      .set({ created_at: new Date(Date.now() - daysAgo * DAY_MS) })
      .where('id', '=', id)
      .execute();

  async function pay(id: string, amountCents: number, kind = 'deposit'): Promise<void> {
    const body = { kind, method: 'pix', amountCents };
    const { token } = staff();
    expect((await call(app, 'POST', `/api/reservations/${id}/payments`, { token, body })).status).toBe(201);
  }

  return {
    contracted,
    pay,
    /** By default two adults, contracted ten days ago, in a trip that departs in twelve days; `paidCents` came in. */
    async family(paidCents: number, counts: Parameters<typeof createFamily>[1] = { adult: 2 }): Promise<Family> {
      const trip = await createFamilyTrip(app, { cancellation_tiers: JSON.stringify(TIERS) });
      const made = await createFamily(app, counts, { trip });
      await departIn(app, trip.id, 12 * 24 + 1);
      await contracted(made.id, 10);
      if (paidCents > 0) await pay(made.id, paidCents);
      return made;
    },
    quote: (id: string, { token }: Person, query = '') =>
      call(app, 'GET', `/api/reservations/${id}/cancellation${query}`, { token }),
    cancel: (id: string, { token }: Person, body?: object) =>
      call(app, 'POST', `/api/reservations/${id}/cancel`, { token, ...(body && { body }) }),
    details: async (id: string) => (await call(app, 'GET', `/api/reservations/${id}`, { token: staff().token })).body,
  };
}
