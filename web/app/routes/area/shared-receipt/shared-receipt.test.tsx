import { MISSED_RECEIPT } from '@passeio/contract/paths';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newCharge, newReceipt, newReservation, newReservedTrip } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { holdUploads } from '~/test/uploads';
import * as sharedReceipt from './shared-receipt';

const MINE = 'GET /api/reservations/me';
const list = (...data: object[]): FakeResponse => ({
  json: { data, page: { number: 1, size: 20, total: data.length } },
});
const sendButtons = page.getByRole('button', { name: 'Enviar para esta reserva' });
const kept = () => caches.match('/comprovante/arquivo', { cacheName: 'shared-receipt' });

afterEach(() => caches.delete('shared-receipt'));

/** Keeps a file as the service worker does. */
async function share(type = 'application/pdf', sharedAt = Date.now()): Promise<void> {
  const headers = { 'content-type': type, 'x-file-name': 'comprovante%20pix.pdf', 'x-shared-at': String(sharedAt) };
  await (await caches.open('shared-receipt')).put('/comprovante/arquivo', new Response('%PDF-1.7', { headers }));
}

async function open(response: FakeResponse, responses: Record<string, FakeResponse> = {}) {
  signIn();
  const network = answerCalls({ [MINE]: response, ...responses });
  await renderRoute(sharedReceipt, { at: '/comprovante' });
  return network;
}

test('a shared receipt goes with one tap to the reservation whose code is open, and is not kept', async () => {
  const uploads = holdUploads();
  const inDays = (days: number) => newReservedTrip(new Date(Date.now() + days * 86_400_000).toISOString());
  const due = newReservation({ code: 'DUE777', trip: inDays(3) });
  const charged = newReservation({ code: 'QR7777', trip: inDays(9), charge: newCharge() });
  const paid = newReservation({ code: 'PAD777', state: 'booked', receivedCents: 47_300 });
  const waiting = newReservation({ code: 'WAT777', receipt: newReceipt() });
  await share();
  await open(list(due, paid, waiting, charged));
  await expect.element(page.getByText('comprovante pix.pdf')).toBeVisible();
  const first = page.getByRole('listitem').first();
  await expect.element(first.getByText(/^Pix de R\$\s141,90 · reserva QR7777$/)).toBeVisible();
  expect(sendButtons.elements()).toHaveLength(2);
  await expectNothingFound();
  await expectToFit();
  await sendButtons.first().click();
  await expect.poll(() => uploads[0]?.path).toBe(`/api/reservations/${charged.id}/receipts`);
  await expect.poll(() => uploads[0]?.body?.get('file')).toMatchObject({ name: 'comprovante pix.pdf' });
  uploads[0]?.answer(201, newReceipt());
  await expectToast('success', 'Comprovante enviado.');
  await expect.element(page.getByRole('heading', { name: '/minhasreservas/QR7777' })).toBeVisible();
  expect(await kept()).toBeUndefined();
});

test('without a network the receipt stays on the device, and the page says so', async () => {
  await share();
  await open('lost');
  await expect.element(page.getByText('O comprovante está guardado neste aparelho', { exact: false })).toBeVisible();
  await expect.element(page.getByText('comprovante pix.pdf')).toBeVisible();
  expect(await kept()).toBeDefined();
});

test('a failed sending keeps the file and can be repeated', async () => {
  const uploads = holdUploads();
  await share();
  await open(list(newReservation()));
  await sendButtons.click();
  await expect.poll(() => uploads[0]?.body).toBeDefined();
  uploads[0]?.lose();
  await expect.element(page.getByRole('alert').getByText(/^O servidor não respondeu/)).toBeVisible();
  await sendButtons.click();
  await expect.poll(() => uploads[1]?.body).toBeDefined();
  expect(await kept()).toBeDefined();
});

test('what cannot be a receipt is refused with the reason', async () => {
  await share('video/mp4');
  await open(list(newReservation()));
  await expect.element(page.getByText('Envie uma foto (JPEG, PNG ou WebP) ou um PDF.')).toBeVisible();
  await expect.element(sendButtons).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect.element(page.getByRole('heading', { name: '/minhasreservas' })).toBeVisible();
  expect(await kept()).toBeUndefined();
});

test('nothing shared, or yesterday: a file can be chosen', async () => {
  await share('application/pdf', Date.now() - 25 * 3_600_000);
  await open(list(newReservation()));
  await expect.element(page.getByText('Nenhum comprovante para enviar')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Escolher comprovante' })).toBeVisible();
  expect(await kept()).toBeUndefined();
});

test('a file that was shared before the application could receive it is asked for', async () => {
  signIn();
  answerCalls({ [MINE]: list(newReservation()) });
  await renderRoute(sharedReceipt, { at: MISSED_RECEIPT });
  await expect.element(page.getByText('O comprovante ainda não chegou')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Escolher comprovante' })).toBeVisible();
});

test('a file that somebody else has opened here is not shown to the next person', async () => {
  await share();
  await open(list());
  await expect.element(page.getByText('Nenhuma reserva sua espera', { exact: false })).toBeVisible();
  await expect.poll(async () => (await kept())?.headers.get('x-owner')).toBe(useUser.getState().user.id);
  await open(list(newReservation()));
  await expect.element(page.getByText('Nenhum comprovante para enviar')).toBeVisible();
  expect(await kept()).toBeUndefined();
});
