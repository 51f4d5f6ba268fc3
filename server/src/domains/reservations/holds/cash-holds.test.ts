import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, departIn, placesTaken } from '../../../../test/parties.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { sweepHolds } from './expire-holds.ts';

const HOUR_MS = 3_600_000;
const DEPOSIT = 5_670;

let app: TestApp;
let staff: Person;
let seller: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  seller = await createPerson(app, 'OPERATOR', { permissions: ['see_money'] });
});
afterAll(() => app.close());

/** A hold past its deadline whose payer gave cash to somebody whose cash waits for staff. */
async function overdueWithCash(amountCents = DEPOSIT) {
  const family = await createFamily(app, { adult: 1 });
  await departIn(app, family.trip.id, 12);
  await setDeadline(family.id, new Date(Date.now() + HOUR_MS));
  const id = randomUUID();
  const body = { id, code: family.reservation.code, amountCents, tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
  await call(app, 'POST', `/api/trips/${family.trip.id}/door-payments`, { token: seller.token, body });
  await setDeadline(family.id, new Date(Date.now() - HOUR_MS));
  return { ...family, cashId: id };
}

const setDeadline = (id: string, hold_expires_at: Date) =>
  app.db
    .updateTable('reservations')
    .set({ hold_expires_at, created_at: new Date(Date.now() - 48 * HOUR_MS) })
    .where('id', '=', id)
    .execute();
async function sweep(): Promise<string[]> {
  const emails: string[] = [];
  const enqueueAll = async (_: Queue, data: object[]) => void emails.push(...data.map((one) => Object(one).kind));
  await sweepHolds({ ...app.app.deps, jobs: { enqueueAll }, publicUrl: 'https://passeio.example' });
  return emails;
}
const read = async (id: string, { token } = staff) =>
  (await call(app, 'GET', `/api/reservations/${id}`, { token })).body;
const decide = (id: string, decision: string, body?: object) =>
  call(app, 'POST', `/api/payments/door-payments/${id}/${decision}`, { token: staff.token, body });

it('a hold whose deposit a guide has stays past its deadline until staff confirms the cash', async () => {
  const { id, trip, payer, cashId } = await overdueWithCash();
  expect(await sweep()).toEqual([]);
  expect(await placesTaken(app, trip.id)).toBe(1);
  const { status } = await read(id, payer);
  expect(status).toMatchObject({ key: 'guide_cash', label: 'Dinheiro com o guia – em conferência', until: null });
  expect(status.nextStep.replaceAll('\u00a0', ' ')).toBe(
    'O guia está com os R$ 56,70 que você pagou em dinheiro. Falta só a nossa equipe confirmar; não pague de novo.',
  );
  const list = await call(app, 'GET', `/api/trips/${trip.id}/passengers`, { token: staff.token });
  expect(list.body.data[0].reservation.status).toMatchObject({ key: 'guide_cash' });
  await decide(cashId, 'confirmation');
  expect(await read(id)).toMatchObject({ state: 'booked', guideCents: 0 });
});

it('a hold whose cash staff refuses has two hours more, says so to its payer, and expires then', async () => {
  const { id, payer, cashId } = await overdueWithCash();
  await decide(cashId, 'refusal', { reason: 'O dinheiro voltou ao cliente.' });
  expect(await sweep()).toEqual(['holdEnding']);
  const { status, holdExpiresAt } = await read(id, payer);
  expect(status).toMatchObject({ key: 'deposit_due', until: holdExpiresAt });
  expect(Date.parse(holdExpiresAt)).toBeGreaterThan(Date.now() + 1.9 * HOUR_MS);
  await setDeadline(id, new Date(Date.now() - 1_000));
  expect(await sweep()).toEqual(['holdExpired']);
  expect((await read(id)).state).toBe('expired');
});

it('a hold of whose deposit a guide has only a part expires', async () => {
  const { id } = await overdueWithCash(DEPOSIT - 1);
  expect(await sweep()).toEqual(['holdExpired']);
  expect((await read(id)).state).toBe('expired');
});

it('a booked reservation whose balance a guide has asks nobody to pay', async () => {
  const { id, payer, cashId, trip, reservation } = await overdueWithCash();
  await decide(cashId, 'confirmation');
  const { dueCents } = await read(id);
  const body = { code: reservation.code, amountCents: dueCents, tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
  const path = `/api/trips/${trip.id}/door-payments`;
  await call(app, 'POST', path, { token: seller.token, body: { id: randomUUID(), ...body } });
  const { status } = await read(id, payer);
  expect(status).toMatchObject({ key: 'guide_cash', until: null });
  expect(status.nextStep).toMatch(/^A sua reserva está confirmada\. O guia está com os /);
});
