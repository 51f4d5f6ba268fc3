import { reservationPagePath } from '@passeio/contract/pages';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { seal } from '~/features/boarding/vault';
import { followUserSlice } from '~/features/session/session-status';
import { boarder, boardingOf } from '~/test/boarding';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails } from '~/test/reservations';
import { GUIDE_LIST, guideBoardingOf, guideDatabase, storeGuideSession } from './guide-session';
import * as scannedPage from './scanned-voucher';

const PATH = 'GET /api/reservations/A3K7QX';

beforeEach(() => followUserSlice());

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';

const open = (code = 'A3K7QX') => renderRoute(scannedPage, { at: `/voucher/${code}`, path: '/voucher/:code' });

test('a visitor reads whose voucher it is not, and can sign in; nothing is asked of the server', async () => {
  const { calls } = answerCalls({});
  await open();
  await expect.element(page.getByText(/^Só quem fez a reserva e a equipe de .+ veem o que há nele\./)).toBeVisible();
  const link = page.getByRole('link', { name: 'Entrar' });
  await expect.element(link).toHaveAttribute('href', '/auth/login?returnUrl=%2Fvoucher%2FA3K7QX');
  expect(calls.filter((call) => call.includes('reservations'))).toEqual([]);
});

test("another client reads the same of somebody's reservation", async () => {
  signIn();
  answerCalls({ [PATH]: refusal(404, { code: 'RESERVATION_NOT_FOUND' }) });
  await open();
  await expect.element(page.getByText(/^Só quem fez a reserva e a equipe/)).toBeVisible();
  await expect.element(page.getByText(/Você entrou com outra conta\.$/)).toBeVisible();
});

test('its payer gets the voucher', async () => {
  signIn();
  answerCalls({ [PATH]: { json: newDetails() } });
  await open();
  await expect.element(page.getByRole('heading', { name: '/minhasreservas/A3K7QX/voucher' })).toBeVisible();
});

test('staff gets the passenger list at that reservation', async () => {
  signIn('OPERATOR');
  const details = newDetails();
  answerCalls({ [PATH]: { json: details } });
  await open();
  const list = page.getByRole('heading', { name: reservationPagePath(details.id) });
  await expect.element(list).toBeVisible();
});

test('staff gets the boarding at that reservation while its people board', async () => {
  signIn('OPERATOR');
  const details = newDetails({ state: 'booked' });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  answerCalls({ [PATH]: { json: { ...details, trip: { ...details.trip, date: at(2), returnDate: at(12) } } } });
  await open();
  await expect
    .element(page.getByRole('heading', { name: `/admin/embarque/${details.trip.id}?reserva=A3K7QX` }))
    .toBeVisible();
});

test('a guide whose session this browser has gets the boarding, of their own departure only', async () => {
  const database = await guideDatabase(TOKEN);
  onTestFinished(() => void indexedDB.deleteDatabase(database));
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await storeGuideSession(database, { session: TOKEN, name: 'Júlia', expiresAt, token: TOKEN });
  const list = boardingOf([boarder({ code: 'A3K7QX' })]);
  await seal(database, GUIDE_LIST, { savedAt: list.now, clockOffsetMs: 0, list }, Date.parse(expiresAt));
  answerCalls({});
  const { unmount } = await open();
  const boarding = `/embarque?reserva=A3K7QX#${TOKEN}`;
  await expect.element(page.getByRole('heading', { name: boarding })).toBeVisible();
  expect(await guideBoardingOf('A3K7QX')).toBe(boarding);
  await unmount();
  await open('ZZ99ZZ');
  await expect.element(page.getByText(/Se é o seu caso, entre na sua conta\.$/)).toBeVisible();
});
