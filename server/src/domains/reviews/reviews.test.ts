import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { createFamily, entriesOf, type Family } from '../../../test/parties.ts';
import { callByLink, linkByStaff } from '../../../test/payer-links.ts';
import { bringHome, THE_DAY_AFTER, tripInAMonth } from '../../../test/reminders.ts';
import { sendReminders } from '../reminders/index.ts';
import { makeReviewLink } from './index.ts';

const publicUrl = 'https://passeio.example';
const good = { stars: 5, sentence: 'A guia foi ótima.\nVolto!', mayPublish: true };

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

async function booked(): Promise<Family> {
  const trip = await tripInAMonth(app);
  const family = await createFamily(app, { adult: 2 }, { trip });
  await app.db
    .updateTable('reservations')
    .set({ state: 'booked', acknowledged_at: new Date() })
    .where('id', '=', family.id)
    .execute();
  return family;
}
async function returned(): Promise<Family> {
  const family = await booked();
  await bringHome(app, family);
  return family;
}
const path = ({ id }: Family) => `/api/reservations/${id}/review`;
const write = (family: Family, body: object = good, { token } = family.payer) =>
  call(app, 'PUT', path(family), { token, body });
const read = (query: string) => call(app, 'GET', `/api/reviews?${query}`, { token: staff.token });
const publish = (id: string, isPublished: boolean, { token } = staff) =>
  call(app, 'PUT', `/api/reviews/${id}/publication`, { token, body: { isPublished } });
const onPortal = async ({ trip }: { trip: { id: string } }) =>
  (await call(app, 'GET', `/api/trips/${trip.id}/reviews`)).body.data;
async function idOf({ trip }: Family): Promise<string> {
  return (await read(`tripId=${trip.id}`)).body.data[0].id;
}

describe('a review by its payer', () => {
  it('is written once, and changed until it is published', async () => {
    const family = await returned();
    const before = await call(app, 'GET', path(family), { token: family.payer.token });
    expect(before).toMatchObject({ status: 200, body: { review: null } });
    expect((await write(family)).status).toBe(200);
    const changed = await write(family, { ...good, stars: 4 });
    expect(changed.body.review).toEqual({ ...good, stars: 4, isPublished: false });
    expect((await read(`tripId=${family.trip.id}`)).body).toMatchObject({ count: 1, average: 4 });
    await publish(await idOf(family), true);
    expect(await write(family)).toMatchObject({ status: 409, body: { code: 'REVIEW_PUBLISHED' } });
    await publish(await idOf(family), false);
    expect((await write(family)).status).toBe(200);
  });

  it('is on record with who wrote it, and with the maker of a link that staff made', async () => {
    const family = await returned();
    await write(family);
    const link = await linkByStaff(app, staff, family);
    await callByLink(app, 'write-review', link, { ...good, stars: 1 });
    const entries = await entriesOf(app, family.id);
    expect(entries.filter(({ action }) => action === 'reservation.reviewed')).toMatchObject([
      { actor_id: family.payer.id, link_made_by: null, changes: { stars: [null, 5] } },
      { link_made_by: staff.id, changes: { stars: [5, 1] } },
    ]);
  });

  it('is refused before the return, from payers who cancelled, and from anybody else', async () => {
    const ahead = await booked();
    expect(await write(ahead)).toMatchObject({ status: 409, body: { code: 'REVIEW_NOT_YET' } });
    const family = await returned();
    const stranger = await createPerson(app);
    for (const other of [stranger, staff]) {
      expect(await write(family, good, other)).toMatchObject({ status: 404, body: { code: 'RESERVATION_NOT_FOUND' } });
    }
    await app.db
      .updateTable('reservations')
      .set({ state: 'cancelled', cancelled_at: new Date() })
      .where('id', '=', family.id)
      .execute();
    expect(await write(family)).toMatchObject({ status: 409, body: { code: 'REVIEW_NOT_YET' } });
  });

  it.each([
    [{ stars: 0 }, 'stars'],
    [{ stars: 6 }, 'stars'],
    [{ stars: 4.5 }, 'stars'],
    [{ sentence: 'x'.repeat(501) }, 'sentence'],
    [{ sentence: 'a\u0000b' }, 'sentence'],
  ])('with %o is refused', async (wrong, field) => {
    const family = await returned();
    const { status, body } = await write(family, { ...good, ...wrong });
    expect(status).toBe(400);
    expect(body.fields[field]).toEqual(expect.any(String));
  });

  it('is not stored by the database before the return, nor published without consent', async () => {
    const { id: reservation_id, trip } = await booked();
    const row = { id: crypto.randomUUID(), reservation_id, trip_id: trip.id, stars: 5 };
    const insert = app.db.insertInto('reviews').values(row);
    await expect(insert.execute()).rejects.toMatchObject({ constraint: 'reviews_after_return' });
    await bringHome(app, { id: reservation_id, trip });
    const published = app.db.insertInto('reviews').values({ ...row, published_at: new Date() });
    await expect(published.execute()).rejects.toMatchObject({ constraint: 'reviews_published_with_consent' });
    await insert.execute();
  });
});

describe('the link', () => {
  const tokenOf = async ({ id }: Family) =>
    decodeURIComponent((await makeReviewLink(app.db, publicUrl, id))?.split('#')[1] ?? '');
  const byLink = (token: string, review: object = good) =>
    call(app, 'PUT', '/api/reviews/link', { body: { token, review } });
  const readLink = (token: string) => call(app, 'POST', '/api/reviews/link/read', { body: { token } });

  it('reviews one reservation without an account, and reveals nothing but the trip and a first name', async () => {
    const family = await returned();
    const token = await tokenOf(family);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { status, body, headers } = await readLink(token);
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' });
    expect(Object.keys(body).sort()).toEqual(['firstName', 'review', 'trip']);
    expect((await byLink(token)).body.review).toEqual({ ...good, isPublished: false });
    expect((await byLink(token, { ...good, stars: 3 })).body.review.stars).toBe(3);
    expect((await read(`tripId=${family.trip.id}`)).body.count).toBe(1);
  });

  it('cannot be guessed, is not stored, and ends with a newer one and with the publication', async () => {
    const family = await returned();
    const first = await tokenOf(family);
    const second = await tokenOf(family);
    const over = { status: 404, body: { code: 'REVIEW_LINK_OVER' } };
    expect(await byLink(first)).toMatchObject(over);
    expect(await readLink('A'.repeat(43))).toMatchObject(over);
    expect((await readLink('short')).status).toBe(400);
    const stored = JSON.stringify(await app.db.selectFrom('review_links').selectAll().execute());
    expect(stored).not.toContain(second);
    expect((await byLink(second)).status).toBe(200);
    await publish(await idOf(family), true);
    expect(await byLink(second, { ...good, stars: 1 })).toMatchObject({
      status: 409,
      body: { code: 'REVIEW_PUBLISHED' },
    });
  });

  it('is of no use before the return, nor once the reservation is cancelled', async () => {
    const family = await booked();
    const token = await tokenOf(family);
    for (const use of [readLink, byLink]) {
      expect(await use(token)).toMatchObject({ status: 409, body: { code: 'REVIEW_NOT_YET' } });
    }
    await app.db
      .updateTable('reservations')
      .set({ state: 'cancelled', cancelled_at: new Date() })
      .where('id', '=', family.id)
      .execute();
    expect(await readLink(token)).toMatchObject({ status: 404, body: { code: 'REVIEW_LINK_OVER' } });
    expect(await makeReviewLink(app.db, publicUrl, family.id)).toBeUndefined();
  });
});

describe('staff', () => {
  it('reads the reviews of a trip with their average, and those that are not published', async () => {
    const family = await returned();
    const second = await createFamily(app, { adult: 1 }, { trip: family.trip }).catch(() => undefined);
    expect(second).toBeUndefined();
    await write(family, { ...good, stars: 2 });
    const { body } = await read(`tripId=${family.trip.id}&published=false`);
    expect(body).toMatchObject({ count: 1, average: 2, trip: { id: family.trip.id }, page: { total: 1 } });
    expect(body.data).toEqual([
      expect.objectContaining({ stars: 2, sentence: good.sentence, publishedAt: null, mayPublish: true }),
    ]);
    expect((await read(`tripId=${family.trip.id}&published=true`)).body.data).toEqual([]);
  });

  it('alone decides what the portal shows, and takes it off again; both are audited', async () => {
    const family = await returned();
    await write(family);
    const id = await idOf(family);
    expect(await onPortal(family)).toEqual([]);
    expect((await publish(id, true, family.payer)).status).toBe(403);
    await publish(id, true);
    await publish(id, true);
    const { departs_at } = await app.db
      .selectFrom('trips')
      .select('departs_at')
      .where('id', '=', family.trip.id)
      .executeTakeFirstOrThrow();
    const shown = { stars: 5, sentence: good.sentence, firstName: expect.stringMatching(/^\S+$/) };
    expect(await onPortal(family)).toEqual([{ ...shown, date: departs_at.toISOString() }]);
    await publish(id, false);
    expect(await onPortal(family)).toEqual([]);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', family.trip.id)
      .where('action', 'in', ['review.published', 'review.unpublished'])
      .orderBy('at')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['review.published', 'review.unpublished']);
  });

  it('publishes nothing without the author’s consent', async () => {
    const family = await returned();
    await write(family, { ...good, mayPublish: false });
    expect(await publish(await idOf(family), true)).toMatchObject({
      status: 409,
      body: { code: 'REVIEW_WITHOUT_CONSENT' },
    });
    expect((await publish(crypto.randomUUID(), true)).status).toBe(404);
  });
});

describe('the other dates of a trip', () => {
  const set = (id: string, change: object) =>
    call(app, 'PUT', `/api/trips/${id}/publication`, { token: staff.token, body: change });
  async function copyOf({ trip }: Family, more: object = {}): Promise<{ trip: { id: string } }> {
    const body = { dates: ['2041-03-09'], ...more };
    const copied = await call(app, 'POST', `/api/trips/${trip.id}/copies`, { token: staff.token, body });
    const [{ id }] = copied.body.data;
    await set(id, { isActive: true });
    return { trip: { id } };
  }
  async function reviewed(): Promise<Family> {
    const family = await returned();
    await write(family);
    return family;
  }

  it('show a published review at once, with its departure, until it is taken off', async () => {
    const family = await reviewed();
    const coming = await copyOf(family);
    expect(await onPortal(coming)).toEqual([]);
    await publish(await idOf(family), true);
    const shown = await onPortal(coming);
    expect(shown).toMatchObject([{ stars: 5, sentence: good.sentence }]);
    expect(Date.parse(shown[0].date)).toBeLessThan(Date.now());
    expect(shown).toEqual(await onPortal(family));
    await publish(await idOf(family), false);
    expect(await onPortal(coming)).toEqual([]);
  });

  it('do not show the reviews of a departure that left the portal, nor do drafts', async () => {
    const family = await reviewed();
    await publish(await idOf(family), true);
    const coming = await copyOf(family);
    await set(coming.trip.id, { isActive: false });
    expect(await onPortal(coming)).toEqual([]);
    await set(coming.trip.id, { isActive: true });
    expect(await onPortal(coming)).toHaveLength(1);
    await set(family.trip.id, { isActive: false });
    expect(await onPortal(coming)).toEqual([]);
  });

  it('are no dates of a copy that staff made as another trip', async () => {
    const family = await reviewed();
    await publish(await idOf(family), true);
    expect(await onPortal(await copyOf(family, { isAnotherTrip: true }))).toEqual([]);
  });
});

describe('the follow-up after the return', () => {
  let mailbox: Mailbox;
  beforeEach(async () => {
    mailbox = await openMailbox(app);
  });
  afterEach(() => mailbox.close());
  const followUps = async (now = THE_DAY_AFTER) => {
    await sendReminders({ ...app.app.deps, jobs: mailbox.jobs, publicUrl }, { now });
    return (await mailbox.deliver()).filter(({ subject }) => subject.startsWith('Como foi'));
  };
  const quiet = () => app.db.updateTable('trip_reminders').set({ done_at: new Date() }).execute();
  const forget = () =>
    app.db
      .updateTable('trips')
      .set({ departs_at: new Date(0), returns_at: new Date(1) })
      .execute();

  it('goes once to payers who travelled, with a link that reviews; not at night, not to no-shows', async () => {
    await forget();
    await quiet();
    const [came, missed] = [await returned(), await booked()];
    // Before attendance closes, which it may have by the afternoon of the day after.
    await app.pool.query(
      `insert into boarding_taps (id, trip_id, participant_id, decision, tapped_at, clock_offset_ms, device_id, recorded_by)
       select gen_random_uuid(), trip_id, id, 'missed', now(), 0, gen_random_uuid(), $2
       from participants where reservation_id = $1`,
      [missed.id, staff.id],
    );
    await bringHome(app, missed);
    expect(await followUps(new Date(THE_DAY_AFTER.getTime() - 7 * 3_600_000))).toEqual([]);
    const [mail, ...more] = await followUps();
    expect(more).toEqual([]);
    expect(mail?.to).toBe(came.payer.email);
    const token = mail?.text.match(/\/avaliar#([\w-]{43})/)?.[1];
    const body = { token, review: good };
    expect((await call(app, 'PUT', '/api/reviews/link', { body })).status).toBe(200);
    expect(await followUps()).toEqual([]);
  });

  it('skips payers who have already reviewed, and trips of a week ago', async () => {
    await forget();
    await quiet();
    const family = await returned();
    await write(family);
    expect(await followUps()).toEqual([]);
    await quiet();
    const other = await returned();
    expect(await followUps(new Date(THE_DAY_AFTER.getTime() + 7 * 24 * 3_600_000))).toEqual([]);
    expect((await followUps()).map(({ to }) => to)).toEqual([other.payer.email]);
  });
});
