import type { FailedEmail } from '@passeio/contract/messages/messages';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling, expectWords } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as messagesPage from './messages';

const reservation = { id: crypto.randomUUID(), code: '34679A', tripId: crypto.randomUUID(), tripTitle: 'Capitólio' };
const email = (subject: string, state = 'sent') => ({
  ...{ id: crypto.randomUUID(), to: 'ana@exemplo.com.br', subject, state, reservation },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', settledAt: state === 'queued' ? null : '2026-11-20T12:00:05.000Z' },
});
const LOG = 'GET /api/messages';
const FAILED = 'GET /api/messages/failed';
const listOf = (...data: FailedEmail[]) => ({ json: { data, total: data.length } });

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('ADMIN');
  const network = answerCalls({ [LOG]: { json: { data: [], next: null } }, [FAILED]: listOf(), ...responses });
  await renderRoute(messagesPage, { at: '/admin/mensagens' });
  return network;
}

test('the page says that there is no e-mail', async () => {
  await open({});
  await expect.element(page.getByText('Nenhuma mensagem ainda')).toBeVisible();
});

test('the page shows sent e-mails with their reservation and state, page by page', async () => {
  const first = [email('Falta pagar R$ 264,60', 'queued'), email('Dados pendentes', 'needless'), email('Nova', 'novo')];
  const last = [email('Recebemos a sua reserva 34679A')];
  await open({ [LOG]: [{ json: { data: first, next: crypto.randomUUID() } }, { json: { data: last, next: null } }] });
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

const RETRY = 'POST /api/messages/failed/retries';
const subject = 'Você já tem uma conta';
const newFailed = (more: Partial<FailedEmail>): FailedEmail => ({
  ...{ id: crypto.randomUUID(), to: 'ana@exemplo.com.br', subject, reason: 'O servidor de e-mail não respondeu.' },
  ...{ askedAt: '2026-11-20T12:00:00.000Z', failedAt: '2026-11-21T16:00:00.000Z', response: 'ECONNREFUSED' },
  ...more,
});
const mended = newFailed({});
const wrong = newFailed({
  ...{ to: 'um.endereco.bem.comprido.que.nao.existe@exemplo.com.br', reason: 'O endereço não existe.' },
  response: '550 5.1.1 User unknown in virtual mailbox table',
});
const entry = (to: string) => page.getByRole('listitem').filter({ hasText: to });

test('failed e-mails show their reason; staff sends one again and discards another', async () => {
  await beOnPhone();
  const discard = `DELETE /api/messages/failed/${wrong.id}`;
  const { bodies, calls } = await open({
    [FAILED]: [listOf(mended, wrong), listOf(wrong), listOf()],
    [RETRY]: { json: { data: [wrong], total: 1 } },
    [discard]: { json: { data: [], total: 0 } },
  });
  await expect.element(page.getByRole('heading', { name: '2 mensagens não saíram' })).toBeVisible();
  await expectWords(entry(mended.to), 'O servidor de e-mail não respondeu.');
  await expectWords(entry(wrong.to), 'O endereço não existe.');
  await entry(wrong.to).getByText('Resposta do servidor').click();
  await expect.element(entry(wrong.to).getByText(wrong.response)).toBeVisible();
  await expectNothingFound();
  await expectNoSidewaysScrolling();

  await entry(mended.to)
    .getByRole('button', { name: /^Tentar de novo/ })
    .click();
  await expectToast('success', 'Mensagem de volta na fila de envio.');
  expect(bodies[RETRY]).toEqual({ ids: [mended.id] });
  await expect.element(entry(mended.to)).not.toBeInTheDocument();

  await entry(wrong.to)
    .getByRole('button', { name: /^Descartar/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Descartar a mensagem?' });
  await expectWords(question, wrong.to);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(discard);
  await entry(wrong.to)
    .getByRole('button', { name: /^Descartar/ })
    .click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Mensagem descartada.');
  await expect.element(page.getByText('Nenhuma mensagem ainda')).toBeVisible();
});

test('all failed e-mails are sent again at once; a refusal is shown, and the list stays', async () => {
  const message = 'Não foi possível agora.';
  const { bodies } = await open({
    [FAILED]: listOf(mended, wrong),
    [RETRY]: [refusal(500, { message }), { json: { data: [], total: 0 } }],
  });
  await page.getByRole('button', { name: 'Tentar todas de novo' }).click();
  await expectToast('error', message);
  await expect.element(entry(wrong.to)).toBeVisible();
  await page.getByRole('button', { name: 'Tentar todas de novo' }).click();
  await expectToast('success', '2 mensagens de volta na fila de envio.');
  expect(bodies[RETRY]).toEqual({ ids: [mended.id, wrong.id] });
});
