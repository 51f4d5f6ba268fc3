import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, departIn, entriesOf, type Family } from '../../../../test/parties.ts';

let app: TestApp;
let bia: Person;
beforeAll(async () => {
  app = await buildTestApp();
  bia = await createPerson(app, 'OPERATOR');
  await app.db.updateTable('users').set({ name: 'Bia Lima' }).where('id', '=', bia.id).execute();
});
afterAll(() => app.close());

const path = (id: string) => `/api/reservations/${id}/whatsapp-messages`;
const tripPath = (id: string) => `/api/trips/${id}/whatsapp-messages`;
const record = ({ id, trip }: Family, body: object = {}, { token = bia.token, key = randomUUIDv7() } = {}) =>
  call(app, 'POST', path(id), {
    ...{ token, headers: { 'idempotency-key': key } },
    body: { templateKey: 'whatsAppDeposit', tripId: trip.id, ...body },
  });
const undo = (id: string, messageId: string, token = bia.token) =>
  call(app, 'DELETE', `${path(id)}/${messageId}`, { token });
const messagesOf = async (tripId: string) =>
  (await call(app, 'GET', tripPath(tripId), { token: bia.token })).body.messages;

describe('a chat that staff opened', () => {
  it('is recorded with text, telephone and author, and shown in timeline and log', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { status, body } = await record(family);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      reservationId: family.id,
      templateKey: 'whatsAppDeposit',
      participantId: null,
      announcementId: null,
      phone: '+5535999990000',
      by: 'Bia Lima',
      openedAt: expect.any(String),
    });
    expect(await messagesOf(family.trip.id)).toEqual([body]);
    const log = await call(app, 'GET', `/api/reservations/${family.id}/messages`, { token: bia.token });
    expect(log.body).toEqual({ data: [], whatsApp: [body] });

    const timelineOf = (token: string, audience: string) =>
      call(app, 'GET', `/api/reservations/${family.id}/timeline?audience=${audience}`, { token });
    const { body: staff } = await timelineOf(bia.token, 'staff');
    expect(staff.data.at(-1)).toMatchObject({ name: 'Bia Lima', sentence: 'Mensagem no WhatsApp: falta o sinal' });
    const { body: payer } = await timelineOf(family.payer.token, 'payer');
    expect(JSON.stringify(payer)).not.toContain('WhatsApp');
  });

  it('is recorded once however often the same tap arrives', async () => {
    const family = await createFamily(app, { adult: 1 });
    const key = randomUUIDv7();
    const [one, other] = [await record(family, {}, { key }), await record(family, {}, { key })];
    expect(other).toMatchObject({ status: 201, body: one.body });
    expect(await messagesOf(family.trip.id)).toHaveLength(1);
    await record(family);
    expect(await messagesOf(family.trip.id)).toHaveLength(2);
  });

  it('that was not sent is taken back, once', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { body } = await record(family);
    const others = await createFamily(app, { adult: 1 });
    expect(await undo(others.id, body.id)).toMatchObject({ status: 404, body: { code: 'CHAT_NOT_FOUND' } });
    expect(await undo(family.id, body.id)).toMatchObject({ status: 200, body });
    expect(await undo(family.id, body.id)).toMatchObject({ status: 200, body });
    expect(await messagesOf(family.trip.id)).toEqual([]);
    const actions = (await entriesOf(app, family.id)).map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(['reservation.message_opened', 'reservation.message_undone']);
  });

  it('to somebody who travels along goes to their telephone, if they have one', async () => {
    const family = await createFamily(app, { adult: 3 });
    const [, other, third] = family.adults;
    await app.db
      .updateTable('participants')
      .set({ contact: '+5535988887777' })
      .where('id', '=', other?.id ?? '')
      .execute();
    const recorded = await record(family, { participantId: other?.id, templateKey: 'whatsAppData' });
    expect(recorded.body).toMatchObject({ phone: '+5535988887777', participantId: other?.id });
    const without = await record(family, { participantId: third?.id });
    expect(without).toMatchObject({ status: 409, body: { code: 'WITHOUT_PHONE' } });
    const stranger = await createFamily(app, { adult: 1 });
    const of = await record(family, { participantId: stranger.adults[0]?.id });
    expect(of).toMatchObject({ status: 404, body: { code: 'PARTICIPANT_NOT_FOUND' } });
    expect(await messagesOf(family.trip.id)).toHaveLength(1);
  });

  it('belongs to the trip that its text names', async () => {
    const family = await createFamily(app, { adult: 1 });
    const other = await createFamilyTrip(app);
    const refused = await record(family, { tripId: other.id });
    expect(refused).toMatchObject({ status: 404, body: { code: 'RESERVATION_NOT_FOUND' } });
    expect(await record({ ...family, id: randomUUIDv7() })).toMatchObject({ status: 404 });
    expect(await record(family, { templateKey: 'depositReceived' })).toMatchObject({ status: 400 });
  });

  it('is staff’s business', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { token } = family.payer;
    expect(await record(family, {}, { token })).toMatchObject({ status: 403 });
    const { body } = await record(family);
    expect(await undo(family.id, body.id, token)).toMatchObject({ status: 403 });
    expect(await call(app, 'GET', tripPath(family.trip.id), { token })).toMatchObject({ status: 403 });
    expect(await call(app, 'GET', tripPath(family.trip.id))).toMatchObject({ status: 401 });
    const gone = await call(app, 'GET', tripPath(randomUUIDv7()), { token: bia.token });
    expect(gone).toMatchObject({ status: 404, body: { code: 'TRIP_NOT_FOUND' } });
  });
});

describe('who of a trip could be written to', () => {
  it('every payer of an active reservation is listed with its facts', async () => {
    const family = await createFamily(app, { adult: 2 });
    const { trip, reservation, payer } = family;
    await departIn(app, trip.id, 20);
    await app.db
      .updateTable('participants')
      .set({ boarding_point_id: trip.boardingPointId })
      .where('id', '=', family.adults[0]?.id ?? '')
      .execute();
    const over = await createFamily(app, { adult: 1 }, { trip });
    await call(app, 'POST', `/api/reservations/${over.id}/cancel`, { token: over.payer.token, body: {} });
    const { body } = await call(app, 'GET', tripPath(trip.id), { token: bia.token });
    const { name } = await app.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', payer.id)
      .executeTakeFirstOrThrow();
    expect(body.reservations).toEqual([
      {
        id: family.id,
        code: reservation.code,
        state: 'held',
        status: 'deposit_due',
        payer: { name, contact: '+5535999990000', hasAccount: true },
        trip: { id: trip.id, title: 'Cânions de Furnas', date: expect.any(String) },
        boarding: [{ at: expect.any(String), place: 'Rodoviária' }],
        missing: [
          {
            id: family.adults[1]?.id,
            name: 'Pessoa 2 (Adulto)',
            isPayer: false,
            fields: ['name', 'birthdate', 'documentNumber', 'documentIssuer', 'boardingPointId'],
          },
        ],
        depositCents: reservation.totalCents * 0.3,
        dueCents: reservation.totalCents,
        until: reservation.holdExpiresAt,
        refund: null,
      },
    ]);
    const [entry] = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', trip.id)
      .where('action', '=', 'trip.passengers_opened')
      .execute();
    expect(entry).toBeDefined();
  });
});
