import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTrip } from '../../../../test/factories.ts';
import { buildPictureApp, jpeg, type PictureApp } from '../../../../test/pictures.ts';

let app: PictureApp;
beforeAll(async () => {
  app = await buildPictureApp();
});
afterAll(() => app.close());

const partHead =
  '--b\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
function openSocket(): Socket {
  const { hostname, port } = new URL(app.url);
  return connect(Number(port), hostname);
}
const uploadHead = (tripId: string, length: number) =>
  `POST /api/trips/image/${tripId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.operator.token}\r\n` +
  `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;

describe('an upload over a slow line', () => {
  it('may take longer than any other request', { timeout: 120_000 }, async () => {
    const trip = await createTrip(app);
    const file = Buffer.concat([Buffer.from(partHead), await jpeg(), Buffer.from('\r\n--b--\r\n')]);
    const [slowUpload, slowOther] = [openSocket(), openSocket()];
    slowUpload.write(uploadHead(trip.id, file.length));
    slowUpload.write(file.subarray(0, 500));
    slowOther.write(
      `PUT /api/trips HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.operator.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const [cutOff] = await once(slowOther, 'data');
    expect(String(cutOff)).toContain('408');

    slowUpload.write(file.subarray(500));
    const [response] = await once(slowUpload, 'data');
    expect(String(response)).toContain('201 Created');
    slowUpload.destroy();
  });
});

describe('an upload that does not end well', () => {
  it('leaves nothing when the sender goes away in the middle', async () => {
    const trip = await createTrip(app);
    const before = await app.folders();
    const photograph = await jpeg(1800, 1200);
    const socket = openSocket();
    socket.write(`${uploadHead(trip.id, 9_000_000)}${partHead}`);
    socket.write(photograph);
    socket.write(`\r\n${partHead}abc`);
    // The first picture is being stored when the sender disconnects during the second.
    await vi.waitFor(async () => expect((await app.folders()).length).toBeGreaterThan(before.length));
    socket.destroy();

    await vi.waitFor(async () => expect(await app.folders()).toEqual(before));
    expect(await app.imagesOf(trip.id)).toEqual([]);
  });

  it('is answered 507 when there is no room, and leaves nothing', async () => {
    const trip = await createTrip(app);
    const before = await app.folders();
    app.disk.isFull = true;
    const response = await app.upload(trip.id, [await jpeg()]);
    app.disk.isFull = false;

    expect(response).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
    expect(await app.folders()).toEqual(before);
    expect((await app.upload(trip.id, [await jpeg()])).status).toBe(201);
  });

  it('is limited to 12 pictures, also for concurrent uploads', async () => {
    const trip = await createTrip(app);
    const before = await app.folders();
    const small = await jpeg(400, 400);
    const responses = await Promise.all(Array.from({ length: 8 }, () => app.upload(trip.id, [small, small])));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('IMAGES_FULL');
    const images = await app.imagesOf(trip.id);
    expect(images).toHaveLength(12);
    expect(images.filter((image) => image.isCardImg)).toEqual([images[0]]);
    expect((await app.folders()).length).toBe(before.length + 12);
    expect((await app.upload(trip.id, [small])).body.code).toBe('IMAGES_FULL');
    expect((await app.upload((await createTrip(app)).id, Array(13).fill(small))).body.code).toBe('IMAGES_FULL');
  });
});
