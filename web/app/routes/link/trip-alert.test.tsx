import type { TripAlert } from '@passeio/contract/trips/trip-alerts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import TripAlertPage from './trip-alert';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const READ = 'POST /api/trip-alerts/link/read';
const CONFIRM = 'POST /api/trip-alerts/link/confirmation';

const alert = (more: Partial<TripAlert> = {}): { json: TripAlert } => ({
  json: { title: 'Capitólio', state: 'unconfirmed', phone: '', offersWhatsApp: true, ...more },
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  window.location.hash = TOKEN;
  const network = answerCalls(responses);
  await renderPage(<TripAlertPage />, { at: '/avise-me' });
  return network;
}
afterEach(() => {
  window.location.hash = '';
});

test('who confirms may choose WhatsApp by the keyboard, and reads where the message will come', async () => {
  const { bodies } = await open({ [READ]: alert(), [CONFIRM]: alert({ state: 'waiting', phone: '•••2001' }) });
  const choice = page.getByRole('checkbox', { name: 'Prefiro receber por WhatsApp' });
  await expect.element(choice).toBeVisible();
  (choice.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  const phone = page.getByRole('textbox', { name: /Seu WhatsApp/ });
  await expect.element(phone).toHaveFocus();
  await expectNothingFound('body');
  await userEvent.keyboard('35988112001{Enter}');
  await expect.element(page.getByText(/uma mensagem no WhatsApp •••2001/)).toBeVisible();
  expect(bodies[CONFIRM]).toEqual({ token: TOKEN, phone: '35988112001' });
});

test('who does not choose gets the e-mail, and a choice that was taken back is none', async () => {
  const { bodies } = await open({ [READ]: alert(), [CONFIRM]: alert({ state: 'waiting' }) });
  const choice = page.getByRole('checkbox', { name: 'Prefiro receber por WhatsApp' });
  await choice.click();
  await page.getByRole('textbox', { name: /Seu WhatsApp/ }).fill('35988112001');
  await choice.click();
  await page.getByRole('button', { name: 'Confirmar o aviso' }).click();
  await expect.element(page.getByText(/Enviamos um e-mail, uma vez/)).toBeVisible();
  expect(bodies[CONFIRM]).toEqual({ token: TOKEN });
});

test('without a connection WhatsApp is not offered', async () => {
  await open({ [READ]: alert({ offersWhatsApp: false }) });
  await expect.element(page.getByRole('button', { name: 'Confirmar o aviso' })).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('a telephone that is refused says so, and what was typed stays', async () => {
  const message = 'Telefone inválido. Informe o DDD e o número.';
  await open({ [READ]: alert(), [CONFIRM]: refusal(400, { code: 'INVALID_INPUT', fields: { phone: message } }) });
  await page.getByRole('checkbox', { name: 'Prefiro receber por WhatsApp' }).click();
  await page.getByRole('textbox', { name: /Seu WhatsApp/ }).fill('12');
  await page.getByRole('button', { name: 'Confirmar o aviso' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: /Seu WhatsApp/ })).toHaveValue('12');
});
