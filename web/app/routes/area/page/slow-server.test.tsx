import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { userCacheName } from '~/features/session/user-cache';
import * as home from '~/routes/area/home/home';
import { HydrateFallback } from '~/routes/area/layout/layout';
import * as myAccount from '~/routes/area/my-account/my-account';
import * as myReservations from '~/routes/area/my-reservations/my-reservations';
import * as reservationPage from '~/routes/area/my-reservations/reservation';
import { renderInArea } from '~/test/area';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage, renderRoute } from '~/test/render';
import { newDetails, newReservation } from '~/test/reservations';

const MINE = 'GET /api/reservations/me';
const WAITING = 'GET /api/waiting-list/me';
const ME = 'GET /api/users/me';
const none = { json: { data: [], page: { number: 1, size: 20, total: 0 } } };
const slow = page.getByText('O servidor está demorando para responder. Continuamos tentando…');
const copy = page.getByText(/^Sem conexão\. Dados de /);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

/** A reservation that this phone has stored of the person who is signed in. */
async function storeReservation() {
  const { profile } = signIn();
  const reservation = newReservation({ code: 'COPIED' });
  const cache = await caches.open(userCacheName(profile.id));
  const stored = { savedAt: new Date().toISOString(), reservations: [reservation] };
  await cache.put('/own/coming-reservations', Response.json(stored));
  return reservation;
}

test('a client whose reservations do not come reads the stored ones after 5 s, and the late answer in their place', async () => {
  const stored = await storeReservation();
  const late = Promise.withResolvers<{ json: unknown }>();
  answerCalls({ [MINE]: late.promise, [WAITING]: 'hangs' });
  await renderRoute(myReservations, { at: '/minhasreservas' });
  await vi.advanceTimersByTimeAsync(4_900);
  await expect.element(copy).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(200);
  await expect.element(copy).toBeVisible();
  await expect.element(page.getByText(stored.code)).toBeVisible();

  late.resolve({ json: { ...none.json, data: [{ ...stored, code: 'NEWER2' }] } });
  await expect.element(page.getByText('NEWER2')).toBeVisible();
  await expect.element(copy).not.toBeInTheDocument();
});

test('a client whose reservation does not come reads the stored one after 5 s, and the late answer in its place', async () => {
  const stored = await storeReservation();
  const late = Promise.withResolvers<{ json: unknown }>();
  const PATH = `/api/reservations/${stored.code}`;
  answerCalls({ [`GET ${PATH}`]: late.promise, [`GET ${PATH}/timeline`]: { json: { data: [] } }, [MINE]: 'hangs' });
  await renderRoute(reservationPage, { at: `/minhasreservas/${stored.code}`, path: '/minhasreservas/:code' });
  await vi.advanceTimersByTimeAsync(5_100);
  await expect.element(copy).toBeVisible();
  late.resolve({ json: newDetails({ ...stored, code: stored.code }) });
  await expect.element(copy).not.toBeInTheDocument();
  await expect.element(page.getByText(stored.code)).toBeVisible();
});

test("a client's home page does not wait for their profile, and only 5 s for trips to join", async () => {
  signIn();
  const reservation = newReservation({ state: 'booked', receivedCents: 14_190 });
  answerCalls({
    [MINE]: { json: { ...none.json, data: [reservation] } },
    [WAITING]: none,
    [ME]: 'hangs',
    'GET /api/trips': 'hangs',
    [`GET /api/reservations/${reservation.code}/voucher`]: 'lost',
  });
  await renderRoute(home, { at: '/home' });
  await vi.advanceTimersByTimeAsync(5_100);
  await expect.element(page.getByText(/^Olá, /)).toBeVisible();
  await expect.element(page.getByText(reservation.trip.title)).toBeVisible();
});

test('a page that is being loaded says after 5 s that the server is slow', async () => {
  await renderPage(<HydrateFallback />);
  await vi.advanceTimersByTimeAsync(4_900);
  await expect.element(slow).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(200);
  await expect.element(slow).toBeVisible();
});

test('a page whose data hangs says so after 5 s where it was left from', async () => {
  const { Link } = await import('react-router');
  const from = { default: () => <Link to="/home/depois">Depois</Link>, children: {} };
  const to = { default: () => null, clientLoader: () => new Promise(() => {}) };
  await renderInArea({ ...from, children: { depois: to } }, { at: '/home', role: 'CLIENT' });
  await page.getByRole('link', { name: 'Depois' }).click();
  await vi.advanceTimersByTimeAsync(5_100);
  await expect.element(slow).toBeVisible();
});

test('a call that timed out is not sent again by itself', async () => {
  signIn();
  const timedOut = AbortSignal.abort(new DOMException('', 'TimeoutError'));
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timedOut);
  const { calls } = answerCalls({ [ME]: 'hangs' });
  await renderRoute(myAccount, { at: '/minhaconta' });
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(page.getByText('O servidor demorou demais para responder. Tente de novo.')).toBeVisible();
  expect(calls).toEqual([ME]);
});
