import { randomUUID } from 'node:crypto';
import type { BoardingDecision } from '@passeio/contract/boarding/boarding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, departIn, entriesOf, type Family } from '../../../test/parties.ts';

// A trip of departIn returns ten hours after its departure.
const RETURN_HOURS = 10;

let app: TestApp;
let bia: Person;
beforeAll(async () => {
  app = await buildTestApp();
  bia = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** A family whose trip was back so many hours ago. */
async function familyBack(hoursAgo: number): Promise<Family> {
  const family = await createFamily(app, { adult: 2 });
  await departIn(app, family.trip.id, -hoursAgo - RETURN_HOURS);
  return family;
}

async function tap({ trip, adults }: Family, decision: BoardingDecision) {
  const one = { id: randomUUID(), participantId: adults[0]?.id, decision, clockOffsetMs: 0 };
  const body = { deviceId: randomUUID(), taps: [{ ...one, tappedAt: new Date().toISOString() }] };
  return (await call(app, 'POST', `/api/trips/${trip.id}/boarding/taps`, { ...bia, body })).body.results[0];
}

const correct = ({ trip, adults }: Family, body: object, { person = bia, id = adults[0]?.id } = {}) =>
  call(app, 'PUT', `/api/trips/${trip.id}/boarding/people/${id}`, { ...person, body });

const attendanceOf = ({ adults }: Family) =>
  app.db
    .selectFrom('participants')
    .select(['boarded_at', 'missed_at'])
    .where('id', '=', adults[0]?.id ?? '')
    .executeTakeFirstOrThrow();

it('takes what phones send for a day after the return, then nothing more', async () => {
  const late = await familyBack(23);
  expect(await tap(late, 'boarded')).toMatchObject({ outcome: 'recorded' });
  expect(await correct(late, { decision: 'missed', reason: 'Ficou em casa' })).toMatchObject({
    status: 409,
    body: { code: 'ATTENDANCE_OPEN' },
  });
  const over = await familyBack(25);
  expect(await tap(over, 'boarded')).toEqual({
    id: expect.any(String),
    outcome: 'refused',
    reason: 'A lista de presença desta saída já fechou. Corrija no fechamento, com o motivo.',
  });
  expect((await attendanceOf(over)).boarded_at).toBeNull();
});

it('afterwards staff corrects somebody with a reason, which the audit log keeps; the payer reads it in words', async () => {
  const family = await familyBack(30);
  const reason = 'A guia viu depois que ela estava no outro ônibus';
  expect(await correct(family, { decision: 'boarded', reason })).toMatchObject({
    status: 200,
    body: { decision: 'boarded' },
  });
  expect((await attendanceOf(family)).boarded_at).not.toBeNull();
  expect((await correct(family, { decision: 'missed', reason: 'Engano' })).status).toBe(200);
  expect((await attendanceOf(family)).missed_at).not.toBeNull();
  const entries = await entriesOf(app, family.id);
  expect(entries.at(-2)).toMatchObject({
    action: 'reservation.attendance_corrected',
    changes: { attendance: [null, 'boarded'], reason: [null, reason] },
  });
  const { token } = family.payer;
  const { body } = await call(app, 'GET', `/api/reservations/${family.id}/timeline`, { token });
  const said = body.data.map(({ sentence }: { sentence: string }) => sentence);
  expect(said.some((sentence: string) => /^Corrigimos: .* não compareceu$/.test(sentence))).toBe(true);
  expect(JSON.stringify(body)).not.toContain(reason);
});

it('needs a reason, somebody who was going, and staff', async () => {
  const family = await familyBack(30);
  const reason = 'Engano';
  expect(await correct(family, { decision: 'missed', reason: ' ' })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Motivo: preencha este campo.' } },
  });
  expect((await correct(family, { decision: 'missed', reason }, { id: randomUUID() })).status).toBe(404);
  const stranger = await familyBack(30);
  expect((await correct(family, { decision: 'missed', reason }, { id: stranger.adults[0]?.id })).status).toBe(404);
  expect((await correct(family, { decision: 'missed', reason }, { person: family.payer })).status).toBe(403);
});

it('the database takes no tap without a reason once attendance has closed, and none with one before', async () => {
  const row = (family: Family, reason: string | null) =>
    app.db
      .insertInto('boarding_taps')
      .values({
        ...{ id: randomUUID(), trip_id: family.trip.id, participant_id: family.adults[0]?.id ?? '', reason },
        ...{ decision: 'boarded', tapped_at: new Date(), clock_offset_ms: 0, device_id: randomUUID() },
        ...{ recorded_by: bia.id, guide_link_id: null },
      })
      .execute();
  await expect(row(await familyBack(25), null)).rejects.toThrow('taps have a reason after attendance has closed');
  await expect(row(await familyBack(1), 'Engano')).rejects.toThrow('taps have a reason after attendance has closed');
});
