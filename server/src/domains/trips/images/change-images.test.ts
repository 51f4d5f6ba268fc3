import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call, createPerson } from '../../../../test/factories.ts';
import { buildPictureApp, jpeg, type PictureApp } from '../../../../test/pictures.ts';

let app: PictureApp;
beforeAll(async () => {
  app = await buildPictureApp();
});
afterAll(() => app.close());

const remove = (tripId: string, imageId: string) =>
  call(app, 'DELETE', `/api/trips/image/${tripId}/${imageId}`, { token: app.operator.token });
const order = (tripId: string, images: object[]) =>
  call(app, 'PUT', `/api/trips/image/${tripId}`, { token: app.operator.token, body: { images } });

describe('removing a picture', () => {
  it('closes the gap, hands the card mark on, and removes the files afterwards', async () => {
    const { id, ids } = await app.tripWithImages(3);

    const { status, body } = await remove(id, ids[0] as string);

    expect(status).toBe(200);
    expect(body.data.map((image: { id: string; isCardImg: boolean }) => [image.id, image.isCardImg])).toEqual([
      [ids[1], true],
      [ids[2], false],
    ]);
    await vi.waitFor(async () => expect(await app.folders()).not.toContain(ids[0]));
    expect(await app.folders()).toEqual(expect.arrayContaining(ids.slice(1)));
    // The freed place is the last one.
    const added = await app.upload(id, [await jpeg(400, 400)]);
    expect(added.body.data.map((image: { id: string }) => image.id).slice(0, 2)).toEqual(ids.slice(1));
  });

  it("refuses one that is not there, and another trip's", async () => {
    const [one, other] = [await app.tripWithImages(1), await app.tripWithImages(1)];
    for (const imageId of [crypto.randomUUID(), other.ids[0] as string]) {
      expect(await remove(one.id, imageId)).toMatchObject({ status: 404, body: { code: 'IMAGE_NOT_FOUND' } });
    }
    expect(await remove(crypto.randomUUID(), one.ids[0] as string)).toMatchObject({ body: { code: 'TRIP_NOT_FOUND' } });
  });
});

it('files that a crash left without a row are cleared up later', async () => {
  const [{ ids: lost }, { ids: saved }] = [await app.tripWithImages(1), await app.tripWithImages(1)];
  await app.db.deleteFrom('trip_images').where('id', 'in', lost).execute();
  expect(await app.folders()).toEqual(expect.arrayContaining([...lost, ...saved]));

  await sql`update pgboss.job set start_after = now()
    where name = 'started-trip-images' and (data -> 'ids' ? ${lost[0]} or data -> 'ids' ? ${saved[0]})`.execute(app.db);

  await vi.waitFor(async () => expect(await app.folders()).not.toContain(lost[0]));
  expect(await app.folders()).toContain(saved[0]);
});

describe('ordering pictures', () => {
  it('updates order, texts and card image together', async () => {
    const { id, ids } = await app.tripWithImages(3);
    const wanted = [
      { id: ids[2], alt: '  Lancha no cânion ', isCardImg: false },
      { id: ids[0], alt: '', isCardImg: false },
      { id: ids[1], alt: 'Cachoeira', isCardImg: true },
    ];

    const { status, body } = await order(id, wanted);

    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ ...wanted[0], alt: 'Lancha no cânion' }, wanted[1], wanted[2]]);
    expect(await app.imagesOf(id)).toEqual(body.data);
  });

  it('makes the first one the card image where none is named', async () => {
    const { id, ids } = await app.tripWithImages(2);
    const { body } = await order(
      id,
      ids.toReversed().map((each) => ({ id: each, alt: '', isCardImg: false })),
    );
    expect(body.data.map((image: { isCardImg: boolean }) => image.isCardImg)).toEqual([true, false]);
  });

  it('refuses anything but exactly the pictures of the trip, with one card image at most', async () => {
    const { id, ids } = await app.tripWithImages(2);
    const [first, second] = ids.map((each) => ({ id: each, alt: '', isCardImg: false }));
    const foreign = { id: crypto.randomUUID(), alt: '', isCardImg: false };
    for (const images of [[first], [first, second, foreign], [first, foreign], []]) {
      expect(await order(id, images as object[])).toMatchObject({ status: 409, body: { code: 'IMAGES_CHANGED' } });
    }
    for (const images of [
      [first, first],
      [
        { ...first, isCardImg: true },
        { ...second, isCardImg: true },
      ],
    ]) {
      expect(await order(id, images as object[])).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
  });
});

describe('the pictures of an archived trip', () => {
  it('stay as they are', async () => {
    const { id, ids } = await app.tripWithImages(1);
    await app.db.updateTable('trips').set({ is_active: false, archived_at: new Date() }).where('id', '=', id).execute();
    for (const response of [
      await app.upload(id, [await jpeg()]),
      await remove(id, ids[0] as string),
      await order(id, []),
    ]) {
      expect(response).toMatchObject({ status: 409, body: { code: 'TRIP_ARCHIVED' } });
    }
  });
});

it('no client changes pictures', async () => {
  const [{ id, ids }, client] = [await app.tripWithImages(1), await createPerson(app)];
  expect((await app.upload(id, [await jpeg()], { token: client.token })).status).toBe(403);
  expect((await call(app, 'DELETE', `/api/trips/image/${id}/${ids[0]}`, { token: client.token })).status).toBe(403);
});
