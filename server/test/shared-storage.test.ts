import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Storage } from '../src/ports/storage/s3.ts';
import { buildTestApp, startAnotherProcess, type TestApp } from './app.ts';
import { call, createPerson, createTrip } from './factories.ts';
import { jpeg } from './pictures.ts';
import { startS3, type TestS3 } from './s3.ts';

let s3: TestS3;
let one: TestApp;
let another: TestApp;
beforeAll(async () => {
  s3 = await startS3();
  one = await buildTestApp({ deps: async () => ({ storage: await openS3Storage(s3.settings) }) });
  another = await startAnotherProcess(one, { storage: await openS3Storage(s3.settings) });
});
afterAll(async () => {
  await another.close();
  await one.close();
});

describe('two processes with one bucket', () => {
  it('show each other’s pictures, and say so when the bucket is unavailable', async () => {
    const { token } = await createPerson(one, 'OPERATOR');
    const trip = await createTrip(one);
    const form = new FormData();
    form.append('images', new Blob([await jpeg()]), 'foto.jpg');
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${one.url}/api/trips/image/${trip.id}`, { method: 'POST', body: form, headers });

    const { body } = await call(another, 'GET', `/api/trips/${trip.id}`, { token });
    const picture = () => fetch(`${another.url}/api/trips/image/${body.tripImages[0].id}/400.webp`);
    const shown = await picture();
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(100);

    await s3.close();
    const away = await picture();
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
  });
});
