import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, signUpData } from '../../../../test/factories.ts';
import { createFamilyTrip, type FamilyTrip, placesTaken } from '../../../../test/parties.ts';
import { createRoomTrip, roomsOf } from '../../../../test/rooms.ts';

let app: TestApp;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestApp();
  trip = await createFamilyTrip(app, { capacity: 500 });
});
afterAll(() => app.close());

let phones = 0;
const someone = (more: object = {}) => {
  phones += 1;
  return { name: 'Tiago Reis', contact: `+55359911${String(phones).padStart(5, '0')}`, ...more };
};

interface Asked {
  guest?: object;
  count?: number;
  key?: string;
  of?: FamilyTrip;
}

const reserve = ({ guest = someone(), count = 1, key = randomUUID(), of = trip }: Asked = {}) =>
  call(app, 'POST', `/api/trips/${of.id}/guest-reservations`, {
    headers: { 'idempotency-key': key },
    body: {
      party: [{ fareId: of.fares.adult, count }],
      boardingPointId: of.boardingPointId,
      guest,
      acceptedPolicy: true,
    },
  });
const peopleWith = (contact: string) =>
  app.db.selectFrom('users').select(['id', 'name', 'email', 'subject']).where('contact', '=', contact).execute();

describe('somebody without an account', () => {
  it('holds places at once, and pays and reads by the link of the answer', async () => {
    const guest = someone();
    const { status, body } = await reserve({ guest, count: 2 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'held', places: 2, channel: 'site', trip: { id: trip.id } });
    const token = body.link.split('#')[1];
    const read = await call(app, 'POST', '/api/reservation-links/read', { body: { token } });
    expect(read).toMatchObject({ status: 200, body: { id: body.id, payer: { name: 'Tiago Reis' } } });
    expect(read.body.participants[0]).toMatchObject({ isPayer: true, name: 'Tiago Reis' });
    const [person] = await peopleWith(guest.contact);
    expect(person).toMatchObject({ subject: null, email: null });
  });

  it('has the rooms that they chose', async () => {
    const weekend = await createRoomTrip(app, await createPerson(app, 'ADMIN'));
    const { status, body } = await call(app, 'POST', `/api/trips/${weekend.id}/guest-reservations`, {
      body: {
        party: [{ fareId: weekend.fares.adult, count: 1 }],
        rooms: roomsOf(weekend, [{ type: 'Duplo', people: 1, share: 'women', shareWith: 'Paula' }]),
        guest: someone(),
      },
    });
    expect([status, body.rooms]).toMatchObject([201, [{ label: 'Duplo', share: 'women', shareWith: 'Paula' }]]);
  });

  it('is answered the same reservation for the same request with the same key', async () => {
    const [guest, key] = [someone(), randomUUID()];
    const answers = await Promise.all([1, 2, 3].map(() => reserve({ guest, key })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const other = await reserve({ guest, key, count: 2 });
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await peopleWith(guest.contact)).toHaveLength(1);
  });

  it('gets what is wrong with the data, and no place is taken', async () => {
    const taken = await placesTaken(app, trip.id);
    for (const guest of [{}, someone({ name: '' }), someone({ contact: '123' }), someone({ email: 'nada' })]) {
      expect(await reserve({ guest })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
    const { status } = await reserve({ guest: someone({ role: 'ADMIN' }) });
    expect(status).toBe(400);
    expect(await placesTaken(app, trip.id)).toBe(taken);
  });

  it('learns nothing of who has the e-mail, who keeps it', async () => {
    const owner = await createPerson(app);
    const guest = someone({ email: owner.email });
    const { status, body } = await reserve({ guest });
    expect(status).toBe(201);
    expect(JSON.stringify(body)).not.toContain(owner.email);
    expect(await peopleWith(guest.contact)).toMatchObject([{ email: null, subject: null }]);
  });

  it('at once with somebody else who gives the same e-mail gets places, and one of them the e-mail', async () => {
    const email = `${randomUUID()}@example.com`;
    const guests = [someone({ email, name: 'Ana Um' }), someone({ email, name: 'Ana Dois' })];
    const answers = await Promise.all(guests.map((guest) => reserve({ guest })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const people = await Promise.all(guests.map(({ contact }) => peopleWith(contact)));
    expect(people.flat().filter((one) => one.email === email)).toHaveLength(1);
  });

  it('holds no more unpaid places by one telephone than one person may, under whatever names', async () => {
    await app.db.updateTable('operator').set({ unpaid_places: 4 }).execute();
    try {
      const { contact } = someone();
      const asked = await Promise.all(
        ['Ana Um', 'Ana Dois', 'Ana Três', 'Ana Quatro'].map((name) => reserve({ guest: { name, contact }, count: 2 })),
      );
      expect(asked.filter(({ status }) => status === 201)).toHaveLength(2);
      expect(asked.filter(({ body }) => body.code === 'UNPAID_PLACES')).toHaveLength(2);
    } finally {
      await app.db.updateTable('operator').set({ unpaid_places: 40 }).execute();
    }
  });

  it('gets the last places of a trip at most once: twelve ask for five', async () => {
    const small = await createFamilyTrip(app, { capacity: 5 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => reserve({ of: small })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await placesTaken(app, small.id)).toBe(5);
  });

  it('finds the reservation in the account that is made later with the same confirmed e-mail', async () => {
    const claim = signUpData();
    const { body } = await reserve({ guest: someone({ email: claim.email }) });
    const { token } = app.identity.issueToken(claim.email, { emailConfirmed: true });
    expect((await call(app, 'POST', '/api/users', { token, body: claim })).status).toBe(201);
    const own = await call(app, 'GET', '/api/reservations/me', { token });
    expect(own.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  });
});

describe('who signs up later', () => {
  const adopt = (token: string | undefined, link: string, phoneDigits: string) =>
    call(app, 'POST', '/api/reservation-links/adoption', {
      token,
      body: { token: link.split('#')[1], phoneDigits },
    });
  const own = async (token: string) => {
    const { body } = await call(app, 'GET', '/api/reservations/me', { token });
    return body.data.map(({ id }: { id: string }) => id);
  };

  it('keeps the reservation of a link in their account by the last digits of its telephone, and no other', async () => {
    const guest = someone();
    const [{ body: made }, { body: other }] = [
      await reserve({ guest }),
      await reserve({ guest, of: await createFamilyTrip(app) }),
    ];
    const { id, token } = await createPerson(app);
    const wrong = guest.contact.endsWith('0000') ? '1111' : '0000';
    expect((await adopt(undefined, made.link, guest.contact.slice(-4))).status).toBe(401);
    expect(await adopt(token, made.link, wrong)).toMatchObject({ status: 400, body: { code: 'PHONE_DIGITS_WRONG' } });
    expect(await own(token)).toEqual([]);

    const adopted = await adopt(token, made.link, guest.contact.slice(-4));

    expect(adopted).toMatchObject({ status: 200, body: { code: made.code } });
    expect(await own(token)).toEqual([made.id]);
    const { body: read } = await call(app, 'GET', `/api/reservations/${made.id}`, { token });
    expect(read).toMatchObject({ payer: { id }, participants: [{ isPayer: true }] });
    const { body: left } = await call(app, 'POST', '/api/reservation-links/read', {
      body: { token: other.link.split('#')[1] },
    });
    expect(left.payer.id).not.toBe(id);
    const { body: timeline } = await call(app, 'GET', `/api/reservations/${made.id}/timeline`, { token });
    expect(JSON.stringify(timeline)).toContain('A reserva foi guardada em uma conta');
  });

  it('is the first of two, and has one reservation of a departure', async () => {
    const guest = someone();
    const { body: made } = await reserve({ guest });
    const people = await Promise.all([createPerson(app), createPerson(app)]);
    const digits = guest.contact.slice(-4);
    const answers = await Promise.all(people.map(({ token }) => adopt(token, made.link, digits)));
    // The link's telephone is that of the new payer: the other's digits are wrong, or it is seen that there is an
    // account.
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const owner = people[answers.findIndex(({ status }) => status === 200)];
    if (!owner) throw new Error('Nobody adopted it');
    expect(await own(owner.token)).toEqual([made.id]);

    const another = someone();
    const { body: second } = await reserve({ guest: another });
    expect(await adopt(owner.token, second.link, another.contact.slice(-4))).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_ENROLLED' },
    });
  });
});
