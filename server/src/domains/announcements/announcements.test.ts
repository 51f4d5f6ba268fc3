import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, startAnotherProcess, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, type Person } from '../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { createFamily, createFamilyTrip, entriesOf, type Family, type FamilyTrip } from '../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../test/pix.ts';
import { recordReportedNow } from '../payments/index.ts';
import { sendAnnouncements } from './announcements.ts';

const HOUR_MS = 3_600_000;

let app: TestAppWithJobs;
let bia: Person;
let mailbox: Mailbox;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestAppWithJobs({ connections: 20 });
  await app.db.updateTable('operator').set({ pix_key: 'pix@rota.example' }).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  bia = await createPerson(app, 'OPERATOR');
  trip = await createFamilyTrip(app);
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const path = (more = '', of = trip) => `/api/trips/${of.id}/announcements${more}`;
const draft = {
  ...{ audience: 'payers', unpaid: false, missingData: false, boardingPointId: null },
  ...{ subject: 'Sobre {passeio}', text: 'Saímos em {saida}.\n\n{frase_do_que_falta}' },
};
const preview = async (body: object = {}) => {
  const { status, body: answer } = await call(app, 'POST', path('/preview'), {
    token: bia.token,
    body: { ...draft, ...body },
  });
  expect(status).toBe(200);
  return answer;
};
const announce = (body: object, { token = bia.token, key = randomUUIDv7() } = {}) =>
  call(app, 'POST', path(), {
    ...{ token, headers: { 'idempotency-key': key } },
    body: { ...draft, sendAt: null, ...body },
  });
const family = (adults = 1, payer?: Person) => createFamily(app, { adult: adults }, { trip, ...(payer && { payer }) });
const change = (who: { id: string } | undefined, set: object) =>
  app.db
    .updateTable('participants')
    .set(set)
    .where('id', '=', who?.id ?? '')
    .execute();
const pay = async (of: Family) => {
  const pix = pixFor(await chargeOf(app, of, 'full'));
  await recordReportedNow({ ...app.app.deps, jobs: mailbox.jobs, publicUrl: 'https://passeio.example' }, pix);
};
const sent = async () =>
  (await mailbox.deliver()).filter(({ subject }) => subject.startsWith('Sobre')).map(({ to, text }) => ({ to, text }));
const addressesOf = async () => (await sent()).map(({ to }) => to).toSorted();

describe('a message to all payers of a departure', () => {
  it('is counted before, sent at once with the data of each, and stands in the timeline and the log of each', async () => {
    const [one, two] = [await family(2), await family()];
    expect(await preview()).toMatchObject({ people: 2, emails: 2, example: { subject: 'Sobre Cânions de Furnas' } });
    const { status, body } = await announce({ people: 2 });
    expect(status).toBe(201);
    expect(body.data[0]).toMatchObject({ people: 2, emails: 2, cancelledAt: null, sentAt: expect.any(String) });
    const mails = await sent();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([one.payer.email, two.payer.email].toSorted());
    expect(mails.find(({ to }) => to === one.payer.email)?.text).toContain('Falta pagar R$ 378,00.');
    const timeline = await call(app, 'GET', `/api/reservations/${one.id}/timeline`, { token: one.payer.token });
    expect(timeline.body.data.at(-1)).toMatchObject({
      sentence: 'Mandamos um e-mail a todos da saída',
      details: ['Assunto: Sobre Cânions de Furnas'],
    });
    const log = await call(app, 'GET', `/api/reservations/${two.id}/messages`, { token: bia.token });
    expect(log.body.data[0]).toMatchObject({ subject: 'Sobre Cânions de Furnas', to: two.payer.email, state: 'sent' });
    expect((await entriesOf(app, trip.id)).at(-1)).toMatchObject({
      action: 'trip.announced',
      changes: { people: [null, 2] },
    });
  });

  it('is sent once however often the request arrives, and to nobody if it would reach others than were counted', async () => {
    await family();
    expect(await announce({ people: 2 })).toMatchObject({ status: 409, body: { code: 'ANNOUNCEMENT_FOR_OTHERS' } });
    const key = randomUUIDv7();
    await announce({ people: 1 }, { key });
    expect(await announce({ people: 1 }, { key })).toMatchObject({ status: 201 });
    expect(await addressesOf()).toHaveLength(1);
  });

  it('reaches a payer without an e-mail in the send queue of WhatsApp only', async () => {
    const [one, guest] = [await family(), await family()];
    const { id } = await createGuestPerson(app, { name: 'Dona Nair' });
    await app.db.updateTable('reservations').set({ user_id: id }).where('id', '=', guest.id).execute();
    expect(await preview()).toMatchObject({ people: 2, emails: 1 });
    const { body } = await announce({ people: 2 });
    expect(await addressesOf()).toEqual([one.payer.email]);
    const listed = await call(app, 'GET', path(`/${body.data[0].id}/recipients`), { token: bia.token });
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({
        ...{ name: 'Dona Nair', byEmail: false, participantId: null },
        text: expect.stringMatching(/^Olá, Dona Nair! Aqui é da .+\n\nSaímos em .+\n\nFalta pagar R\$ 189,00\.$/s),
      }),
    );
  });

  it('carries the payer’s link for a payer without an account', async () => {
    const guest = await family();
    const { id } = await createGuestPerson(app, { name: 'Dona Nair' });
    await app.db.updateTable('users').set({ email: 'nair@exemplo.com.br' }).where('id', '=', id).execute();
    await app.db.updateTable('reservations').set({ user_id: id }).where('id', '=', guest.id).execute();
    await announce({ people: 1 });
    const [mail] = await sent();
    expect(mail?.text).toMatch(/Ver a reserva https:\/\/passeio\.example\/reserva[^ ]*#/);
  });

  it('goes only to those who owe, lack data or board at a point, and not to a payer who paid before it left', async () => {
    const [owes, paid] = [await family(), await family(2)];
    await pay(paid);
    await change(paid.adults[0], { boarding_point_id: trip.boardingPointId });
    expect(await preview({ boardingPointId: trip.boardingPointId })).toMatchObject({ people: 1 });
    expect(await preview({ missingData: true })).toMatchObject({ people: 2 });
    expect(await preview({ unpaid: true })).toMatchObject({ people: 1 });
    await announce({ unpaid: true, people: 1 });
    await pay(owes);
    expect(await addressesOf()).toEqual([]);
  });
});

describe('a message to all passengers of a departure', () => {
  it('goes only to people whom staff has chosen, at once, and to nobody of another trip', async () => {
    const [first, second] = [await family(2), await family()];
    const chosen = { participantIds: [first.reservation.participants[1]?.id ?? ''] };
    expect(await preview(chosen)).toMatchObject({ people: 1 });
    const later = { ...chosen, people: 1, sendAt: new Date(Date.now() + HOUR_MS).toISOString() };
    expect(await announce(later)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    const { status, body } = await announce({ ...chosen, people: 1 });
    expect(status).toBe(201);
    expect(body.data[0]).toMatchObject({ chosen: 1, people: 1 });
    const addressOf = async ({ payer }: Family) =>
      (await app.db.selectFrom('users').select('email').where('id', '=', payer.id).executeTakeFirstOrThrow()).email;
    expect(await addressesOf()).toEqual([await addressOf(first)]);
    const others = await createFamily(app, { adult: 1 }, { trip: await createFamilyTrip(app) });
    const elsewhere = { participantIds: others.reservation.participants.map(({ id }: { id: string }) => id) };
    expect(await preview(elsewhere)).toMatchObject({ people: 0 });
    expect((await announce({ ...elsewhere, people: 1 })).body.code).toBe('ANNOUNCEMENT_FOR_OTHERS');
    expect(second.id).not.toBe(first.id);
  });

  it('reaches each person once, and those without a way of their own through the payer', async () => {
    const one = await family(3);
    const [, withPhone, without] = one.adults;
    await change(withPhone, { name: 'Davi Sá', contact: '+5535977776666' });
    await change(without, { name: 'Eva Sá', contact: '+5535977776666' });
    const other = await family();
    expect(await preview({ audience: 'passengers' })).toMatchObject({ people: 3, emails: 2 });
    const { body } = await announce({ audience: 'passengers', people: 3 });
    expect(await addressesOf()).toEqual([one.payer.email, other.payer.email].toSorted());
    const { body: listed } = await call(app, 'GET', path(`/${body.data[0].id}/recipients`), { token: bia.token });
    const davi = listed.data.find(({ name }: { name: string }) => name === 'Davi Sá');
    // Money is the payer's matter.
    expect(davi).toMatchObject({ participantId: withPhone?.id, byEmail: false });
    expect(davi.text).not.toContain('Falta pagar');
    const chat = { templateKey: 'announcement', tripId: trip.id, participantId: withPhone?.id };
    const record = (about: object) =>
      call(app, 'POST', `/api/reservations/${one.id}/whatsapp-messages`, {
        ...{ token: bia.token, headers: { 'idempotency-key': randomUUIDv7() } },
        body: { ...chat, ...about },
      });
    expect(await record({})).toMatchObject({ status: 404, body: { code: 'ANNOUNCEMENT_NOT_FOUND' } });
    expect(await record({ announcementId: randomUUIDv7() })).toMatchObject({ status: 404 });
    expect((await record({ announcementId: body.data[0].id })).status).toBe(201);
    const { body: chats } = await call(app, 'GET', `/api/trips/${trip.id}/whatsapp-messages`, { token: bia.token });
    expect(chats.messages).toMatchObject([{ announcementId: body.data[0].id, phone: '+5535977776666' }]);
  });
});

describe('a scheduled message', () => {
  const soon = () => new Date(Date.now() + HOUR_MS);
  const later = new Date(Date.now() + 2 * HOUR_MS);
  const send = (of: Pick<TestAppWithJobs, 'app'> = app) =>
    sendAnnouncements({ ...of.app.deps, jobs: app.jobs }, { now: later });

  it('is sent once by any number of processes, to those of that moment', async () => {
    const one = await family();
    const { body } = await announce({ people: 1, sendAt: soon().toISOString() });
    expect(body.data[0]).toMatchObject({ sentAt: null, people: null });
    await sendAnnouncements({ ...app.app.deps, jobs: app.jobs });
    expect(await addressesOf()).toEqual([]);
    const two = await family();
    const other = await startAnotherProcess(app);
    await Promise.all([send(), send(other), send()]);
    await other.close();
    expect(await addressesOf()).toEqual([one.payer.email, two.payer.email].toSorted());
  });

  it('is cancelled by staff, or with its departure, and then never sent', async () => {
    await family();
    const { body } = await announce({ people: 1, sendAt: soon().toISOString() });
    const cancel = () => call(app, 'DELETE', path(`/${body.data[0].id}`), { token: bia.token });
    expect(await cancel()).toMatchObject({ status: 200, body: { data: [{ cancelledAt: expect.any(String) }] } });
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'ANNOUNCEMENT_OVER' } });
    await announce({ people: 1, sendAt: soon().toISOString() });
    await app.db
      .updateTable('trips')
      .set({ cancelled_at: new Date(), is_active: false })
      .where('id', '=', trip.id)
      .execute();
    await send();
    expect(await addressesOf()).toEqual([]);
    expect((await entriesOf(app, trip.id)).at(-1)).toMatchObject({ action: 'trip.announcement_cancelled' });
  });
});

describe('what is refused', () => {
  it.each<[string, object, object]>([
    ['a field that there is not', { text: 'Olá {cpf}' }, { text: 'O campo {cpf} não existe nesta mensagem.' }],
    ['a text that is too long', { text: 'a'.repeat(3_001) }, { text: 'Texto: use no máximo 3.000 caracteres.' }],
    ['no subject', { subject: ' ' }, { subject: 'Escreva o assunto da mensagem.' }],
    ['a time that has passed', { sendAt: '2020-01-01T12:00:00Z' }, { sendAt: 'Escolha um horário que ainda vem.' }],
    [
      'a time long after the return',
      { sendAt: '2099-01-01T12:00:00Z' },
      { sendAt: 'Escolha um dia até 30 dias depois da volta.' },
    ],
  ])('%s', async (_, body, fields) => {
    await family();
    expect(await announce({ people: 1, ...body })).toMatchObject({ status: 400, body: { fields } });
  });

  it('the seventh message about a trip within a day', async () => {
    await family();
    for (let count = 0; count < 6; count += 1) expect((await announce({ people: 1 })).status).toBe(201);
    expect(await announce({ people: 1 })).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ANNOUNCEMENTS' } });
  });

  it('a trip that is not there, and an announcement of another trip', async () => {
    const of: Family = await family();
    const { body } = await announce({ people: 1 });
    const other = await createFamilyTrip(app);
    const at = path(`/${body.data[0].id}/recipients`, other);
    expect(await call(app, 'GET', at, { token: bia.token })).toMatchObject({ status: 404 });
    expect(await call(app, 'GET', path(), { token: of.payer.token })).toMatchObject({ status: 403 });
  });
});
