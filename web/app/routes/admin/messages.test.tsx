import type { FailedWork } from '@passeio/contract/failed-work';
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

const WORK = 'GET /api/failed-work';
const worksOf = (...data: FailedWork[]) => ({ json: { data } });

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('ADMIN');
  const usual = { [LOG]: { json: { data: [], next: null } }, [FAILED]: listOf(), [WORK]: worksOf() };
  const network = answerCalls({ ...usual, ...responses });
  await renderRoute(messagesPage, { at: '/admin/mensagens' });
  return network;
}

test('the page says that there is no e-mail', async () => {
  await open({});
  await expect.element(page.getByText('Nenhuma mensagem ainda')).toBeVisible();
  await expect.element(page.getByText('Nenhum trabalho ficou para trás.')).toBeVisible();
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
  await expect.element(link).toHaveAttribute('href', `/admin/reservas/${reservation.id}`);
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

const notices: FailedWork = {
  ...{ name: 'pix-notices', label: 'Avisos de pagamento', ifFailed: 'O pagamento pode não estar na reserva.' },
  ...{ count: 3, reason: 'O provedor de pagamentos não respondeu.' },
  ...{ firstFailedAt: '2026-11-20T12:00:00.000Z', lastFailedAt: '2026-11-21T16:00:00.000Z' },
};
const sessions: FailedWork = {
  ...{ name: 'expired-sessions', label: 'Apagar acessos vencidos', ifFailed: 'Só ocupam espaço.' },
  ...{ count: 1, reason: 'O banco de dados não respondeu.' },
  ...{ firstFailedAt: '2026-11-21T15:00:00.000Z', lastFailedAt: '2026-11-21T15:00:00.000Z' },
};

test('failed work shows what it means, how often and why; staff tries one again and discards another', async () => {
  await beOnPhone();
  const again = 'POST /api/failed-work/pix-notices/retries';
  const discard = 'DELETE /api/failed-work/expired-sessions';
  const { bodies, calls, searches } = await open({
    [WORK]: [worksOf(notices, sessions), worksOf(sessions), worksOf()],
    [again]: worksOf(sessions),
    [discard]: worksOf(),
  });
  await expectWords(entry(notices.label), 'O pagamento pode não estar na reserva.');
  await expectWords(entry(notices.label), 'O provedor de pagamentos não respondeu.');
  await expectWords(entry(notices.label), '3 falhas: a primeira em 20/11');
  await expectWords(entry(sessions.label), 'Falhou em 21/11');
  await expectNothingFound();
  await expectNoSidewaysScrolling();

  await entry(notices.label)
    .getByRole('button', { name: /^Tentar de novo/ })
    .click();
  await expectToast('success', '3 trabalhos de volta na fila. Já vamos tentar.');
  expect(bodies[again]).toEqual({ until: notices.lastFailedAt });
  await expect.element(entry(notices.label)).not.toBeInTheDocument();

  const button = entry(sessions.label).getByRole('button', { name: /^Descartar/ });
  await button.click();
  const question = page.getByRole('alertdialog', { name: 'Descartar o trabalho?' });
  await expectWords(question, 'Apagar acessos vencidos: este trabalho não será mais tentado. Só ocupam espaço.');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(discard);
  await button.click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Trabalho descartado.');
  expect(new URLSearchParams(searches[discard]).get('until')).toBe(sessions.lastFailedAt);
  await expect.element(page.getByText('Nenhum trabalho ficou para trás.')).toBeVisible();
});

test('without an answer about failed work the e-mails stay, and it can be loaded again', async () => {
  const message = 'Não foi possível agora.';
  await open({ [FAILED]: listOf(mended), [WORK]: [refusal(500, { message }), worksOf(notices)] });
  await expect.element(entry(mended.to)).toBeVisible();
  await expect.element(page.getByText(`Não foi possível ver os trabalhos. ${message}`, { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Carregar de novo' }).click();
  await expect.element(entry(notices.label)).toBeVisible();
});
