import { reservationPagePath } from '@passeio/contract/pages';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails } from '~/test/reservations';
import * as scannedPage from './scanned-voucher';

const PATH = 'GET /api/reservations/A3K7QX';

beforeEach(() => followUserSlice());

const open = () => renderRoute(scannedPage, { at: '/voucher/A3K7QX', path: '/voucher/:code' });

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
