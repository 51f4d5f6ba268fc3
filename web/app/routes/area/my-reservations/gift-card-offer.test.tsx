import type { Reservation } from '@passeio/contract/reservations/reservations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatMoney } from '~/lib/formats';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as reservationPage from './reservation';

const id = crypto.randomUUID();
const QUOTE = `POST /api/reservations/${id}/gift-cards/quote`;
const USE = `POST /api/reservations/${id}/gift-cards`;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = page.getByLabelText('Código do vale-presente');
const refused = (code: string, message: string) => refusal(409, { code, message });

async function open(facts: Partial<Reservation>[], responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn();
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': facts.map((one) => ({ json: newDetails({ id, ...one }) })),
    'GET /api/reservations/me/companions': { json: { data: [] } },
    [`GET /api/reservations/${id}/timeline`]: { json: { data: [], hasEarlier: false } },
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

test('says what a gift card pays before it pays', async () => {
  const { bodies } = await open(
    [{ dueCents: 37_800 }, { dueCents: 37_800 }, { dueCents: 0, receivedCents: 37_800, state: 'booked' }],
    {
      [QUOTE]: { json: { amountCents: 37_800, leftCents: 2_200 } },
      [USE]: { json: { amountCents: 37_800, leftCents: 2_200 } },
    },
  );
  await button('Tenho um vale-presente').click();
  await expect.element(field).toHaveFocus();
  await field.fill('q7xa 4mkd 9trc hw3e');
  await button('Conferir').click();
  expect(bodies[QUOTE]).toEqual({ code: 'Q7XA4MKD9TRCHW3E' });
  await expect
    .element(page.getByText(/O vale paga R\$\s378,00\. Sobram R\$\s22,00 para outra reserva\./))
    .toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await button(/^Usar R\$\s378,00$/).click();
  expect(bodies[USE]).toEqual({ code: 'Q7XA4MKD9TRCHW3E', amountCents: 37_800 });
  await expectToast(
    'success',
    `Pago com ${formatMoney(37_800)} do vale-presente. O vale ainda tem ${formatMoney(2_200)}.`,
  );
});

test('a code that is none stays to be mended, and is not sent', async () => {
  const message = 'Este vale-presente não existe ou não vale mais. Confira o código.';
  await open([{}], { [QUOTE]: refused('GIFT_CARD_UNKNOWN', message) });
  await button('Tenho um vale-presente').click();
  await field.fill('ABC');
  await button('Conferir').click();
  await expect.element(page.getByText('O código tem 16 letras e números.')).toBeVisible();
  await field.fill('Q7XA-4MKD-9TRC-HW3E');
  await button('Conferir').click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(field).toHaveValue('Q7XA-4MKD-9TRC-HW3E');
});

test('where the card changed meanwhile, it says so, and another code can be tried', async () => {
  const message = 'O saldo do vale-presente mudou. Confira e tente de novo.';
  await open([{}], {
    [QUOTE]: { json: { amountCents: 37_800, leftCents: 0 } },
    [USE]: refused('GIFT_CARD_SHORT', message),
  });
  await button('Tenho um vale-presente').click();
  await field.fill('Q7XA4MKD9TRCHW3E');
  await button('Conferir').click();
  await button(/^Usar R\$/).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await button('Usar outro código').click();
  await expect.element(field).toBeVisible();
});

test('is not offered where nothing is due, or the reservation has ended', async () => {
  await open([{ dueCents: 0, state: 'booked' }]);
  await expect.element(page.getByRole('heading', { name: 'Valores' })).toBeVisible();
  await expect.element(button('Tenho um vale-presente')).not.toBeInTheDocument();
});
