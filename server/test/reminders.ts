import { buildTestApp, type TestApp } from './app.ts';
import { openMailbox } from './mailbox.ts';
import { createFamilyTrip } from './parties.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** 10:00 in São Paulo on the day in so many days, which is when the trips of these tests leave. */
export function tenOClock(days: number): Date {
  const day = new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  return new Date(`${day}T10:00:00-03:00`);
}
/** So long before that of the trips. */
export const daysBefore = (days: number, hours = 0) =>
  new Date(tenOClock(30).getTime() - days * DAY_MS - hours * HOUR_MS);
/** As e-mails say it. */
export const momentOfEmail = (instant: Date) => {
  const text = (options: object) => instant.toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', ...options });
  return `${text({ day: '2-digit', month: '2-digit', year: 'numeric' })} às ${text({ timeStyle: 'short' })}`;
};
export const tripInAMonth = (app: TestApp, overrides = {}) =>
  createFamilyTrip(app, {
    departs_at: tenOClock(30),
    returns_at: tenOClock(31),
    bring: ['Protetor solar'],
    ...overrides,
  });

/** An application whose operator can be reached and paid. */
export async function appForReminders(): Promise<TestApp> {
  const app = await buildTestApp({ connections: 20 });
  await app.db
    .updateTable('operator')
    .set({
      ...{ name: 'Rota das Águas', phone: '+553532210000', whatsapp: '+5535988112233', email: 'oi@rota.example' },
      ...{ pix_key: 'pix@rota.example', balance_due_hours: 72, transfer_hours: 48 },
    })
    .execute();
  return app;
}

/** A mailbox to which nothing of earlier tests is due. */
export async function openMailboxOfTest(app: TestApp) {
  await app.db
    .updateTable('trips')
    .set({ departs_at: daysBefore(60), returns_at: daysBefore(59) })
    .execute();
  await app.db.updateTable('reservations').set({ acknowledged_at: new Date() }).execute();
  return openMailbox(app);
}

/** Noon in São Paulo, on the day after that on which those of `bringHome` return. */
export const THE_DAY_AFTER = new Date(tenOClock(0).getTime() + 2 * HOUR_MS);
/** The trip of a reservation, made a week ago, returned yesterday at noon. */
export async function bringHome<Of extends { id: string; trip: { id: string } }>({ db }: TestApp, of: Of): Promise<Of> {
  const at = (hours: number) => new Date(THE_DAY_AFTER.getTime() - hours * HOUR_MS);
  await db
    .updateTable('reservations')
    .set({ created_at: at(200) })
    .where('id', '=', of.id)
    .execute();
  await db
    .updateTable('trips')
    .set({ departs_at: at(30), returns_at: at(24) })
    .where('id', '=', of.trip.id)
    .execute();
  return of;
}
