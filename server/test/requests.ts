import { afterEach, beforeEach } from 'vitest';
import { notifyNewReservations } from '../src/domains/reminders/send-reminders.ts';
import { sweepHolds } from '../src/domains/reservations/holds/expire-holds.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { call, createPerson, type Person } from './factories.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { createFamily, createFamilyTrip, type Family } from './parties.ts';

export const PUBLIC_URL = 'https://passeio.example';
/** The operator's address. */
export const OPERATOR_EMAIL = 'oi@rota.example';
/** What staff answers to a request that it refuses. */
export const REFUSAL = 'O barco deste dia já está fretado.';

/** An application with somebody of the staff, whose operator can be paid by Pix and gets e-mails. */
export async function appForRequests(deps: TestAppOptions['deps'] & object) {
  const app = await buildTestApp({ connections: 20, deps });
  await app.db
    .updateTable('operator')
    .set({ name: 'Rota das Águas', email: OPERATOR_EMAIL, pix_key: 'pix@rota.example' })
    .execute();
  return { app, staff: await createPerson(app, 'OPERATOR') };
}

/** Requests of an application in the tests of a file: each test has a mailbox of its own. */
export function requests(app: () => TestApp, staff: () => Person) {
  let mailbox: Mailbox;
  beforeEach(async () => {
    await app().db.updateTable('reservations').set({ acknowledged_at: new Date() }).execute();
    mailbox = await openMailbox(app());
  });
  afterEach(() => mailbox.close());

  const parts = () => ({ ...app().app.deps, jobs: mailbox.jobs, publicUrl: PUBLIC_URL });
  const change = (id: string, set: object) =>
    app().db.updateTable('reservations').set(set).where('id', '=', id).execute();
  const tripOnRequest = (overrides = {}) => createFamilyTrip(app(), { on_request: true, ...overrides });
  return {
    change,
    tripOnRequest,
    /** A dependency of the application: e-mails of its routes go to the mailbox of the test that runs. */
    deps: (({ jobs }) => ({
      jobs: { ...jobs, enqueue: (...email) => mailbox.jobs.enqueue(...email) },
    })) satisfies TestAppOptions['deps'],
    ask: async (overrides = {}, counts = { adult: 2 }) =>
      createFamily(app(), counts, { trip: await tripOnRequest(overrides) }),
    answer: ({ id }: { id: string }, decision: 'acceptance' | 'refusal', who: Person = staff()) =>
      call(app(), 'POST', `/api/reservations/${id}/${decision}`, {
        token: who.token,
        ...(decision === 'refusal' && { body: { reason: REFUSAL } }),
      }),
    own: async ({ id, payer }: Family) => (await call(app(), 'GET', `/api/reservations/${id}`, payer)).body,
    /** Queues the e-mails of what is new. */
    notifyNew: () => notifyNewReservations(parts()),
    sweep: () => sweepHolds(parts()),
    letLapse: async ({ id }: Family) => {
      await change(id, { hold_expires_at: new Date(Date.now() - 60_000) });
      await sweepHolds(parts());
    },
    /** What was sent since the last call. */
    mails: async () => {
      await notifyNewReservations(parts());
      return (await mailbox.deliver()).map(({ to, subject, text }) => ({ to, subject, text }));
    },
    timeline: async ({ id, payer }: Family) =>
      (await call(app(), 'GET', `/api/reservations/${id}/timeline`, payer)).body.data.map(
        ({ sentence, details }: { sentence: string; details: string[] }) => [sentence, ...details],
      ),
  };
}
