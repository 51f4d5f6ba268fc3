import type { Trip, TripImage } from '@passeio/contract/trips/trips';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call, tripDraft } from '../../../../test/factories.ts';
import { buildPictureApp, jpeg, type PictureApp } from '../../../../test/pictures.ts';

let app: PictureApp;
beforeAll(async () => {
  app = await buildPictureApp();
});
afterAll(() => app.close());

const api = async (method: 'DELETE' | 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await call(app, method, path, { token: app.operator.token, ...(body && { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

/** A trip with two pictures on three Sundays. */
async function sundays(): Promise<[Trip, Trip, Trip]> {
  const times = { date: '2031-05-04T08:00:00.000Z', returnDate: '2031-05-04T22:00:00.000Z' };
  const first = await api('POST', '/api/trips', tripDraft({ ...times, minParticipants: 0 }));
  await app.upload(first.id, [await jpeg(500, 400), await jpeg(600, 400)]);
  const copies = await api('POST', `/api/trips/${first.id}/copies`, { dates: ['2031-05-11', '2031-05-18'] });
  return [first, ...copies.data] as [Trip, Trip, Trip];
}

const changes = ({ seriesId }: Trip) => `/api/series/${seriesId}/changes`;
const share = (source: Trip, trips: Trip[]) => ({
  ...{ fields: { tripImages: true }, tripIds: trips.map(({ id }) => id), editedOn: source.id },
});
const widthsOf = async ({ id }: Trip) => (await app.imagesOf(id)).map(({ width }) => width);
const idsOf = (images: TripImage[]) => images.map(({ id }) => id);
const cleanUp = (queue: string) =>
  sql`update pgboss.job set start_after = now() where name = ${queue} and state = 'created'`.execute(app.db);
const isServed = async ({ url }: TripImage) => (await fetch(`${app.url}/api/${url}`)).ok;

it('the pictures of a date become those of others, which keep what they have too, and are undone with their files', async () => {
  const [first, second, third] = await sundays();
  const [before = [], untouched] = await Promise.all([app.imagesOf(second.id), app.imagesOf(third.id)]);
  const [gone] = await app.imagesOf(first.id);
  await api('DELETE', `/api/trips/image/${first.id}/${gone?.id}`);
  await app.upload(first.id, [await jpeg(700, 400)]);
  const [kept, added] = await app.imagesOf(first.id);
  const images = [
    { id: added?.id, alt: 'A queda', isCardImg: true },
    { id: kept?.id, alt: 'A trilha', isCardImg: false },
  ];
  await api('PUT', `/api/trips/image/${first.id}`, { images });

  const body = share(first, [first, second]);
  const { dates } = await api('POST', `${changes(first)}/preview`, body);
  expect(dates.map((date: { changes: object }) => Object.keys(date.changes))).toEqual([[], ['tripImages']]);
  expect(await app.imagesOf(second.id)).toEqual(before);
  const change = await api('POST', changes(first), body);
  const after = await app.imagesOf(second.id);
  expect(after).toMatchObject([
    { alt: 'A queda', isCardImg: true, width: 700 },
    { id: before[1]?.id, alt: 'A trilha', isCardImg: false },
  ]);
  expect(after[0]?.id).not.toBe(added?.id);
  expect(await Promise.all([...after, ...before].map(isServed))).toEqual(Array(4).fill(true));
  expect(await app.imagesOf(third.id)).toEqual(untouched);

  // Jobs that look for unused files leave those that undoing needs.
  await cleanUp('replaced-trip-images');
  await cleanUp('started-trip-images');
  await vi.waitFor(async () => {
    const waiting = sql`select from pgboss.job where name like '%-trip-images' and state in ('created', 'active')`;
    expect((await waiting.execute(app.db)).rows).toEqual([]);
  });
  const undone = await api('DELETE', `${changes(first)}/${change.id}`);
  expect(undone.dates).toMatchObject([{ tripId: second.id, changes: { tripImages: expect.any(Array) } }]);
  expect(await app.imagesOf(second.id)).toEqual(before);
  expect(await Promise.all(before.map(isServed))).toEqual([true, true]);
});

it('files of replaced pictures are deleted when nobody can undo it any more', async () => {
  const [first, second] = await sundays();
  const [before] = await app.imagesOf(second.id);
  const [gone] = await app.imagesOf(first.id);
  await api('DELETE', `/api/trips/image/${first.id}/${gone?.id}`);
  const { id } = await api('POST', changes(first), share(first, [second]));
  expect(await widthsOf(second)).toEqual([600]);
  expect(await app.folders()).toContain(before?.id);
  await app.db
    .updateTable('series_changes')
    .set({ created_at: new Date(Date.now() - 26 * 3_600_000) })
    .where('id', '=', id)
    .execute();
  await cleanUp('replaced-trip-images');
  await vi.waitFor(async () => expect(await app.folders()).not.toContain(before?.id));
});

it('pictures that were changed since stay, and so does the date', async () => {
  const [first, second, third] = await sundays();
  await app.upload(first.id, [await jpeg(800, 400)]);
  const change = await api('POST', changes(first), share(first, [second, third]));
  const [removed] = await app.imagesOf(second.id);
  await api('DELETE', `/api/trips/image/${second.id}/${removed?.id}`);
  const { dates } = await api('DELETE', `${changes(first)}/${change.id}`);
  expect(dates).toMatchObject([{ refused: expect.any(String) }, {}]);
  expect(dates[1]).not.toHaveProperty('refused');
  expect([await widthsOf(second), await widthsOf(third)]).toEqual([
    [600, 800],
    [500, 600],
  ]);
});

it('two changes of pictures are undone one after the other, to those of before both', async () => {
  const [first, second] = await sundays();
  const before = await app.imagesOf(second.id);
  const made: string[] = [];
  for (const width of [900, 1_000]) {
    const images = await app.imagesOf(first.id);
    for (const { id } of images) await api('DELETE', `/api/trips/image/${first.id}/${id}`);
    await app.upload(first.id, [await jpeg(width, 400)]);
    made.push((await api('POST', changes(first), share(first, [second]))).id);
  }
  expect(await widthsOf(second)).toEqual([1_000]);
  for (const id of made.toReversed()) await api('DELETE', `${changes(first)}/${id}`);
  expect(idsOf(await app.imagesOf(second.id))).toEqual(idsOf(before));
  expect(await Promise.all(before.map(isServed))).toEqual([true, true]);
});
