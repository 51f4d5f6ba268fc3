import { expect } from 'vitest';
import { sendAnnouncements } from '../src/domains/announcements/index.ts';
import { notifyGuaranteed } from '../src/domains/departures/notify-departures.ts';
import { recordReportedNow } from '../src/domains/payments/index.ts';
import { remindInstalments } from '../src/domains/reminders/remind-instalments.ts';
import { notifyNewReservations, sendReminders } from '../src/domains/reminders/send-reminders.ts';
import { sweepHolds } from '../src/domains/reservations/holds/expire-holds.ts';
import type { Jobs } from '../src/platform/jobs/jobs.ts';
import type { TestApp } from './app.ts';
import { call, type Person } from './factories.ts';
import { passHeldDeadline } from './holds.ts';
import { bornFor, createFamily, type Family } from './parties.ts';
import { chargeOf, pixFor } from './pix.ts';
import { tenOClock, tripInAMonth } from './reminders.ts';
import { saveTrip } from './trip-changes.ts';
import { joinList } from './waiting.ts';

const publicUrl = 'https://passeio.example';
const MINUTE_MS = 60_000;

/** Tags, fields of templates, and writing from right to left. */
export const HOSTILE_TITLE = 'Serra <img src=x onerror=alert(1)> {{nome}} {codigo} {trip} – שלום 👩‍👩‍👧';

const hostileTrip = (app: TestApp, more: object) => tripInAMonth(app, { title: HOSTILE_TITLE, ...more });

type Payers = Pick<Family, 'id' | 'payer'>;

/** Waits for an answer that refuses nothing; returns its body. */
export async function expectDone(response: ReturnType<typeof call>) {
  const { status, body } = await response;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** What happens to people and sends them e-mails, which go to `jobs`. `staff`: an administrator. */
export function events(app: TestApp, jobs: Jobs, staff: Person) {
  const parts = (of: TestApp) => ({ ...of.app.deps, jobs, publicUrl });
  const sweep = (of = app) => sweepHolds(parts(of));
  const notifyNew = (of = app) => notifyNewReservations(parts(of));
  const remindAt = async (now: Date, of = app) => {
    await sendReminders(parts(of), { now });
    await remindInstalments(parts(of), { now });
  };
  const recordReported = (pix: ReturnType<typeof pixFor>, of = app) => recordReportedNow(parts(of), pix);
  const post = (path: string, { token }: Pick<Person, 'token'>, body?: object) =>
    call(app, 'POST', `/api/reservations/${path}`, { token, ...(body && { body }) });
  const change = (id: string, set: object) =>
    app.db.updateTable('reservations').set(set).where('id', '=', id).execute();

  const party = async (overrides = {}) => createFamily(app, { adult: 2 }, { trip: await hostileTrip(app, overrides) });
  const payPix = async (of: Payers, purpose: 'deposit' | 'full') => {
    const pix = pixFor(await chargeOf(app, of, purpose));
    await recordReported(pix);
    return pix;
  };
  /** Without the page of the payer, which offers nothing for what has ended. */
  const payByHand = ({ id }: Payers, kind = 'deposit', amountCents = 11_340) =>
    expectDone(post(`${id}/payments`, staff, { kind, method: 'pix', amountCents }));
  const cancel = async ({ id, payer }: Payers) => {
    const { body } = await call(app, 'GET', `/api/reservations/${id}/cancellation`, { token: payer.token });
    await expectDone(post(`${id}/cancel`, payer, { refundCents: body.refundCents }));
  };
  const cancelByStaff = ({ id }: Payers) => expectDone(post(`${id}/cancellation`, staff, { reason: 'A pedido' }));
  const putRight = async ({ id }: Payers) => {
    const { body } = await call(app, 'GET', `/api/reservations/${id}/payments`, { token: staff.token });
    const last = body.data.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1))[0];
    await expectDone(post(`${id}/payments/${last.id}/reversal`, staff, { reason: 'Era de outra reserva' }));
  };
  async function booked(complete = true) {
    const family = await party();
    await payPix(family, 'deposit');
    if (complete) await fillIn(family);
    return family;
  }
  /** Its balance is due on the day in so many days, at once. */
  async function bookedInInstalments(days: number) {
    const family = await booked();
    const dueAt = tenOClock(days).toISOString();
    const instalments = JSON.stringify([{ dueOn: dueAt.slice(0, 10), dueAt, cents: 26_460 }]);
    await change(family.id, { instalments });
    return family;
  }
  const fillIn = ({ id, trip }: Family) =>
    app.db
      .updateTable('participants')
      .set({
        ...{ name: 'Ana Lima', birthdate: bornFor(trip, 30), document_number: 'MG1', document_issuer: 'SSP' },
        boarding_point_id: trip.boardingPointId,
      })
      .where('reservation_id', '=', id)
      .execute();
  const setDeadline = ({ id }: Payers, minutes: number) =>
    change(id, {
      hold_expires_at: new Date(Date.now() + minutes * MINUTE_MS),
      created_at: new Date(Date.now() - 24 * 60 * MINUTE_MS),
    });

  /** Adds somebody whose deposit does not come in time. */
  async function addAndMissDeadline({ id, trip, payer }: Family) {
    await call(app, 'POST', `/api/reservations/${id}/participants`, {
      token: payer.token,
      body: { fareId: trip.fares.adult },
    });
    await passHeldDeadline(app, id);
  }

  /** Somebody waits for the two places of a full trip. */
  async function waiting() {
    const trip = await hostileTrip(app, { capacity: 2 });
    const family = await createFamily(app, { adult: 2 }, { trip });
    const { person: payer } = await joinList(app, trip, { adult: 2 });
    return { trip, family, payer };
  }
  /** … and is offered them. */
  async function offered() {
    const { trip, family, payer } = await waiting();
    await cancel(family);
    const { body } = await call(app, 'GET', `/api/trips/${trip.id}/waiting-list`, { token: payer.token });
    return { trip, payer, id: body.offer.reservationId as string };
  }

  return {
    ...{ sweep, notifyNew, remindAt, recordReported, post, party, payPix, payByHand, cancel, cancelByStaff, putRight },
    ...{ booked, bookedInInstalments, fillIn, setDeadline, addAndMissDeadline, waiting, offered },
  };
}

/** What happens to a trip under its people; e-mails go to `jobs`. */
export function tripEvents(app: TestApp, jobs: Jobs, staff: Person) {
  type People = Pick<Family, 'trip'>;
  /** Departs a day later, as everybody is notified. */
  const changeDay = ({ trip }: People, of = app) => {
    const [date = '', returnDate = ''] = [1, 2].map((days) =>
      new Date(trip.departsAt.getTime() + days * 24 * 60 * MINUTE_MS).toISOString(),
    );
    return saveTrip(of, staff, trip.id, { date, returnDate, notice: { tell: true, message: 'Previsão de chuva.' } });
  };
  /** People of a trip that departs a day later then. */
  async function changed<Some extends People>(of: Promise<Some>): Promise<Some> {
    const people = await of;
    await expectDone(changeDay(people));
    return people;
  }
  const leaveList = ({ trip, payer }: People & Pick<Family, 'payer'>) =>
    expectDone(call(app, 'DELETE', `/api/trips/${trip.id}/waiting-list`, { token: payer.token }));
  const notifyDepartures = (of = app) =>
    notifyGuaranteed({ ...of.app.deps, jobs, publicUrl }, new Date(Date.now() + 5 * MINUTE_MS));
  /** People whose departure was guaranteed, and who were notified five minutes later. */
  async function guaranteed<Some extends People>(of: Promise<Some>): Promise<Some> {
    const people = await of;
    await expectDone(call(app, 'PUT', `/api/trips/${people.trip.id}/guarantee`, { token: staff.token, body: {} }));
    await notifyDepartures();
    return people;
  }
  const sendAnnounced = (of = app) =>
    sendAnnouncements({ ...of.app.deps, jobs }, { now: new Date(Date.now() + 5 * MINUTE_MS) });
  /** Something that staff writes to the people of a trip in a minute. */
  const announce = async ({ trip }: People) => {
    const body = {
      ...{ audience: 'payers', unpaid: true, missingData: false, boardingPointId: null, people: 1 },
      ...{ subject: 'Aviso: {passeio}', text: 'Saímos em {saida}, de {passeio}.' },
      sendAt: new Date(Date.now() + MINUTE_MS).toISOString(),
    };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await expectDone(call(app, 'POST', `/api/trips/${trip.id}/announcements`, { token: staff.token, headers, body }));
    await sendAnnounced();
  };
  return { changeDay, changed, leaveList, guaranteed, notifyDepartures, announce, sendAnnounced };
}
