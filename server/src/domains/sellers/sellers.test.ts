import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, fareDraft, type Person, tripDraft } from '../../../test/factories.ts';
import { createRoomTrip, oversoldRooms, roomsOf } from '../../../test/rooms.ts';
import { createSeller as createSellerIn, type Seller } from '../../../test/sellers.ts';
import { withoutLocks } from '../../../test/without-locks.ts';
import { findFaults } from '../../platform/database/find-faults.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
  await app.db.updateTable('operator').set({ unpaid_places: 100 }).execute();
});
afterAll(() => app.close());

const asStaff = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  call(app, method, `/api/${path}`, { token: staff.token, ...(body && { body }) });

const createSeller = (more: object = {}) => createSellerIn(app, staff, { ...more });

async function publish(capacity = 40) {
  const body = tripDraft({ isActive: true, minParticipants: 0, capacity, fares: [fareDraft({ priceCents: 10_000 })] });
  const { body: trip } = await asStaff('POST', 'trips', body);
  return { id: trip.id as string, adult: trip.fares[0].id as string };
}
type Published = Awaited<ReturnType<typeof publish>>;

const party = (trip: Published, count = 1) => [{ fareId: trip.adult, count }];
let phones = 0;
const guest = (name = 'Maria Clara de Souza') => {
  phones += 1;
  return { name, contact: `+55359${String(81_000_000 + phones)}` };
};
const sell = (seller: Seller, trip: Published, { count = 1, ...more }: { count?: number; guest?: object } = {}) =>
  call(app, 'POST', '/api/sellers/me/reservations', {
    token: seller.person.token,
    body: { tripId: trip.id, party: party(trip, count), guest: guest(), ...more },
  });
const own = (seller: Seller, what: string) =>
  call(app, 'GET', `/api/sellers/me${what}`, { token: seller.person.token });

const reservationOf = async (code: string) =>
  app.db
    .selectFrom('reservations')
    .select(['id', 'seller_id', 'seller_way', 'commission_rule', 'client_network'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();

describe('an invitation', () => {
  it('makes its holder a seller once, whatever their role, and ends with another one', async () => {
    const { body: invited } = await asStaff('POST', 'sellers', { kind: 'agency', name: 'Agência Sol' });
    const tokenOf = (link: string) => new URL(link).hash.slice(1);
    const { body: again } = await asStaff('POST', `sellers/${invited.id}/invitation`);
    const read = (token: string) => call(app, 'POST', '/api/seller-invitations/read', { body: { token } });
    expect((await read(tokenOf(invited.link))).body.code).toBe('INVITATION_OVER');
    expect((await read(tokenOf(again.link))).body).toMatchObject({ name: 'Agência Sol', kind: 'agency' });

    const guide = await createPerson(app, 'GUIDE');
    const accept = (token: string) =>
      call(app, 'POST', '/api/seller-invitations/accept', { token: guide.token, body: { token } });
    expect((await accept(tokenOf(again.link))).status).toBe(200);
    expect((await accept(tokenOf(again.link))).body.code).toBe('INVITATION_OVER');
    expect((await asStaff('POST', `sellers/${invited.id}/invitation`)).body.code).toBe('SELLER_ACCEPTED');
    const { body: me } = await call(app, 'GET', '/api/users/me', { token: guide.token });
    expect(me).toMatchObject({ role: 'GUIDE', isSeller: true });
  });

  it('is for one account: who sells already cannot accept another', async () => {
    const seller = await createSeller();
    const { body: other } = await asStaff('POST', 'sellers', { kind: 'person', name: 'Outro nome' });
    const token = new URL(other.link).hash.slice(1);
    const { body } = await call(app, 'POST', '/api/seller-invitations/accept', {
      token: seller.person.token,
      body: { token },
    });
    expect(body.code).toBe('SELLER_EXISTS');
  });
});

describe('a seller', () => {
  it('reserves for a client, of whom only first name and party size come back', async () => {
    const [seller, trip] = [await createSeller(), await publish()];
    const client = { ...guest('Maria Clara de Souza'), email: 'maria.clara@exemplo.com.br' };
    const made = await sell(seller, trip, { count: 2, guest: client });
    expect(made.status).toBe(201);
    const { body: sales } = await own(seller, '/reservations');
    expect(sales.data).toEqual([made.body]);
    expect(made.body).toMatchObject({ firstName: 'Maria', people: 2, way: 'seller', state: 'held' });
    const said = JSON.stringify([made.body, sales]);
    for (const hidden of ['Clara', 'Souza', client.contact.slice(-8), client.email]) expect(said).not.toContain(hidden);
    const { id } = await reservationOf(made.body.code);
    expect(said).not.toContain(id);
  });

  it('chooses the rooms of a client; without, the cheapest that fit are taken, and none that do not', async () => {
    const [seller, trip] = [await createSeller(), await createRoomTrip(app, staff)];
    const book = (more: object) =>
      call(app, 'POST', '/api/sellers/me/reservations', {
        token: seller.person.token,
        body: { tripId: trip.id, party: [{ fareId: trip.fares.adult, count: 2 }], guest: guest(), ...more },
      });
    const [triple] = roomsOf(trip, [{ type: 'Triplo', people: 2 }]);
    const chosen = await book({ rooms: [triple] });
    expect(chosen.status).toBe(201);
    expect((await book({ rooms: roomsOf(trip, [{ type: 'Triplo', people: 1 }]) })).status).toBe(409);
    const proposed = await book({});
    expect(proposed.status).toBe(201);
    const typeOf = async ({ body }: typeof chosen) => {
      const { id } = await reservationOf(body.code);
      const rooms = app.db.selectFrom('reservation_rooms').select('room_type_id').where('reservation_id', '=', id);
      return (await rooms.execute()).map((room) => room.room_type_id);
    };
    expect(await typeOf(chosen)).toEqual([triple?.roomTypeId]);
    expect(await typeOf(proposed)).toHaveLength(1);
    expect(await oversoldRooms(app, trip.id)).toBe(0);
  });

  it('sees no client any more 30 days after the return', async () => {
    const [seller, trip] = [await createSeller(), await publish()];
    await sell(seller, trip);
    const back = new Date(Date.now() - 31 * 86_400_000);
    const left = new Date(back.getTime() - 86_400_000);
    await app.db.updateTable('trips').set({ departs_at: left, returns_at: back }).where('id', '=', trip.id).execute();
    expect((await own(seller, '/reservations')).body.data[0].firstName).toBe(null);
  });

  it('keeps no more unpaid places than staff allows, counted by seller and not by address, two at once included', async () => {
    const [seller, other, trip] = [await createSeller({ maxUnpaidPlaces: 3 }), await createSeller(), await publish()];
    const two = await Promise.all([sell(seller, trip, { count: 2 }), sell(seller, trip, { count: 2 })]);
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await sell(seller, trip, { count: 2 })).body.code).toBe('SELLER_UNPAID_PLACES');
    expect((await sell(seller, trip)).status).toBe(201);
    expect((await sell(other, trip, { count: 2 })).status).toBe(201);
    expect((await own(seller, '')).body).toMatchObject({ unpaidPlaces: 3, maxUnpaidPlaces: 3 });
  });

  it('who is not active is refused everywhere, and their code changes nothing', async () => {
    const [seller, trip] = [await createSeller(), await publish()];
    const { body: before } = await asStaff('GET', `sellers/${seller.id}`);
    const { kind, name, version } = before;
    const off = await asStaff('PUT', `sellers/${seller.id}`, { kind, name, version, isActive: false });
    expect(off.body).toMatchObject({ isActive: false });
    expect((await sell(seller, trip)).body.code).toBe('NOT_A_SELLER');
    for (const path of ['', '/departures', '/reservations', '/commission'])
      expect((await own(seller, path)).body.code, path).toBe('NOT_A_SELLER');
    const { body } = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
      body: { party: party(trip), guest: guest(), seller: seller.code },
    });
    expect(await reservationOf(body.code)).toMatchObject({ seller_id: null, seller_way: null });
  });
});

it('the link leads to the portal with a code that can be one, whether or not there is such a seller', async () => {
  const open = async (code: string) =>
    (await fetch(`${app.url}/v/${code}`, { redirect: 'manual' })).headers.get('location');
  expect(await open('acdefgh')).toBe('/portal/passeio?v=ACDEFGH');
  for (const wrong of ['nada', 'AAAAAAAAAAAA', '%3Cscript%3E', '..%2Fadmin']) {
    expect(await open(wrong), wrong).toBe('/portal/passeio');
  }
});

describe('a reservation keeps its seller', () => {
  it('by the link, of a client and of a guest; a wrong code changes nothing', async () => {
    const [seller, trip] = [await createSeller(), await publish()];
    const enrol = async (code: string) =>
      (
        await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
          token: (await createPerson(app)).token,
          body: { party: party(trip), seller: code },
        })
      ).body;
    expect(await reservationOf((await enrol(seller.code.toLowerCase())).code)).toMatchObject({
      seller_id: seller.id,
      seller_way: 'link',
    });
    for (const wrong of ['AAAAAAA', "'; drop table sellers", '', '%'])
      expect(await reservationOf((await enrol(wrong)).code), wrong).toMatchObject({ seller_id: null });
    const { body: asGuest } = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
      body: { party: party(trip), guest: guest(), seller: seller.code },
    });
    expect(await reservationOf(asGuest.code)).toMatchObject({ seller_id: seller.id, seller_way: 'link' });
    expect(JSON.stringify(asGuest)).not.toContain(seller.id);
  });

  it('by a coupon of theirs before a link, and by staff', async () => {
    const [seller, other, trip] = [await createSeller(), await createSeller(), await publish()];
    const coupon = { code: 'DAVENDA', effect: 'percent', value: 5, sellerId: seller.id };
    expect((await asStaff('POST', 'coupons', coupon)).status).toBe(201);
    const { body: made } = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
      body: { party: party(trip), guest: guest(), seller: other.code, coupon: 'DAVENDA' },
    });
    expect(await reservationOf(made.code)).toMatchObject({ seller_id: seller.id, seller_way: 'coupon' });
    const { body: byStaff } = await asStaff('POST', `trips/${trip.id}/passengers`, {
      person: { name: 'Pessoa da Loja', contact: '(35) 98888-7777' },
      sellerId: other.id,
    });
    expect(await reservationOf(byStaff.code)).toMatchObject({ seller_id: other.id, seller_way: 'staff' });
  });

  it('until staff corrects it with a reason, which is on record; an own purchase is marked', async () => {
    const [seller, trip] = [await createSeller(), await publish()];
    const { body: made } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
      token: seller.person.token,
      body: { party: party(trip), seller: seller.code },
    });
    const path = `reservations/${made.id}/seller`;
    expect((await asStaff('GET', path)).body.seller).toMatchObject({ id: seller.id, way: 'link', isOwn: true });
    expect((await asStaff('PUT', path, { sellerId: null, reason: '' })).status).toBe(400);
    const corrected = await asStaff('PUT', path, { sellerId: null, reason: 'Comprou para si' });
    expect(corrected.body).toEqual({ seller: null });
    const entry = await app.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'reservation.seller_changed')
      .where('subject_id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(entry.changes).toEqual({ seller: [seller.code, null], reason: [null, 'Comprou para si'] });
  });
});

describe('places set aside for a seller', () => {
  const setAside = (seller: Seller, trip: Published, places: number, until: string | null = null) =>
    asStaff('PUT', `sellers/${seller.id}/allotments/${trip.id}`, { places, until });
  const readTrip = async ({ id }: Published) => (await call(app, 'GET', `/api/trips/${id}`)).body;

  it('are taken by their sales alone, and are free again with their end', async () => {
    const [seller, trip] = [await createSeller(), await publish(4)];
    expect((await setAside(seller, trip, 5)).body.code).toBe('ALLOTMENT_SHORT');
    expect((await setAside(seller, trip, 3)).body.allotments).toMatchObject([{ places: 3, left: 3 }]);
    expect((await readTrip(trip)).placesLeft).toBe(1);
    expect((await sell(seller, trip, { count: 2 })).status).toBe(201);
    expect((await readTrip(trip)).placesLeft).toBe(1);
    const { body: departures } = await own(seller, '/departures');
    expect(departures.data.find(({ tripId }: { tripId: string }) => tripId === trip.id)).toMatchObject({
      placesLeft: 1,
      ownPlaces: 1,
    });
    expect((await setAside(seller, trip, 0)).body.allotments).toEqual([]);
    expect((await readTrip(trip)).placesLeft).toBe(2);
    expect(await findFaults(app.db, [trip.id])).toEqual([]);
  });

  it('are never oversold by sales and clients at once', async () => {
    const [seller, trip] = [await createSeller({ maxUnpaidPlaces: 100 }), await publish(6)];
    await setAside(seller, trip, 3);
    const clients = Array.from({ length: 6 }, () =>
      call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
        body: { party: party(trip), guest: guest() },
      }),
    );
    const sales = Array.from({ length: 5 }, () => sell(seller, trip));
    await Promise.all([...clients, ...sales]);
    expect(await findFaults(app.db, [trip.id])).toEqual([]);
    const { places_taken, places_set_aside } = await app.db
      .selectFrom('trips')
      .select(['places_taken', 'places_set_aside'])
      .where('id', '=', trip.id)
      .executeTakeFirstOrThrow();
    expect(places_taken + places_set_aside).toBe(6);
  });

  it('come free, or are taken, when staff corrects a seller', async () => {
    const [seller, trip] = [await createSeller(), await publish(3)];
    await setAside(seller, trip, 2);
    const { body: made } = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
      body: { party: party(trip), guest: guest() },
    });
    expect((await readTrip(trip)).placesLeft).toBe(0);
    const correct = (sellerId: string | null) =>
      asStaff('PUT', `reservations/${made.id}/seller`, { sellerId, reason: 'Era da Ana' });
    expect((await correct(seller.id)).status).toBe(200);
    expect((await readTrip(trip)).placesLeft).toBe(1);
    expect((await correct(null)).status).toBe(200);
    await correct(seller.id);
    const last = { body: { party: party(trip), guest: guest() } };
    expect((await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, last)).status).toBe(201);
    expect((await sell(seller, trip)).status).toBe(201);
    expect((await correct(null)).body.code).toBe('ALLOTMENT_SHORT');
    expect(await findFaults(app.db, [trip.id])).toEqual([]);
  });
});

describe("twenty bookings at once by a seller's link, of five places that are set aside for them", () => {
  const PLACES = 5;
  /** How many are sold of a departure of which all places are set aside. Others get none. */
  async function race(raced: TestApp): Promise<{ sold: number; tripId: string }> {
    const { token } = await createPerson(raced, 'ADMIN');
    const draft = { isActive: true, minParticipants: 0, capacity: PLACES, fares: [fareDraft()] };
    const { body: trip } = await call(raced, 'POST', '/api/trips', { token, body: tripDraft(draft) });
    const seller = await createSellerIn(raced, { ...staff, token });
    const path = `/api/sellers/${seller.id}/allotments/${trip.id}`;
    await call(raced, 'PUT', path, { token, body: { places: PLACES, until: null } });
    const party = [{ fareId: trip.fares[0].id, count: 1 }];
    const ask = async (code?: string) => {
      const body = { party, guest: guest(), seller: code };
      const { status, body: said } = await call(raced, 'POST', `/api/trips/${trip.id}/guest-reservations`, { body });
      expect([201, 409, 503], said.code).toContain(status);
      return status;
    };
    const [sold, others] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => ask(seller.code))),
      Promise.all(Array.from({ length: 5 }, () => ask())),
    ]);
    expect(others).not.toContain(201);
    return { sold: sold.filter((status) => status === 201).length, tripId: trip.id };
  }

  it('take each place once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { sold, tripId } = await race(app);
      expect(sold).toBe(PLACES);
      expect(await findFaults(app.db, [tripId])).toEqual([]);
    }
  });

  it('control: take more than there are without the locks and the constraint of the database', async () => {
    const unguarded = await buildTestApp({ connections: 20, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
    try {
      await sql`alter table trips drop constraint trips_places_within_capacity`.execute(unguarded.db);
      await unguarded.db.updateTable('operator').set({ unpaid_places: 100 }).execute();
      let most = 0;
      for (let round = 0; round < 20 && most <= PLACES; round += 1) most = Math.max(most, (await race(unguarded)).sold);
      expect(most).toBeGreaterThan(PLACES);
    } finally {
      await unguarded.close();
    }
  });
});

describe('two bookings of a seller at the same moment', () => {
  /** Sells two places twice at once to a seller who may keep three: how often more were kept. */
  async function race(raced: TestApp): Promise<number> {
    const admin = await createPerson(raced, 'ADMIN');
    const as = (token: string, path: string, body: object) => call(raced, 'POST', `/api/${path}`, { token, body });
    const draft = tripDraft({ isActive: true, minParticipants: 0, capacity: 400, fares: [fareDraft()] });
    // Bookings of one trip would wait for its row.
    const trips = [(await as(admin.token, 'trips', draft)).body, (await as(admin.token, 'trips', draft)).body];
    let broken = 0;
    for (let round = 0; round < 12; round += 1) {
      const { body } = await as(admin.token, 'sellers', { kind: 'person', name: 'Vende', maxUnpaidPlaces: 3 });
      const { token } = await createPerson(raced);
      await as(token, 'seller-invitations/accept', { token: new URL(body.link).hash.slice(1) });
      await Promise.all(
        trips.map((trip) => {
          const party = [{ fareId: trip.fares[0].id, count: 2 }];
          return as(token, 'sellers/me/reservations', { tripId: trip.id, party, guest: guest() });
        }),
      );
      const { body: own } = await call(raced, 'GET', '/api/sellers/me', { token });
      if (own.unpaidPlaces > 3) broken += 1;
    }
    return broken;
  }

  it('count each other; without row locks they would not', async () => {
    expect(await race(app)).toBe(0);
    const unguarded = await buildTestApp({ connections: 16, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
    try {
      expect(await race(unguarded)).toBeGreaterThan(0);
    } finally {
      await unguarded.close();
    }
  });
});

it('a route of sellers knows nobody else: clients, guides and staff without and with permissions', async () => {
  const [trip, { person: other }] = [await publish(), await createSeller()];
  const people = await Promise.all([
    createPerson(app),
    createPerson(app, 'GUIDE'),
    createPerson(app, 'OPERATOR', { permissions: [] }),
    createPerson(app, 'ADMIN'),
  ]);
  for (const { token } of people) {
    for (const path of ['', '/departures', '/reservations', '/commission', `/statements/${trip.id}`])
      expect((await call(app, 'GET', `/api/sellers/me${path}`, { token })).body.code, path).toBe('NOT_A_SELLER');
    const body = { tripId: trip.id, party: party(trip), guest: guest() };
    expect((await call(app, 'POST', '/api/sellers/me/reservations', { token, body })).body.code).toBe('NOT_A_SELLER');
  }
  for (const path of ['sellers', 'commission-statements', 'commission-rules', `users/${people[0]?.id}/reservations`])
    expect((await call(app, 'GET', `/api/${path}`, { token: other.token })).status, path).toBe(403);
});
