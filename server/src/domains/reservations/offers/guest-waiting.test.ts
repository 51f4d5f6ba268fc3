import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, startAnotherProcess, type TestApp, type TestAppWithJobs } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamily, createFamilyTrip, type Family, type FamilyTrip } from '../../../../test/parties.ts';
import { callByLink, payDeposit } from '../../../../test/payer-links.ts';
import { joinList, partyOf, waitingStates } from '../../../../test/waiting.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { deleteEndedWaitingLinks } from '../../waiting-list/index.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

let app: TestAppWithJobs;
let staff: Person;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  staff = await createPerson(app, 'ADMIN');
  mailbox = await openMailbox(app);
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

let guests = 0;
const newPhone = () => {
  guests += 1;
  return `+55359933${String(guests).padStart(5, '0')}`;
};
const newEmail = () => `${randomUUID().slice(0, 8)}@exemplo.com.br`;

/** A trip of so many places, all taken by one family. */
async function fullTrip(places = 2): Promise<{ trip: FamilyTrip; family: Family }> {
  const trip = await createFamilyTrip(app, { capacity: places });
  return { trip, family: await createFamily(app, { adult: places }, { trip }) };
}

interface Guest {
  name?: string;
  contact?: string;
  email?: string | null;
}
function ask(
  trip: FamilyTrip,
  guest: Guest = {},
  { key = randomUUID() as string, adult = 2, address = '', at = app as TestApp } = {},
) {
  return call(at, 'POST', `/api/trips/${trip.id}/guest-waiting-list`, {
    headers: { 'idempotency-key': key, ...(address && { 'x-forwarded-for': address }) },
    body: {
      ...{ ...partyOf(trip, { adult }), boardingPointId: null, acceptedPolicy: true },
      guest: { name: 'Teresa Prado Lima', contact: newPhone(), ...guest },
    },
  });
}
const tokenOf = ({ link }: { link: string }) => link.split('#')[1] ?? '';
async function wait(trip: FamilyTrip, guest: Guest = {}) {
  const { status, body } = await ask(trip, guest);
  expect([status, body.code]).toEqual([201, undefined]);
  return tokenOf(body);
}
const by = (name: string, token: string, body: object = {}) =>
  call(app, 'POST', `/api/waiting-links/${name}`, { body: { token, ...body } });
const read = async (token: string) => (await by('read', token)).body;
const cancel = ({ id, payer }: Family) => call(app, 'POST', `/api/reservations/${id}/cancel`, { token: payer.token });
const sweep = () => sweepHolds({ ...app.app.deps, jobs: mailbox.jobs, publicUrl: 'https://passeio.example' });
const mailsTo = async (email: string) => (await mailbox.deliver()).filter(({ to }) => to === email);
async function codeFor(email: string): Promise<string> {
  const mail = (await mailsTo(email)).find(({ subject }) => subject.includes('Seu código'));
  expect(mail?.text).toContain('na página da lista de espera');
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');
const linkIn = (text: string | undefined, page: string) =>
  new RegExp(`https://passeio\\.example/${page}#([\\w-]+)`).exec(text ?? '')?.[1] ?? '';

describe('a guest on the waiting list', () => {
  it('has a place in the line and a link to it, and staff sees them with their telephone', async () => {
    const { trip } = await fullTrip();
    await joinList(app, trip, { adult: 1 });
    const contact = newPhone();
    const token = await wait(trip, { contact });
    expect(await read(token)).toMatchObject({
      ...{ state: 'waiting', position: 2, people: 2, email: null, emailToConfirm: null, offer: null },
      trip: { id: trip.id },
    });
    const list = await call(app, 'GET', `/api/trips/${trip.id}/waiting-list/entries`, { token: staff.token });
    expect(list.body.data[1].person).toMatchObject({ name: 'Teresa Prado Lima', contact, email: null });
  });

  it('with an address that nobody confirmed gets a code and nothing else, not even an offer', async () => {
    const { trip, family } = await fullTrip();
    const email = newEmail();
    const token = await wait(trip, { email });
    expect(await read(token)).toMatchObject({ email: null, emailToConfirm: `${email[0]}•••@exemplo.com.br` });
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Seu código')]);
    await cancel(family);
    await sweep();
    expect(await waitingStates(app, trip.id)).toEqual(['offered']);
    expect(await mailsTo(email)).toEqual([]);
    const { offer } = await read(token);
    expect(Date.parse(offer.until)).toBeGreaterThan(Date.now());
    const { body } = await by('reservation', token);
    expect((await callByLink(app, 'read', tokenOf(body))).body).toMatchObject({ code: offer.code, state: 'held' });
  });

  it('who confirmed the address by the code gets the offer there, with a link to pay', async () => {
    const { trip, family } = await fullTrip();
    const email = newEmail();
    const token = await wait(trip, { email });
    const code = await codeFor(email);
    expect((await by('email', token, { code: otherThan(code) })).body.code).toBe('EMAIL_CODE_WRONG');
    expect((await by('email', token, { code })).body).toEqual({});
    expect(await read(token)).toMatchObject({ email: `${email[0]}•••@exemplo.com.br`, emailToConfirm: null });
    const [joined] = await mailsTo(email);
    expect(await read(linkIn(joined?.text, 'espera'))).toMatchObject({ state: 'waiting', position: 1 });

    await cancel(family);
    await sweep();
    const [offer] = await mailsTo(email);
    expect(offer?.subject).toContain('Saíram vagas');
    const paying = linkIn(offer?.text, 'reserva');
    const { body: reservation } = await callByLink(app, 'read', paying);
    expect(reservation).toMatchObject({ state: 'held', places: 2, channel: 'waiting_list' });
    expect((await by('removal', token)).body.code).toBe('WAITING_OFFERED');
    await payDeposit(app, staff, { id: reservation.id });
    expect(await waitingStates(app, trip.id)).toEqual(['taken']);
    expect(await read(token)).toMatchObject({ state: 'taken', offer: { code: reservation.code } });
    expect(await findFaults(app.db, [trip.id])).toEqual([]);
  });

  it('has five attempts, and half an hour; asks for another code, also at another address', async () => {
    const { trip } = await fullTrip();
    const [email, other] = [newEmail(), newEmail()];
    const token = await wait(trip, { email });
    const code = await codeFor(email);
    const wrong = await Promise.all(Array.from({ length: 9 }, () => by('email', token, { code: otherThan(code) })));
    expect(wrong.filter(({ body }) => body.code === 'EMAIL_CODE_WRONG')).toHaveLength(4);
    expect((await by('email', token, { code })).body.code).toBe('EMAIL_CODE_OVER');
    expect((await by('email-code', token, { email: other })).status).toBe(200);
    const late = await codeFor(other);
    const ofCodes = app.db.updateTable('waiting_email_codes').where('email', '=', other);
    await ofCodes.set({ created_at: new Date(Date.now() - 31 * 60_000) }).execute();
    expect((await by('email', token, { code: late })).body.code).toBe('EMAIL_CODE_OVER');
    expect((await by('email-code', token)).status).toBe(200);
    expect((await by('email', token, { code: await codeFor(other) })).status).toBe(200);
  });

  it('shares the three codes an hour of a mailbox with reservations', async () => {
    const email = newEmail();
    const { trip: full } = await fullTrip();
    const token = await wait(full, { email });
    for (let again = 0; again < 2; again += 1) {
      const trip = await createFamilyTrip(app);
      const party = { ...partyOf(trip, { adult: 1 }), boardingPointId: trip.boardingPointId };
      const body = { ...party, guest: { name: 'Rui Maia', contact: newPhone(), email } };
      expect((await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, { body })).status).toBe(201);
    }
    expect(await by('email-code', token)).toMatchObject({ status: 429, body: { code: 'EMAIL_CODES_SENT' } });
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('gives the place to the account that has the address, whose links there were end', async () => {
    const { trip } = await fullTrip();
    await joinList(app, trip, { adult: 1 });
    const account = await createPerson(app, 'CLIENT');
    const token = await wait(trip, { email: account.email });
    const { status, body } = await by('email', token, { code: await codeFor(account.email) });
    expect([status, typeof body.link]).toEqual([200, 'string']);
    expect((await by('read', token)).body.code).toBe('WAITING_LINK_OVER');
    expect(await read(tokenOf(body))).toMatchObject({ state: 'waiting', position: 2 });
    const own = await call(app, 'GET', '/api/waiting-list/me', { token: account.token });
    expect(own.body.data).toMatchObject([{ position: 2, places: 2, trip: { id: trip.id } }]);
  });

  it('does not become somebody who waits or goes already, and keeps the place', async () => {
    const { trip } = await fullTrip();
    const { person } = await joinList(app, trip, { adult: 1 });
    const token = await wait(trip, { email: person.email });
    const code = await codeFor(person.email);
    expect((await by('email', token, { code })).body.code).toBe('ALREADY_WAITING');
    expect(await read(token)).toMatchObject({ state: 'waiting', position: 2, email: null });
  });

  it('leaves by the link, once, and may wait again', async () => {
    const { trip } = await fullTrip();
    const guest = { contact: newPhone() };
    const token = await wait(trip, guest);
    expect((await by('removal', token)).status).toBe(200);
    expect((await by('removal', token)).body.code).toBe('WAITING_NOT_FOUND');
    expect((await read(token)).state).toBe('left');
    const again = await wait(trip, guest);
    expect((await by('removal', token)).body.code).toBe('WAITING_NOT_FOUND');
    expect((await read(again)).state).toBe('waiting');
  });
});

describe('a request to wait without an account', () => {
  it('has one effect however often it is sent, and another tap of the same person gets the reason', async () => {
    const { trip } = await fullTrip();
    const guest = { contact: newPhone(), email: newEmail() };
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => ask(trip, guest, { key })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const { body } of answers) expect(await read(tokenOf(body))).toMatchObject({ position: 1 });
    expect(await waitingStates(app, trip.id)).toEqual(['waiting']);
    expect(await mailsTo(guest.email)).toHaveLength(1);
    expect(await ask(trip, guest)).toMatchObject({ status: 409, body: { code: 'GUEST_ALREADY_WAITING' } });
    expect((await ask(trip, guest, { key, adult: 1 })).status).toBe(409);
  });

  it('counts with what the telephone waits for and holds under other names', async () => {
    await app.db.updateTable('operator').set({ unpaid_places: 4 }).execute();
    try {
      const contact = newPhone();
      const trips = [await fullTrip(), await fullTrip(), await fullTrip()];
      const names = ['Ana Reis', 'Bia Reis', 'Caio Reis'];
      const answers = await Promise.all(trips.map(({ trip }, at) => ask(trip, { contact, name: names[at] ?? '' })));
      expect(answers.map(({ body: { code = 'waits' } }) => code).toSorted()).toEqual([
        'UNPAID_PLACES',
        'waits',
        'waits',
      ]);
      const free = await createFamilyTrip(app);
      const body = { ...partyOf(free, { adult: 1 }), guest: { name: 'Davi Reis', contact } };
      const held = await call(app, 'POST', `/api/trips/${free.id}/guest-reservations`, {
        body: { ...body, boardingPointId: free.boardingPointId },
      });
      expect(held.body.code).toBe('UNPAID_PLACES');
      const config = { ...app.app.deps.config, rateLimits: true, trustProxy: ['127.0.0.1'] };
      const limited = await startAnotherProcess(app, { config });
      const { trip } = await fullTrip();
      const many = [];
      for (const name of names)
        many.push((await ask(trip, { name }, { address: '203.0.113.77', at: limited })).body.code);
      await limited.close();
      expect(many).toEqual([undefined, undefined, 'UNPAID_PLACES_ADDRESS']);
    } finally {
      await app.db.updateTable('operator').set({ unpaid_places: 40 }).execute();
    }
  });

  it.each([
    ['while there are places', 9, 'TRIP_HAS_PLACES'],
    ['for more people than the trip takes', 1, 'PARTY_ABOVE_CAPACITY'],
  ])('is refused %s, and creates nobody', async (_, capacity, code) => {
    const trip = await createFamilyTrip(app, { capacity });
    const contact = newPhone();
    expect((await ask(trip, { contact })).body.code).toBe(code);
    expect(await app.db.selectFrom('users').select('id').where('contact', '=', contact).execute()).toEqual([]);
  });

  it('of somebody who goes already says that they have a reservation', async () => {
    const trip = await createFamilyTrip(app, { capacity: 1 });
    const guest = { name: 'Rosa Maia', contact: newPhone() };
    const body = { ...partyOf(trip, { adult: 1 }), boardingPointId: trip.boardingPointId, guest };
    expect((await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, { body })).status).toBe(201);
    expect((await ask(trip, guest, { adult: 1 })).body.code).toBe('GUEST_ALREADY_ENROLLED');
  });

  it.each([
    ['a link that nobody has', { token: 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA' }, 404],
    ['no link', {}, 400],
    ['more than a link', { token: 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA', entryId: randomUUID() }, 400],
  ])('by %s opens nothing', async (_, body, status) => {
    for (const name of ['read', 'removal', 'reservation'])
      expect((await call(app, 'POST', `/api/waiting-links/${name}`, { body })).status).toBe(status);
  });
});

describe('the data of a guest who waited', () => {
  const personOf = (contact: string) =>
    app.db.selectFrom('users').select(['name', 'erased_at']).where('contact', '=', contact).execute();

  it('are erased by the link once they left, and the link opens nothing any more', async () => {
    const { trip } = await fullTrip();
    const contact = newPhone();
    const token = await wait(trip, { contact, email: newEmail() });
    const open = await by('erasure', token);
    expect(open).toMatchObject({ status: 409, body: { code: 'ERASURE_OPEN' } });
    expect(open.body.fields.open).toContain('lista de espera aberta');
    await by('removal', token);
    expect((await by('erasure', token)).status).toBe(200);
    expect(await personOf(contact)).toEqual([]);
    expect((await by('read', token)).body.code).toBe('WAITING_LINK_OVER');
  });

  it('stay where the same name and telephone wait or go elsewhere, which the link does not show', async () => {
    const guest = { name: 'Rosa Maia Lima', contact: newPhone() };
    const [first, second] = [await fullTrip(), await fullTrip()];
    await wait(first.trip, guest);
    const token = await wait(second.trip, guest);
    await by('removal', token);
    expect((await by('erasure', token)).body.code).toBe('ERASURE_OPEN');
    expect(await personOf(guest.contact)).toMatchObject([{ name: guest.name, erased_at: null }]);
  });
});

it('an address that was never confirmed is deleted after a week, and the place stays', async () => {
  const { trip } = await fullTrip();
  const token = await wait(trip, { email: newEmail() });
  await app.db
    .updateTable('waiting_email_codes')
    .set({ created_at: new Date(Date.now() - (7 * 24 + 1) * 3_600_000) })
    .execute();
  await deleteEndedWaitingLinks(app.db);
  expect(await read(token)).toMatchObject({ state: 'waiting', emailToConfirm: null });
  expect((await by('email-code', token)).body.code).toBe('EMAIL_CODE_OVER');
});

it('a telephone and a name open no other place or reservation of a guest by a confirmed address', async () => {
  const guest = { name: 'Rosa Maia Prado', contact: newPhone() };
  const [first, second] = [await fullTrip(), await fullTrip()];
  const [mine, theirs] = [await wait(first.trip, guest), newEmail()];
  const token = await wait(second.trip, { ...guest, email: theirs });
  const { body } = await by('email', token, { code: await codeFor(theirs) });
  expect(await read(tokenOf(body))).toMatchObject({ email: `${theirs[0]}•••@exemplo.com.br` });
  expect(await read(mine)).toMatchObject({ email: null });
});
