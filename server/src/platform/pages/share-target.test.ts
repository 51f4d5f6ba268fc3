import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { countingWeb } from '../../../test/counting-web.ts';

let app: TestApp;
beforeAll(async () => {
  const web = await countingWeb();
  app = await buildTestApp({ deps: () => ({ web }) });
});
afterAll(() => app.close());

function share(body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(`${app.url}/comprovante`, { method: 'POST', body, headers, redirect: 'manual' });
}

function formWith(megabytes: number): FormData {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(megabytes * 1024 * 1024)], 'comprovante.pdf', { type: 'application/pdf' }));
  return form;
}

it('a receipt shared without a service worker leads to the page that asks for it, and nothing is kept', async () => {
  for (const megabytes of [0, 12]) {
    const answer = await share(formWith(megabytes));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/comprovante?chegou=nao');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

it('what is no form is not taken', async () => {
  expect((await share('{"file":', { 'content-type': 'application/json' })).status).toBe(400);
  expect((await share('texto', { 'content-type': 'text/plain' })).status).toBe(415);
});

it('a body without end is not read to its end', async () => {
  const chunk = Buffer.alloc(1024 * 1024);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const sending = request(`${app.url}/comprovante`, { method: 'POST', headers });
  let megabytes = 0;
  const endless = new Readable({
    read() {
      megabytes += 1;
      this.push(megabytes > 1_000 ? null : chunk);
    },
  });
  const sent = pipeline(endless, sending).catch(() => undefined);
  // The connection is closed on the rest of the body, and its reset may overtake the response.
  await Promise.race([once(sending, 'response').catch(() => sent), sent]);
  sending.destroy();
  expect(megabytes).toBeGreaterThan(30);
  expect(megabytes).toBeLessThan(100);
});
