import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { holdPlaces } from '../../../../test/holds.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamily, entriesOf, type Family, type FamilyTrip } from '../../../../test/parties.ts';
import {
  DEPARTURE,
  reserveForGuest,
  SQUARE,
  STATION,
  saveTrip,
  tripWithPoints,
} from '../../../../test/trip-changes.ts';
import { joinList } from '../../../../test/waiting.ts';

const SIX = '2031-03-08T09:00:00.000Z';
const SEVEN = '2031-03-08T10:00:00.000Z';
const OLD = 'sábado, 8 de março de 2031, às 04:30 (madrugada de sexta para sábado)';
const AT_SIX = 'sábado, 8 de março de 2031, às 06:00';
const AT_SEVEN = 'sábado, 8 de março de 2031, às 07:00';
const notify = (message: string) => ({ notice: { tell: true as const, message } });
const silently = { notice: { tell: false as const } };

let app: TestApp;
let staff: Person;
let mailbox: Mailbox;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
  trip = await tripWithPoints(app);
});
afterEach(() => mailbox.close());

const save = (change: Parameters<typeof saveTrip>[3]) => saveTrip(app, staff, trip.id, change);
const stored = async () => (await call(app, 'GET', `/api/trips/${trip.id}`, { token: staff.token })).body;
const family = (counts: Parameters<typeof createFamily>[1] = { adult: 1 }) => createFamily(app, counts, { trip });
async function boarding(point: string, counts = { adult: 1 }): Promise<Family> {
  const made = await family(counts);
  await app.db
    .updateTable('participants')
    .set({ boarding_point_id: point })
    .where('reservation_id', '=', made.id)
    .execute();
  return made;
}
const earlier = (id: string, time: string) => ({
  boardingPoints: [
    { id: SQUARE, time: id === SQUARE ? time : '04:30', place: 'Praça Central' },
    { id: STATION, time: id === STATION ? time : '05:00', place: 'Rodoviária' },
  ],
});
const factsIn = (text: string) => text.slice(text.indexOf('O que mudou'), text.indexOf('Ver '));

describe('a change that concerns people', () => {
  it('is refused without a notice, with what changes and for whom; nothing is saved and nobody is notified', async () => {
    const three = await family({ adult: 2, lapChild: 1 });
    await reserveForGuest(app, staff, trip.id, 'Zilda Prado');
    const { status, body } = await save({ date: SIX, vehicle: 'Escuna', title: 'Outro nome' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'TRIP_CHANGE_AFFECTS_PEOPLE',
      message: 'Esta mudança afeta pessoas com reserva. Escreva um recado para elas, ou salve sem avisar.',
      affected: {
        changes: [
          { label: 'Saída', old: OLD, new: AT_SIX },
          { label: 'Veículo', old: 'Van 20 lugares', new: 'Escuna' },
        ],
        ...{ people: 4, waiting: 0, total: 2, unreachable: 1 },
        reservations: [
          { id: three.id, code: three.reservation.code, people: 3, hasEmail: true },
          { payer: 'Zilda Prado', people: 1, hasEmail: false },
        ],
      },
    });
    expect(await stored()).toMatchObject({ date: DEPARTURE, title: 'Cânions de Furnas', version: 1 });
    expect(await mailbox.deliver()).toEqual([]);
  });

  it('notifies each payer once, with old, new and staff’s words, and stands in their history and the audit', async () => {
    const { payer, reservation, id } = await family();
    expect((await save({ date: SIX, ...notify('A ponte está em obras.') })).status).toBe(200);
    const [mail, ...others] = await mailbox.deliver();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: payer.email });
    expect(mail?.subject).toContain('Mudança no seu passeio: Cânions de Furnas');
    expect(mail?.text).toContain(`Saída: Antes: ${OLD} Agora: ${AT_SIX}`);
    expect(mail?.text).toContain('A ponte está em obras.');
    expect(mail?.text).toContain(`Ver a reserva https://passeio.example/minhasreservas/${reservation.code}`);

    const messages = await call(app, 'GET', `/api/reservations/${id}/messages`, { token: staff.token });
    expect(messages.body.data).toMatchObject([{ state: 'sent', subject: 'Mudança no seu passeio: Cânions de Furnas' }]);
    const timeline = await call(app, 'GET', `/api/reservations/${id}/timeline`, { token: payer.token });
    expect(timeline.body.data.at(-1)).toMatchObject({
      sentence: `A saída mudou de ${OLD} para ${AT_SIX}`,
      details: ['Recado: A ponte está em obras.'],
    });
    const [entry] = (await entriesOf(app, trip.id)).slice(-1);
    expect(entry).toMatchObject({
      action: 'trip.changed',
      changes: { date: [DEPARTURE, SIX], notice: [null, 'A ponte está em obras.'], told: [null, 1] },
    });
  });

  it('of a boarding point concerns only passengers who board there', async () => {
    const here = await boarding(STATION, { adult: 2 });
    await boarding(SQUARE);
    await family();
    const refused = await save(earlier(STATION, '04:50'));
    expect(refused.body.affected).toMatchObject({
      ...{ people: 2, total: 1 },
      changes: [{ label: 'Embarque', old: '05:00 – Rodoviária', new: '04:50 – Rodoviária' }],
    });
    await save({ ...earlier(STATION, '04:50'), ...notify('Sairemos mais cedo.') });
    const mails = await mailbox.deliver();
    expect(mails.map(({ to }) => to)).toEqual([here.payer.email]);
  });

  it('is not asked about where nobody is concerned', async () => {
    await boarding(SQUARE);
    const cancelled = await boarding(STATION);
    await app.db
      .updateTable('reservations')
      .set({ state: 'cancelled', cancelled_at: new Date() })
      .where('id', '=', cancelled.id)
      .execute();
    expect((await save(earlier(STATION, '04:50'))).status).toBe(200);
    expect((await save({ title: 'Cânions', risks: 'Sol', capacity: 30 })).status).toBe(200);
    expect(await mailbox.deliver()).toEqual([]);
  });

  it('is not asked about once the trip has departed', async () => {
    await family();
    const date = new Date(Date.now() - 3_600_000).toISOString();
    await app.db.updateTable('trips').set({ departs_at: date }).where('id', '=', trip.id).execute();
    expect((await save({ vehicle: 'Escuna' })).status).toBe(200);
  });

  it('can be saved silently: it stands in the history, and the audit says that nobody was notified', async () => {
    const { id, payer } = await family();
    expect((await save({ vehicle: 'Van 20 lugares, ar', ...silently })).status).toBe(200);
    expect(await mailbox.deliver()).toEqual([]);
    const timeline = await call(app, 'GET', `/api/reservations/${id}/timeline`, { token: payer.token });
    expect(timeline.body.data.at(-1).sentence).toBe('O veículo mudou de Van 20 lugares para Van 20 lugares, ar');
    expect((await entriesOf(app, trip.id)).at(-1)?.changes).toMatchObject({ told: [null, 0] });
  });

  it('needs a message, or the choice not to notify', async () => {
    await family();
    for (const [notice, field, sentence] of [
      [{ tell: true, message: ' a ' }, 'notice.message', 'Recado: escreva pelo menos uma frase curta.'],
      [{ tell: true, message: 'a'.repeat(501) }, 'notice.message', 'Recado: use no máximo 500 caracteres.'],
      [{}, 'notice.tell', 'Escreva um recado, ou escolha não avisar.'],
      [{ tell: false, message: 'Oi, pessoal' }, 'notice', expect.any(String)],
    ] as const) {
      const { status, body } = await save({ date: SIX, notice: notice as never });
      expect([status, body.fields]).toEqual([400, { [field]: sentence }]);
    }
  });

  it('is for staff', async () => {
    const { payer } = await family();
    expect((await saveTrip(app, payer, trip.id, { date: SIX, ...notify('Oi, pessoal') })).status).toBe(403);
    expect((await stored()).date).toBe(DEPARTURE);
  });
});

describe('an e-mail of a changed trip that waits in the queue', () => {
  it('skips payers who cancelled meanwhile', async () => {
    const { id, payer } = await family();
    await save({ date: SIX, ...notify('A ponte está em obras.') });
    await call(app, 'POST', `/api/reservations/${id}/cancel`, { token: payer.token, body: { refundCents: 0 } });
    expect((await mailbox.deliver()).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('Mudança'),
    );
  });

  it('gives way to the next, which says what the payer knew; the one after says what their e-mail said', async () => {
    await family();
    await save({ date: SIX, ...notify('Erramos a hora.') });
    await save({ date: SEVEN, ...notify('Agora é certo.') });
    const [first, ...more] = await mailbox.deliver();
    expect(more).toEqual([]);
    expect(factsIn(first?.text ?? '')).toBe(`O que mudou Saída: Antes: ${OLD} Agora: ${AT_SEVEN} `);
    expect(first?.text).not.toContain('Erramos');
    await save({ date: SIX, ...notify('Última mudança.') });
    const [second] = await mailbox.deliver();
    expect(factsIn(second?.text ?? '')).toBe(`O que mudou Saída: Antes: ${AT_SEVEN} Agora: ${AT_SIX} `);
  });
});

describe('a trip that departs earlier', () => {
  it('ends holds before its last moment, and says until when places are held', async () => {
    const { payer, id } = await family();
    await app.db.updateTable('operator').set({ last_moment_minutes: 120, shortest_hold_minutes: 30 }).execute();
    const soon = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 5 * 3_600_000);
    await app.db.updateTable('reservations').set({ hold_expires_at: DEPARTURE }).where('id', '=', id).execute();
    await save({ date: soon.toISOString(), ...notify('Vamos hoje mesmo!') });
    const { body } = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    expect(body.holdExpiresAt).toBe(new Date(soon.getTime() - 2 * 3_600_000).toISOString());
    const [mail] = await mailbox.deliver();
    expect(mail?.text).toMatch(/as suas vagas ficam guardadas até \d\d\/\d\d\/\d{4} às \d\d:\d\d\. Pague o sinal/);
    const moved = (await entriesOf(app, id)).filter(({ action }) => action === 'reservation.hold_changed');
    expect(moved).toMatchObject([{ changes: { holdExpiresAt: [DEPARTURE, body.holdExpiresAt] } }]);
  });

  it('leaves holds alone that end in time, as does a later departure', async () => {
    const { id, payer, reservation } = await family();
    await save({ date: SIX, ...notify('Mais tarde um pouco.') });
    await save({ date: DEPARTURE, ...notify('De volta ao combinado.') });
    const { body } = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    expect(body.holdExpiresAt).toBe(reservation.holdExpiresAt);
  });
});

it('notifies the waiting list of the day and time, not of the vehicle', async () => {
  trip = await tripWithPoints(app, { capacity: 1 });
  const { payer } = await family();
  const { person } = await joinList(app, trip, { adult: 1 });
  expect((await save({ date: SIX })).body.affected).toMatchObject({ total: 1, waiting: 1 });
  await save({ date: SIX, ...notify('Mais tarde.') });
  await save({ date: SEVEN, ...notify('Mais tarde ainda.') });
  const mails = (await mailbox.deliver()).filter(({ to, subject }) => to === person.email && subject.includes('data'));
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`agora sai em ${AT_SEVEN}.`)]);
  await save({ vehicle: 'Escuna', ...notify('De barco!') });
  expect((await mailbox.deliver()).map(({ to }) => to)).toEqual([payer.email]);
});

it('notifies a thousand payers without keeping the request waiting', async () => {
  trip = await tripWithPoints(app, { capacity: 1_000 });
  await holdPlaces(app, trip.id, 1_000, new Date(Date.now() + 86_400_000));
  const { status } = await save({ date: SIX, ...notify('Mudou a hora.') });
  expect(status).toBe(200);
  const queued = await app.pool.query(
    `select count(*)::integer from pgboss.job where name = 'emails' and data->>'kind' = 'tripChanged' and state = 'created'`,
  );
  expect(queued.rows[0].count).toBeGreaterThanOrEqual(1_000);
  await app.pool.query(`delete from pgboss.job where name = 'emails'`);
});

describe('a capacity below what is taken', () => {
  it('is refused with the reservations that take the places', async () => {
    const two = await family({ adult: 2, lapChild: 1 });
    await reserveForGuest(app, staff, trip.id, 'Zilda Prado');
    const { status, body } = await save({ capacity: 2, minParticipants: 0 });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'CAPACITY_TAKEN',
      message: '3 vagas estão ocupadas: a lotação não pode ser menor.',
      fields: { capacity: '3 vagas estão ocupadas: a lotação não pode ser menor.' },
      occupants: {
        ...{ placesTaken: 3, total: 2 },
        reservations: [
          { id: two.id, code: two.reservation.code, places: 2, status: 'Aguardando pagamento do sinal' },
          { payer: 'Zilda Prado', places: 1 },
        ],
      },
    });
    expect((await save({ capacity: 3, minParticipants: 0 })).status).toBe(200);
  });

  it('lists the first fifty of many', async () => {
    await app.db.updateTable('trips').set({ capacity: 60 }).where('id', '=', trip.id).execute();
    await holdPlaces(app, trip.id, 55, new Date(Date.now() + 86_400_000));
    const { occupants } = (await save({ capacity: 54 })).body;
    expect([occupants.total, occupants.reservations.length]).toEqual([55, 50]);
  });
});
