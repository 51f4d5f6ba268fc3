import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip } from '../../../test/factories.ts';
import { createFamily } from '../../../test/parties.ts';
import { createPool } from '../../platform/database/connect.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { type FakeMailTransport, fakeMailTransport } from '../../ports/mail/fake.ts';
import { sendQueuedEmails } from '../messages/index.ts';
import { isStillSo } from '../payments/index.ts';
import { sweepHolds } from './expire-holds.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let pool: pg.Pool;
let jobs: Jobs;
let transport: FakeMailTransport;
beforeAll(async () => {
  app = await buildTestApp({
    deps: ({ databaseUrl }) => {
      pool = createPool({ connectionString: databaseUrl, max: 5, onError: () => undefined });
      return {};
    },
  });
  await app.db.updateTable('operator').set({ time_zone: 'Asia/Tokyo', name: 'Rota das Águas' }).execute();
});
afterAll(async () => {
  await pool.end();
  await app.close();
});
beforeEach(async () => {
  transport = fakeMailTransport();
  jobs = await startJobs(pool, app.app.deps.logger);
});
afterEach(() => jobs.stop());

const sweep = () => sweepHolds({ ...app.app.deps, jobs, publicUrl: 'https://passeio.example' });
const setDeadline = async (id: string, deadline: Date) => {
  const created_at = new Date(deadline.getTime() - 24 * 60 * MINUTE_MS);
  const change = { hold_expires_at: deadline, created_at };
  await app.db.updateTable('reservations').set(change).where('id', '=', id).execute();
};
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const inTokyo = (deadline: Date) => {
  const text = (options: object) => deadline.toLocaleString('pt-BR', { timeZone: 'Asia/Tokyo', ...options });
  return `${text({ day: '2-digit', month: '2-digit', year: 'numeric' })} às ${text({ timeStyle: 'short' })}`;
};

/** Sends what is queued. */
async function deliver() {
  const { db, storage } = app.app.deps;
  const makeLink = async () => undefined;
  await sendQueuedEmails({ jobs, db, storage, transport, makeLink, isStillSo: (reason) => isStillSo(db, reason) });
  const unsent = async () =>
    (await pool.query("select count(*)::integer from pgboss.job where name = 'mail' and state < 'completed'")).rows;
  await expect.poll(unsent, { timeout: 20_000 }).toEqual([{ count: 0 }]);
  return transport.sent;
}

describe('the e-mail about a hold', () => {
  it('that is about to end says until when, for which trip, what is missing, and leads to the reservation', async () => {
    const { id, payer, reservation } = await createFamily(app, { adult: 1 });
    const deadline = inMinutes(90);
    await setDeadline(id, deadline);
    await sweep();
    const [mail, ...more] = await deliver();

    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: payer.email,
      subject: `A sua reserva ${reservation.code} está para expirar – Rota das Águas`,
    });
    const { text = '' } = mail ?? {};
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      `As vagas da sua reserva ${reservation.code} em Cânions de Furnas estão guardadas até ${inTokyo(deadline)}.`,
    );
    expect(text).toMatch(/R\$\s56,70/);
    expect(text).toContain(`https://passeio.example/minhasreservas/${reservation.code}`);
  });

  it('that has expired leads to the trip', async () => {
    const { id, reservation } = await createFamily(app, { adult: 1 });
    await setDeadline(id, inMinutes(-1));
    await sweep();
    const [mail] = await deliver();
    expect(mail?.subject).toBe(`A reserva ${reservation.code} expirou – Rota das Águas`);
    expect(mail?.text).toContain(`https://passeio.example/portal/passeio/${reservation.trip.slug}`);
    expect(mail?.text).not.toContain('minhasreservas');
  });

  it('leads somebody without an account to the trip', async () => {
    const { token } = await createPerson(app, 'OPERATOR');
    const trip = await createTrip(app);
    const guest = await createGuestPerson(app, { name: 'Dona Nair' });
    await app.db.updateTable('users').set({ email: 'nair@exemplo.com.br' }).where('id', '=', guest.id).execute();
    const body = { personId: guest.id };
    const { id } = (await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token, body })).body;
    await setDeadline(id, inMinutes(90));
    await sweep();
    const [mail] = await deliver();
    expect(mail?.to).toBe('nair@exemplo.com.br');
    expect(mail?.text).toContain(`https://passeio.example/portal/passeio/${trip.slug}`);
  });

  it.each([
    ['it was paid', { state: 'booked' as const }],
    ['it has another deadline', { hold_expires_at: inMinutes(24 * 60) }],
    ['it has no deadline any more', { hold_expires_at: null }],
  ])('is not sent once %s', async (_, change) => {
    const { id } = await createFamily(app, { adult: 1 });
    await setDeadline(id, inMinutes(90));
    await sweep();
    await app.db.updateTable('reservations').set(change).where('id', '=', id).execute();
    expect(await deliver()).toEqual([]);
  });

  it('that expired is not sent once it was reinstated', async () => {
    const { id } = await createFamily(app, { adult: 1 });
    await setDeadline(id, inMinutes(-1));
    await sweep();
    await app.db.updateTable('reservations').set({ state: 'booked' }).where('id', '=', id).execute();
    expect(await deliver()).toEqual([]);
  });
});
