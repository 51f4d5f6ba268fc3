import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import type { Route } from './+types/messages';
import Messages from './messages';

const nothingFailed = { data: [], total: 0 };
const reservation = { id: crypto.randomUUID(), code: '34679A', tripId: crypto.randomUUID(), tripTitle: 'Capitólio' };
const email = (subject: string, state = 'sent') => ({
  ...{ id: crypto.randomUUID(), to: 'ana@exemplo.com.br', subject, state, reservation },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', settledAt: state === 'queued' ? null : '2026-11-20T12:00:05.000Z' },
});
const open = (loaderData: object) =>
  renderPage(<Messages {...({ loaderData } as unknown as Route.ComponentProps)} />, { at: '/admin/mensagens' });

test('says so when there is no e-mail', async () => {
  await open({ failed: nothingFailed, log: { data: [], next: null } });
  await expect.element(page.getByText('Nenhuma mensagem ainda')).toBeVisible();
});

test('shows what was sent about which reservation and what became of it, page by page', async () => {
  signIn('ADMIN');
  answerCalls({ 'GET /api/messages': { json: { data: [email('Recebemos a sua reserva 34679A')], next: null } } });
  const first = [email('Falta pagar R$ 264,60', 'queued'), email('Dados pendentes', 'needless'), email('Nova', 'novo')];
  await open({ failed: nothingFailed, log: { data: first, next: crypto.randomUUID() } });
  await expect.element(page.getByText('Nenhuma mensagem ficou para trás.')).toBeVisible();
  for (const words of ['Falta pagar R$ 264,60', 'na fila', 'não foi preciso enviar', 'atualize a página']) {
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  }
  const link = page.getByRole('link', { name: '34679A, Capitólio' }).first();
  await expect.element(link).toHaveAttribute('href', `/admin/passeios/${reservation.tripId}/passageiros?q=34679A`);
  await page.getByRole('button', { name: 'Mostrar mais' }).click();
  await expect.element(page.getByText('Recebemos a sua reserva 34679A')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Mostrar mais' })).not.toBeInTheDocument();
});
