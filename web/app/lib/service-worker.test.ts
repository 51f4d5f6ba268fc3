import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

interface Rules {
  pageKey(url: URL): string | undefined;
  pageOfData(url: URL): string | undefined;
  cacheOf(url: URL): string | undefined;
  filesIn(html: string): string[];
  isCacheable(response: { status: number; type: string; redirected: boolean }): boolean;
}

/** The worker's own functions: a script of the browser exports nothing, but declares them for all. */
const worker = { self: { addEventListener: () => undefined }, URLSearchParams };
const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
runInNewContext(source, worker);
const rules = worker as unknown as Rules;

/** Whether the worker answers a request instead of the browser. */
function answers(path: string, headers: Record<string, string>): boolean {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (type: string, listen: (event: object) => void) => void listeners.set(type, listen),
    location: new URL('https://passeios.example/'),
  };
  const nothing = { match: async () => undefined, keys: async () => [], open: async () => ({}) };
  const fetch = async () => new Response();
  runInNewContext(source, {
    self,
    URL,
    URLSearchParams,
    caches: nothing,
    fetch,
    Response,
    navigator: {},
    setTimeout,
    clearTimeout,
  });
  let isAnswered = false;
  const answer = () => {
    isAnswered = true;
  };
  const request = { method: 'GET', mode: 'cors', url: at(path).href, headers: new Headers(headers) };
  listeners.get('fetch')?.({ request, respondWith: answer, waitUntil: () => undefined });
  return isAnswered;
}

const at = (path: string) => new URL(path, 'https://passeios.example');

const TRIP = '/admin/passeios/019a8a4e-52a1-7c7e-a1ec-1ad7ea1f15f2';
const BOARDING = '/admin/embarque/019a8a4e-52a1-7c7e-a1ec-1ad7ea1f15f2';

describe('the service worker', () => {
  it('leaves whatever carries a credential to the browser', () => {
    const picture = '/api/trips/image/019a8a4e/960.avif';
    expect(answers(picture, {})).toBe(true);
    expect(answers(picture, { authorization: 'Bearer abc' })).toBe(false);
  });

  it.each([
    [{ status: 200, type: 'basic', redirected: false }, true],
    [{ status: 200, type: 'basic', redirected: true }, false],
    [{ status: 206, type: 'basic', redirected: false }, false],
    [{ status: 200, type: 'opaque', redirected: false }, false],
  ])('keeps of the answers those that are whole, ours and not redirected: %j', (response, kept) => {
    expect(rules.isCacheable(response)).toBe(kept);
  });

  it.each([
    ['/', '/'],
    ['/portal/passeio/ubatuba', '/portal/passeio/ubatuba'],
    ['/portal/passeio?q=mar', '/portal/passeio?q=mar'],
    ['/home?de=teste', '/home'],
    ['/minhasreservas', '/minhasreservas'],
    ['/comprovante', '/comprovante'],
    ['/reserva?ver=voucher', '/reserva'],
    ['/minhasreservas/A3K7QX?pessoa=1', '/minhasreservas/reserva'],
    ['/minhasreservas/A3K7QX/voucher', '/minhasreservas/reserva/voucher'],
    [`${TRIP}/passageiros?q=ana`, `${TRIP}/passageiros`],
    [BOARDING, BOARDING],
    ['/embarque', '/embarque'],
  ])('keeps the page %s as %s', (path, key) => {
    expect(rules.pageKey(at(path))).toBe(key);
  });

  it.each([
    '/minhaconta',
    '/admin',
    '/admin/usuarios',
    TRIP,
    `${TRIP}/lista`,
    '/template/forms/x',
    '/auth/login',
    '/404',
    '/portalzinho',
    '/voucher/A3K7QX',
    '/minhasreservas/A3K7QX/outra',
    '/home/x',
    '/_.data',
    '/portal/passeio.data',
    '/api/trips',
  ])('keeps no page %s', (path) => {
    expect(rules.pageKey(at(path))).toBeUndefined();
  });

  it.each([
    '/api/reservations/me',
    '/api/users/me',
    '/api/trips',
    '/api/trips/1',
    '/api/trips/image/',
    '/api/settings',
    '/identity/token',
    '/sw.js',
    '/own/coming-reservations',
    '/comprovante/arquivo',
  ])('leaves %s to the browser', (path) => {
    expect(rules.cacheOf(at(path))).toBeUndefined();
    expect(rules.pageOfData(at(path))).toBeUndefined();
  });

  it("keeps the build's files and public pictures", () => {
    expect(rules.cacheOf(at('/assets/home-1.js'))).toMatch(/^files-/);
    expect(rules.cacheOf(at('/api/trips/image/1/480.avif'))).toBe('pictures');
    expect(rules.cacheOf(at('/api/settings/logo/1/logo.webp'))).toBe('pictures');
  });

  it.each([
    ['/_.data?_routes=routes%2Fportal%2Fhome', '/'],
    ['/portal/passeio/ubatuba.data?_routes=routes%2Fportal%2Ftrip', '/portal/passeio/ubatuba'],
    ['/portal/passeio.data?q=mar&_routes=x', '/portal/passeio?q=mar'],
  ])('knows that %s are the data of %s', (path, page) => {
    expect(rules.pageOfData(at(path))).toBe(page);
  });

  it('finds the files that a page names, each once', () => {
    const html = '<link href="/assets/a-1.css#"><script>import "/assets/b_2.js";import("/assets/b_2.js")</script>';
    expect(rules.filesIn(html)).toEqual(['/assets/a-1.css', '/assets/b_2.js']);
    expect(rules.filesIn('<p>')).toEqual([]);
  });
});

describe('a notification', () => {
  const listeners = new Map<string, (event: object) => void>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  const windows: { url: string; focus(): void }[] = [];
  const self = {
    addEventListener: (type: string, listen: (event: object) => void) => void listeners.set(type, listen),
    location: new URL('https://passeios.example/'),
    registration: { showNotification: (...notification: unknown[]) => void shown.push(notification) },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
  };
  runInNewContext(source, { self, URL, URLSearchParams });
  const happen = async (type: string, event: object) => {
    const waited: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => void waited.push(work) });
    await Promise.all(waited);
  };
  const tap = (address: string) =>
    happen('notificationclick', { notification: { close: () => undefined, data: { page: address } } });

  it('is shown as the server wrote it; what is none is not', async () => {
    const message = { title: 'Abriram vagas', body: 'Veja até quando.', page: '/minhasreservas' };
    await happen('push', { data: { json: () => message } });
    await happen('push', { data: null });
    const { title, body, page } = message;
    expect(shown).toEqual([[title, { body, lang: 'pt-BR', tag: title, data: { page } }]]);
  });

  it('opens a page of this site only, in the window that shows it already', async () => {
    await tap('/minhasreservas');
    await tap('https://outro.example/');
    expect(opened).toEqual(['https://passeios.example/minhasreservas']);
    const focused: string[] = [];
    const url = 'https://passeios.example/minhasreservas?x';
    windows.push({ url, focus: () => void focused.push(url) });
    await tap('/minhasreservas');
    expect([opened.length, focused]).toEqual([1, [url]]);
  });
});
