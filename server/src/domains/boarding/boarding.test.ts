import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { BoardingDecision, BoardingPerson, BoardingTap, TapResult } from '@passeio/contract/boarding/boarding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { offerExtras, takeExtras } from '../../../test/extras.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { ana, changeParticipant, createFamily, departIn, entriesOf, type Family } from '../../../test/parties.ts';
import { reviewReceipt, sendReceipt } from '../../../test/receipts.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let bia: Person;
beforeAll(async () => {
  app = await buildTestApp();
  bia = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** A family whose trip leaves in an hour. */
async function familyAboutToLeave(counts: Parameters<typeof createFamily>[1] = { adult: 2 }): Promise<Family> {
  const family = await createFamily(app, counts);
  await departIn(app, family.trip.id, 1);
  return family;
}

const path = ({ trip }: Family) => `/api/trips/${trip.id}/boarding`;
const open = (family: Family, token = bia.token) => call(app, 'GET', path(family), { token });

function tapOf(who: { id: string } | undefined, decision: BoardingDecision, more: Partial<BoardingTap> = {}) {
  const tappedAt = new Date().toISOString();
  return { id: randomUUID(), participantId: who?.id ?? '', decision, tappedAt, clockOffsetMs: 0, ...more };
}

const send = (family: Family, taps: object[], { token = bia.token, deviceId = randomUUID() } = {}) =>
  call(app, 'POST', `${path(family)}/taps`, { token, body: { deviceId, taps } });

const outcomes = ({ body }: { body: { results: TapResult[] } }) => body.results.map(({ outcome }) => outcome);

const attendanceOf = (who: { id: string } | undefined) =>
  app.db
    .selectFrom('participants')
    .select(['boarded_at', 'missed_at'])
    .where('id', '=', who?.id ?? '')
    .executeTakeFirstOrThrow();

describe('the boarding list', () => {
  it('shows who goes, with no more data than boarding needs', async () => {
    const family = await familyAboutToLeave({ adult: 2, lapChild: 1 });
    const [, other] = family.adults;
    await departIn(app, family.trip.id, 72);
    await changeParticipant(app, family, other, {
      ...ana,
      notes: 'Cadeira de rodas',
      boardingPointId: family.trip.boardingPointId,
    });
    await departIn(app, family.trip.id, 1);
    const payer = await app.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', family.payer.id)
      .executeTakeFirstOrThrow();

    const { status, body, headers } = await open(family);

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000);
    expect(body.trip).toEqual({
      id: family.trip.id,
      title: 'Cânions de Furnas',
      date: expect.any(String),
      returnDate: expect.any(String),
      opensAt: new Date(Date.parse(body.trip.date) - 18 * HOUR_MS).toISOString(),
      boardingPoints: [{ id: family.trip.boardingPointId, time: '05:00', place: 'Rodoviária', at: expect.any(String) }],
    });
    const { code, totalCents: dueCents } = family.reservation;
    const ofAll = { code, payer: payer.name, dueCents, hasReceipt: false, attendance: null };
    expect(body.people.find(({ id }: { id: string }) => id === other?.id)).toEqual({
      ...ofAll,
      authorization: null,
      id: other?.id,
      name: ana.name,
      fareLabel: 'Adulto',
      isLapChild: false,
      companion: null,
      documentEnd: '890',
      boardingPointId: family.trip.boardingPointId,
      phone: '+5535988887777',
      phoneOf: null,
      notes: 'Cadeira de rodas',
      guideCents: 0,
      guides: '',
      seat: null,
      claims: [],
      extras: [],
      answers: [],
    });
    expect(body.people.find(({ id }: { id: string }) => id === family.lapChildren[0]?.id)).toMatchObject({
      ...ofAll,
      name: `Pessoa 3 de ${payer.name}`,
      isLapChild: true,
      companion: payer.name,
      documentEnd: null,
      boardingPointId: null,
      phone: '+5535999990000',
      phoneOf: payer.name,
    });
    for (const secret of [payer.cpf, payer.rg, payer.email, '01234567890', '52998224725', ana.birthdate]) {
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it('says what extras each person has, those of the whole reservation with its first person', async () => {
    const family = await createFamily(app, { adult: 2 });
    await takeExtras(app, family, await offerExtras(app, family.trip.id));
    await departIn(app, family.trip.id, 1);
    const { body } = await open(family);
    const extrasOf = (who: { id: string } | undefined) =>
      body.people.find(({ id }: BoardingPerson) => id === who?.id).extras;
    expect(extrasOf(family.adults[0])).toMatchObject([
      { label: 'Almoço', count: 1 },
      { label: 'Cooler', count: 1 },
    ]);
    expect(extrasOf(family.adults[1])).toMatchObject([{ label: 'Almoço', count: 2 }]);
  });

  it('says that a receipt waits for staff, whose money is still due, until it is reviewed', async () => {
    const family = await familyAboutToLeave();
    const { body: receipt } = await sendReceipt(app, family.id, family.payer);
    const money = async () =>
      (await open(family)).body.people.map(({ dueCents, hasReceipt }: BoardingPerson) => [dueCents, hasReceipt]);
    const due = family.reservation.totalCents;
    expect(await money()).toEqual([
      [due, true],
      [due, true],
    ]);
    expect(await reviewReceipt(app, receipt.id, bia, { amountCents: due })).toMatchObject({ status: 201 });
    expect(await money()).toEqual([
      [0, false],
      [0, false],
    ]);
  });

  it('leaves out people who cancelled or left their party, and leaves an audit entry once in ten minutes', async () => {
    const family = await createFamily(app, { adult: 2 });
    const over = await createFamily(app, { adult: 1 }, { trip: family.trip });
    await call(app, 'POST', `/api/reservations/${over.id}/cancel`, { token: over.payer.token, body: {} });
    const [payer, left] = family.adults;
    await call(app, 'DELETE', `/api/reservations/${family.id}/participants/${left?.id}`, family.payer);
    const listed = (await open(family)).body.people.map(({ id }: BoardingPerson) => id);
    expect(listed).toEqual([payer?.id]);
    await open(family);
    const looks = (await entriesOf(app, family.trip.id)).filter(({ action }) => action === 'trip.boarding_opened');
    expect(looks).toMatchObject([{ actor_id: bia.id, subject_label: 'Cânions de Furnas' }]);
  });

  it('is of a trip that exists, and staff’s', async () => {
    const family = await familyAboutToLeave();
    expect(await open({ ...family, trip: { ...family.trip, id: randomUUIDv7() } })).toMatchObject({
      status: 404,
      body: { code: 'TRIP_NOT_FOUND' },
    });
    expect((await open(family, family.payer.token)).status).toBe(403);
    const tap = [tapOf(family.adults[0], 'boarded')];
    expect((await send(family, tap, { token: family.payer.token })).status).toBe(403);
  });
});

describe('a tap', () => {
  it('sets the attendance, which timeline and log show', async () => {
    const family = await familyAboutToLeave();
    const [payer, other] = family.adults;
    const tap = tapOf(payer, 'boarded');

    const { status, body } = await send(family, [tap, tapOf(other, 'missed')]);

    expect(status).toBe(200);
    expect(body.results).toMatchObject([{ id: tap.id, outcome: 'recorded', reason: null }, { outcome: 'recorded' }]);
    expect(await attendanceOf(payer)).toEqual({ boarded_at: new Date(tap.tappedAt), missed_at: null });
    expect(await attendanceOf(other)).toEqual({ boarded_at: null, missed_at: expect.any(Date) });
    const [first] = (await open(family)).body.people.filter(({ id }: { id: string }) => id === payer?.id);
    expect(first.attendance).toEqual({ tapId: tap.id, decision: 'boarded', decidedAt: tap.tappedAt });
    const { token } = family.payer;
    const reservation = await call(app, 'GET', `/api/reservations/${family.id}`, { token });
    expect(reservation.body.status).toMatchObject({ key: 'boarded', label: 'Embarcou' });
    const timeline = await call(app, 'GET', `/api/reservations/${family.id}/timeline?audience=payer`, { token });
    const sentences = timeline.body.data.map(({ sentence }: { sentence: string }) => sentence);
    expect(sentences.slice(-2)).toEqual([
      expect.stringMatching(/^Registramos o embarque de Pessoa Número \w+$/),
      expect.stringMatching(/^Registramos que Pessoa 2 de .+ não compareceu$/),
    ]);
    expect((await entriesOf(app, family.id)).slice(-2)).toMatchObject([
      { action: 'reservation.boarded', actor_id: bia.id, changes: { decidedAt: [null, tap.tappedAt] } },
      { action: 'reservation.missed' },
    ]);
  });

  it('counts once however often and in whatever order it is sent', async () => {
    const family = await familyAboutToLeave();
    const [payer] = family.adults;
    const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString();
    const boarded = tapOf(payer, 'boarded', { tappedAt: at(0) });
    const undone = tapOf(payer, 'undone', { tappedAt: at(5) });
    const missed = tapOf(payer, 'missed', { tappedAt: at(9) });

    expect(outcomes(await send(family, [missed]))).toEqual(['recorded']);
    expect(outcomes(await send(family, [undone, undone, missed]))).toEqual(['recorded', 'known', 'known']);
    expect(outcomes(await send(family, [boarded]))).toEqual(['recorded']);

    expect(await attendanceOf(payer)).toEqual({ boarded_at: null, missed_at: new Date(missed.tappedAt) });
    const actions = (await entriesOf(app, family.id)).map(({ action }) => action);
    expect(actions.slice(-3)).toEqual(['reservation.missed', 'reservation.attendance_undone', 'reservation.boarded']);
  });

  it('that undoes leaves nobody boarded', async () => {
    const family = await familyAboutToLeave();
    const [payer] = family.adults;
    await send(family, [tapOf(payer, 'boarded', { tappedAt: new Date(Date.now() - 5000).toISOString() })]);
    await send(family, [tapOf(payer, 'undone')]);
    expect(await attendanceOf(payer)).toEqual({ boarded_at: null, missed_at: null });
    expect((await open(family)).body.people[0].attendance).toMatchObject({ decision: 'undone' });
  });

  it('of a phone whose clock is an hour wrong is put in its place by what the phone measured', async () => {
    const family = await familyAboutToLeave();
    const [early, late] = family.adults;
    const ago = (seconds: number, clock = 0) => new Date(Date.now() - seconds * 1000 + clock).toISOString();
    // One phone is an hour ahead, the other right. By their own clocks the first would always be the last word.
    await send(family, [
      tapOf(early, 'boarded', { tappedAt: ago(60, HOUR_MS), clockOffsetMs: -HOUR_MS }),
      tapOf(early, 'missed', { tappedAt: ago(30) }),
      tapOf(late, 'missed', { tappedAt: ago(60) }),
      tapOf(late, 'boarded', { tappedAt: ago(30, -HOUR_MS), clockOffsetMs: HOUR_MS }),
    ]);
    expect(await attendanceOf(early)).toMatchObject({ boarded_at: null, missed_at: expect.any(Date) });
    expect(await attendanceOf(late)).toMatchObject({ boarded_at: expect.any(Date), missed_at: null });
  });

  it('does not decide for ever because its phone was measured wrongly', async () => {
    const family = await familyAboutToLeave();
    const [payer] = family.adults;
    await send(family, [tapOf(payer, 'boarded', { clockOffsetMs: 48 * HOUR_MS })]);
    const { boarded_at } = await attendanceOf(payer);
    expect(boarded_at?.getTime()).toBeLessThanOrEqual(Date.now());
    await send(family, [tapOf(payer, 'missed', { tappedAt: new Date(Date.now() + 1000).toISOString() })]);
    expect(await attendanceOf(payer)).toMatchObject({ boarded_at: null });
  });

  it('is refused with its reason, and the others are recorded', async () => {
    const family = await familyAboutToLeave();
    const stranger = await createFamily(app, { adult: 1 });
    const [payer, other] = family.adults;
    const tap = tapOf(payer, 'boarded');
    const { body } = await send(family, [
      tapOf(stranger.adults[0], 'boarded'),
      tap,
      { ...tap, participantId: other?.id },
      tapOf(other, 'boarded', { clockOffsetMs: -18 * HOUR_MS }),
    ]);
    expect(body.results.map(({ outcome, reason }: TapResult) => reason ?? outcome)).toEqual([
      'Esta pessoa não está mais na lista desta saída.',
      'recorded',
      'Este toque já foi usado para outra pessoa.',
      'O embarque desta saída ainda não abriu.',
    ]);
    expect(await attendanceOf(stranger.adults[0])).toEqual({ boarded_at: null, missed_at: null });
    expect(await attendanceOf(other)).toEqual({ boarded_at: null, missed_at: null });
  });

  it.each([
    ['without a decision that there is', { decision: 'late' }],
    ['from a clock that nobody has', { clockOffsetMs: 1e15 }],
    ['at no time', { tappedAt: 'agora' }],
    ['with another field', { boardedAt: 'x' }],
  ])('makes no sense %s', async (_, wrong) => {
    const family = await familyAboutToLeave();
    expect((await send(family, [{ ...tapOf(family.adults[0], 'boarded'), ...wrong }])).status).toBe(400);
  });
});

describe('two phones that disagree', () => {
  const [phone, other] = [randomUUID(), randomUUID()];
  const claimsOf = async (family: Family) =>
    (await open(family)).body.people.find(({ id }: { id: string }) => id === family.adults[0]?.id).claims;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

  it('are shown with what each says, until somebody who has seen both decides', async () => {
    const family = await familyAboutToLeave();
    const [who] = family.adults;
    const carla = await createPerson(app, 'OPERATOR');
    const people = await app.db.selectFrom('users').select(['id', 'name']).execute();
    const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? '';
    const seenAt = ago(60);
    await send(family, [tapOf(who, 'boarded', { seenAt, tappedAt: ago(30) })], { deviceId: phone });
    const late = tapOf(who, 'missed', { seenAt, tappedAt: ago(10) });
    await send(family, [late], { deviceId: other, token: carla.token });
    expect(await claimsOf(family)).toEqual([
      { decision: 'missed', decidedAt: late.tappedAt, by: nameOf(carla.id), deviceId: other },
      { decision: 'boarded', decidedAt: expect.any(String), by: nameOf(bia.id), deviceId: phone },
    ]);

    const { body } = await open(family);
    await send(family, [tapOf(who, 'boarded', { seenAt: body.now })], { deviceId: other, token: carla.token });
    expect(await claimsOf(family)).toEqual([]);
    expect(await attendanceOf(who)).toMatchObject({ missed_at: null, boarded_at: expect.any(Date) });
  });

  it('are not those that say the same, that take back their own tap, or correct what they have seen', async () => {
    const family = await familyAboutToLeave();
    const [who] = family.adults;
    const seenAt = ago(60);
    await send(family, [tapOf(who, 'boarded', { seenAt, tappedAt: ago(30) })], { deviceId: phone });
    await send(family, [tapOf(who, 'boarded', { seenAt, tappedAt: ago(20) })], { deviceId: other });
    expect(await claimsOf(family)).toEqual([]);
    await send(family, [tapOf(who, 'undone', { seenAt, tappedAt: ago(25) })], { deviceId: phone });
    expect(await claimsOf(family)).toEqual([]);
    const { body } = await open(family);
    await send(family, [tapOf(who, 'missed', { seenAt: body.now })], { deviceId: phone });
    expect(await claimsOf(family)).toEqual([]);
  });
});
