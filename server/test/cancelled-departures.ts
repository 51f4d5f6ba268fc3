import type { CancellationProgress, ChoiceDraft } from '@passeio/contract/departures/departure-cancellations';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { makeChoiceLink } from '../src/domains/departures/index.ts';
import { sweepHolds } from '../src/domains/reservations/holds/expire-holds.ts';
import type { Jobs } from '../src/platform/jobs/jobs.ts';
import type { TestApp } from './app.ts';
import { call, type Person } from './factories.ts';
import { createFamily, type Family, type FamilyTrip } from './parties.ts';
import { sweepDepsOf } from './waiting.ts';

const DAY_MS = 24 * 3_600_000;

/** "2026-12-04", in so many days of the operator's calendar. */
export const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

export const REASON = 'Previsão de chuva forte na serra.';

/** Departures that are cancelled, with what is done to them. */
export function cancellingDepartures(app: TestApp, staff: () => Person) {
  const path = (tripId: string) => `/api/trips/${tripId}/cancellation`;
  return {
    path,
    cancel: (tripId: string, body: object = { reason: REASON, chooseUntil: dayIn(7) }, { token } = staff()) =>
      call(app, 'POST', path(tripId), { token, body }),
    undo: (tripId: string) => call(app, 'DELETE', path(tripId), { token: staff().token }),
    /** A family in the trip, of whom so much was received. */
    async family(trip: FamilyTrip, adults: number, paidCents: number): Promise<Family> {
      const made = await createFamily(app, { adult: adults }, { trip });
      if (paidCents > 0) {
        const body = { kind: 'deposit', method: 'pix', amountCents: paidCents };
        const paid = await call(app, 'POST', `/api/reservations/${made.id}/payments`, { token: staff().token, body });
        expect(paid.status).toBe(201);
      }
      return made;
    },
    /** As if it had been cancelled so many minutes ago. */
    age: (tripId: string, minutes = 3) =>
      sql`update trip_cancellations set cancelled_at = now() - make_interval(mins => ${minutes})
        where trip_id = ${tripId}`.execute(app.db),
    async progress(tripId: string): Promise<CancellationProgress> {
      const { status, body } = await call(app, 'GET', path(tripId), { token: staff().token });
      expect(status).toBe(200);
      return body;
    },
    /** The token of a new link. */
    async link(tripId: string, reservationId: string): Promise<string> {
      const url = await makeChoiceLink(app.db, 'https://passeio.example', { reservationId, tripId });
      return decodeURIComponent(url?.split('#')[1] ?? '');
    },
    read: (token: string) => call(app, 'POST', '/api/departure-choices/link/read', { body: { token } }),
    choose: (token: string, choice: ChoiceDraft) =>
      call(app, 'PUT', '/api/departure-choices/link', { body: { token, choice } }),
    own: ({ id, payer }: Family) =>
      call(app, 'GET', `/api/reservations/${id}/departure-choice`, { token: payer.token }),
    chooseOwn: ({ id, payer }: Family, choice: ChoiceDraft) =>
      call(app, 'PUT', `/api/reservations/${id}/departure-choice`, { token: payer.token, body: choice }),
    reservation: (id: string) =>
      app.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    emailsOf: async (id: string) =>
      (
        await app.db
          .selectFrom('reservation_emails')
          .select('kind')
          .where('reservation_id', '=', id)
          .orderBy('id')
          .execute()
      ).map(({ kind }) => kind),
    /** How much goes back or went back of a reservation, by what it is. */
    async returned(id: string): Promise<{ due: number; credit: number }> {
      const { rows } = await sql<{ due: number; credit: number }>`select
        (select coalesce(sum(amount_cents), 0)::integer from refunds where reservation_id = ${id} and state = 'due') as due,
        (select coalesce(sum(case direction when 'out' then amount_cents else -amount_cents end), 0)::integer
          from entries where reservation_id = ${id} and method = 'credit') as credit`.execute(app.db);
      return rows[0] ?? { due: 0, credit: 0 };
    },
  };
}

/** Notifies the people of a waiting list of what became of it. */
export const notifyWaitingList = (app: TestApp, jobs: Pick<Jobs, 'enqueueAll'>) =>
  sweepHolds({ ...sweepDepsOf(app), jobs });
