import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newCancellationPreview, newCancelled, newProgress } from '~/test/cancelled-departures';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage, renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import { CancelButton } from './cancel-departure-dialog';
import * as cancellationPage from './cancellation';

const progress = newProgress();
const { id } = progress.trip;
const PATH = `/api/trips/${id}/cancellation`;
const PREVIEW = `GET ${PATH}/preview`;
const CANCEL = `POST ${PATH}`;
const READ = `GET ${PATH}`;
const dialog = page.getByRole('dialog', { name: 'Cancelar saída' });

async function openDialog(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  await renderPage(<CancelButton departure={{ id, title: 'Capitólio' }} />, { at: '/admin/saidas' });
  await page.getByRole('button', { name: 'Cancelar saída: Capitólio' }).click();
  return network;
}

async function openPage(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  const path = '/admin/saidas/:tripId/cancelamento';
  await renderRoute(cancellationPage, { at: `/admin/saidas/${id}/cancelamento`, path });
  return network;
}

test('the dialog shows people and amounts before staff cancels with a reason', async () => {
  const { bodies, calls } = await openDialog({
    [PREVIEW]: { json: newCancellationPreview() },
    [CANCEL]: [refusal(503, { message: 'O sistema está indisponível.' }), { json: progress }],
  });
  for (const words of [/^3 reservas, 7 pessoas/, /2 reservas com R\$\s780,00 recebidos/, /^1 reserva sem pagamento/]) {
    await expect.element(dialog.getByText(words)).toBeVisible();
  }
  await dialog.getByText('1 pessoa não tem e-mail: avise por WhatsApp.').click();
  await expect.element(dialog.getByText('Bento Reis (B2B2B2), sem telefone')).toBeVisible();
  const submit = dialog.getByRole('button', { name: 'Cancelar para todos' });
  await submit.click();
  await expect.element(dialog.getByText(/^Diga por que a saída foi cancelada/)).toBeVisible();
  expect(calls).not.toContain(CANCEL);
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Chuva forte.');
  await submit.click();
  await expect.element(dialog.getByText(/^O servidor está fora do ar agora/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Chuva forte.');
  await submit.click();
  await expectToast('success', 'Saída cancelada. Você pode desfazer por 2 minutos.');
  expect(bodies[CANCEL]).toEqual({ reason: 'Chuva forte.', chooseUntil: '2099-11-30' });
  await expect.element(page.getByRole('heading', { name: `/admin/saidas/${id}/cancelamento` })).toBeVisible();
});

test('Esc closes the dialog without cancelling anything', async () => {
  const { calls } = await openDialog({ [PREVIEW]: ['lost', 'lost', { json: newCancellationPreview() }] });
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(dialog.getByText(/^3 reservas/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).not.toContain(CANCEL);
});

test('staff undoes a cancellation before anybody was notified', async () => {
  const fresh = newProgress({ undoUntil: '2099-11-23T12:02:00.000Z', isDone: false, toTell: 2, reservations: [] });
  await openPage({ [READ]: { json: fresh }, [`DELETE ${PATH}`]: refusal(409, { message: 'Já estão avisadas.' }) });
  await expect.element(page.getByText(/^Ninguém foi avisado ainda/)).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer o cancelamento' }).click();
  await expectToast('error', 'Já estão avisadas.');
});

test('the page shows each choice, failed messages with their reason, and open choices first', async () => {
  const other = { id: crypto.randomUUID(), title: 'Gruta do Anjo', date: '2099-12-19T08:00:00.000Z' };
  const failed = { state: 'failed' as const, reason: 'A caixa de entrada da pessoa está cheia.' };
  await openPage({
    [READ]: {
      json: newProgress({
        reservations: [
          newCancelled({ email: failed }),
          newCancelled({ code: 'B2B2B2', outcome: 'refund', refund: 'due', isDefault: true }),
          newCancelled({ code: 'C3C3C3', outcome: 'credit', refund: 'paid', email: null }),
          newCancelled({ code: 'D4D4D4', outcome: 'moved', movedTo: other }),
          newCancelled({ code: 'E5E5E5', outcome: 'ended', receivedCents: 0 }),
        ],
      }),
    },
  });
  const open = page.getByRole('region', { name: 'Falta escolher' });
  await expect.element(open.getByText(`O e-mail não saiu: ${failed.reason}`)).toBeVisible();
  const resolved = page.getByRole('region', { name: 'Resolvidas' });
  for (const words of ['Reembolso pelo prazo – a devolver', 'Crédito', 'Outra saída', 'Cancelada, nada pago']) {
    await expect
      .element(resolved.getByText(words.replaceAll(' – ', '\u00a0– '), { exact: false }).first())
      .toBeVisible();
  }
  await expect.element(resolved.getByText('Sem e-mail no cadastro')).toBeVisible();
  await expect.element(resolved.getByText(/^Gruta do Anjo/)).toBeVisible();
  await expect.element(page.getByText('1 mensagem não saiu, 1 sem e-mail')).toBeVisible();
});

test('one tap writes to a payer who has not chosen, with their own link', async () => {
  const row = newCancelled();
  const url = 'https://passeio.example/escolher#q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
  const { calls } = await openPage({
    [READ]: { json: newProgress({ reservations: [row] }) },
    [`POST ${PATH}/reservations/${row.id}/link`]: { json: { url } },
    [`POST /api/reservations/${row.chat.id}/whatsapp-messages`]: {
      status: 201,
      json: {
        ...{ id: crypto.randomUUID(), reservationId: row.chat.id, templateKey: 'whatsAppChoice', participantId: null },
        ...{ phone: row.payer.contact, by: 'Rita', openedAt: '2026-11-23T12:00:00.000Z' },
      },
    },
  });
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await page.getByRole('button', { name: /^WhatsApp de Ana Prado/ }).click();
  // The browser kept it from opening: it stands there as a link.
  const link = page.getByRole('link', { name: /^WhatsApp de Ana Prado/ });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(encodeURIComponent(url)));
  expect(decodeURIComponent(String(opened.mock.calls[0]?.[0]))).toContain('escolha o que prefere');
  await vi.waitFor(() => expect(calls.some((call) => call.endsWith('/whatsapp-messages'))).toBe(true));
  opened.mockRestore();
});
