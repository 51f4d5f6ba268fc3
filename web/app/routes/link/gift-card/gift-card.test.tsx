import type { GiftCard } from '@passeio/contract/payments/gift-cards';
import decodeQR from 'qr/decode.js';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import { newCharge } from '~/test/reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import GiftCardPage from './gift-card';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const READ = 'POST /api/gift-cards/link/read';
const card: GiftCard = {
  ...{ state: 'active', valueCents: 20_000, balanceCents: 20_000, code: 'Q7XA-4MKD-9TRC-HW3E' },
  ...{ buyerName: 'Ana Prado', recipientName: 'Bruno Lima', message: 'Feliz aniversário!', sendOn: null, charge: null },
};

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  window.location.hash = TOKEN;
  const network = answerCalls(responses);
  await renderPage(<GiftCardPage />, { at: '/vale' });
  return network;
}
afterEach(() => {
  window.location.hash = '';
});

test('shows the Pix code until the payment comes, then the code of the card', async () => {
  const unpaid: GiftCard = { ...card, state: 'awaiting_payment', balanceCents: 0, code: null, charge: newCharge() };
  const { bodies } = await open({ [READ]: [{ json: unpaid }, { json: card }] });
  await expect.element(page.getByRole('heading', { name: /^Pague R\$\s200,00 por Pix$/ })).toBeVisible();
  await expect.element(page.getByLabelText('Pix copia e cola')).toBeVisible();
  expect(bodies[READ]).toEqual({ token: TOKEN });
  await expect
    .element(page.getByLabelText('Código', { exact: true }), { timeout: 15_000 })
    .toHaveValue(card.code ?? '');
});

test('shows code, message and balance on a phone, and shares its link by WhatsApp', async () => {
  await setWindow(360);
  await open({ [READ]: { json: { ...card, balanceCents: 5_000 } } });
  await expect.element(page.getByText(/De Ana Prado para Bruno Lima\. Ainda tem R\$\s50,00\./)).toBeVisible();
  await expect.element(page.getByText('Feliz aniversário!')).toBeVisible();
  const share = page.getByRole('link', { name: 'Enviar por WhatsApp' });
  await expect.element(share).toHaveAttribute('href', expect.stringContaining(encodeURIComponent(`/vale#${TOKEN}`)));
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
});

/** Gives the browser what phones share files by; answers what was shared. */
function shareFiles() {
  const share = vi.fn<typeof navigator.share>(async () => {});
  for (const [name, value] of Object.entries({ share, canShare: () => true })) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
  return share;
}

test('is shared as a picture, whose QR code leads to its link', async () => {
  const shared = shareFiles();
  document.documentElement.style.setProperty('--accent-day', 'rgb(10 90 60)');
  const message = 'Que você aproveite muito, tire fotos e conte tudo depois. '.repeat(8);
  await open({ [READ]: { json: { ...card, message } } });
  await page.getByRole('button', { name: 'Compartilhar imagem' }).click();
  await expect.poll(() => shared.mock.calls.length).toBe(1);
  const picture = shared.mock.calls[0]?.[0]?.files?.[0] ?? expect.unreachable('no picture');
  expect(picture).toMatchObject({ name: 'vale-presente.png', type: 'image/png' });
  const bitmap = await createImageBitmap(picture);
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d') ?? expect.unreachable('no canvas');
  pen.drawImage(bitmap, 0, 0);
  const { width, height } = bitmap;
  const { data } = pen.getImageData(0, 0, width, height);
  expect([...data.slice(0, 4)]).toEqual([10, 90, 60, 255]);
  expect(decodeQR({ width, height, data })).toBe(`${window.location.origin}/vale#${TOKEN}`);
});

test.each([
  ['expired', 'O vale-presente não foi pago'],
  ['revoked', 'Este vale-presente foi cancelado'],
] as const)('says that it is %s, and shows no code', async (state, title) => {
  await open({ [READ]: { json: { ...card, state, code: null } } });
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByLabelText('Código')).not.toBeInTheDocument();
});

test('a link that is over says so', async () => {
  const message = 'Este link não vale mais. Peça outro a quem o enviou.';
  await open({ [READ]: refusal(404, { code: 'GIFT_CARD_LINK_OVER', message }) });
  await expect.element(page.getByText(message)).toBeVisible();
});
