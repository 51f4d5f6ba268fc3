import type { Passenger } from '@passeio/contract/boarding/passengers';
import type { LedgerEntry, Receipt } from '@passeio/contract/payments/payments';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { samplePassenger, sampleTrip } from '~/features/reservations/passengers/passenger.sample';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { newDetails, newReceipt } from '~/test/reservations';
import { newItem, timelineOf } from '~/test/timelines';
import { expectToast } from '~/test/toast';
import { PassengerActions } from './passenger-actions';
import type { Task } from './task';
import { TaskDialog } from './task-dialog';

const payer = {
  id: crypto.randomUUID(),
  name: 'Cleusa Maria Prado',
  contact: '+5535988887777',
  email: null,
  hasAccount: false,
};
const guest = samplePassenger({ name: payer.name, payer });

/** What a row of the passenger list leads to. */
function Row({ passenger }: { passenger: Passenger }) {
  const [task, setTask] = useState<Task>();
  return (
    <>
      <PassengerActions passenger={passenger} onTask={setTask} />
      {task && (
        <TaskDialog
          task={task}
          trip={sampleTrip}
          onClose={() => setTask(undefined)}
          onDone={() => setTask(undefined)}
        />
      )}
    </>
  );
}

async function choose(entry: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações: ${payer.name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('somebody without an account gets a link by WhatsApp, which can be taken back', async () => {
  signIn('OPERATOR');
  const invitation = `/api/users/${payer.id}/invitation`;
  const link = 'http://localhost:3000/auth/invitation?token=abc';
  const { calls } = answerCalls({
    [`POST ${invitation}`]: { json: { link, expiresAt: '2099-12-01T12:00:00.000Z' } },
    [`DELETE ${invitation}`]: { json: {} },
  });
  await renderPage(<Row passenger={guest} />);
  await choose('Convidar para criar a conta');
  await page.getByRole('button', { name: 'Criar convite' }).click();

  const send = page.getByRole('link', { name: 'Enviar convite pelo WhatsApp' });
  await expect.element(send).toBeVisible();
  const address = new URL(send.element().getAttribute('href') ?? '');
  expect(address.href).toContain('5535988887777');
  expect(address.searchParams.get('text')).toContain('Olá, Cleusa!');
  expect(address.searchParams.get('text')).toContain(link);

  await page.getByRole('button', { name: 'Cancelar convite' }).click();
  await expectToast('success', 'Convite cancelado: o link não vale mais.');
  await expect.element(page.getByRole('button', { name: 'Criar convite' })).toBeVisible();
  expect(calls).toEqual([`POST ${invitation}`, `DELETE ${invitation}`]);
});

test('an invitation is not offered to somebody who has an account', async () => {
  await renderPage(<Row passenger={{ ...guest, payer: { ...payer, hasAccount: true } }} />);
  await page.getByRole('button', { name: `Mais ações: ${payer.name}` }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Dados da pessoa' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Convidar para criar a conta' })).not.toBeInTheDocument();
});

test('an expired reservation is reinstated only while its trip is ahead', async () => {
  const expired = { ...guest.reservation, state: 'expired' as const, cancellable: false };
  const rendered = await renderPage(<Row passenger={{ ...guest, reservation: { ...expired, reinstatable: true } }} />);
  await page.getByRole('button', { name: `Mais ações: ${payer.name}` }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Reativar a reserva' })).toBeVisible();
  await rendered.unmount();
  await renderPage(<Row passenger={{ ...guest, reservation: { ...expired, reinstatable: false } }} />);
  await page.getByRole('button', { name: `Mais ações: ${payer.name}` }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Histórico de pagamentos' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Reativar a reserva' })).not.toBeInTheDocument();
});

function newEntry(more: Partial<LedgerEntry> = {}): LedgerEntry {
  const when = '2026-11-02T12:00:00.000Z';
  return {
    ...{ id: crypto.randomUUID(), kind: 'deposit', direction: 'in', method: 'pix', amountCents: 8_670, note: '' },
    ...{ payerName: '', endToEndId: null, reversedBy: null },
    ...{ occurredAt: when, recordedAt: when, recordedVia: 'person', recordedBy: 'Rita' },
    ...more,
  };
}

const ledgerOf = (...data: LedgerEntry[]) => ({
  json: { data, receipts: [] as Receipt[], page: { number: 1, size: 20, total: data.length } },
});
const details = newDetails({ id: guest.reservation.id });
const LEDGER = `GET /api/reservations/${guest.reservation.id}/payments`;

test('a history of payments that does not come says so, and comes when it is tried again', async () => {
  signIn('OPERATOR');
  answerCalls({ [LEDGER]: ['lost', 'lost', ledgerOf(newEntry())] });
  await renderPage(<Row passenger={guest} />);
  await choose('Histórico de pagamentos');
  await expect.element(page.getByText('Não foi possível carregar o histórico.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('R$ 86,70')).toBeVisible();
});

test('the menu leads to what happened to the reservation', async () => {
  signIn('OPERATOR');
  answerCalls({ [`GET /api/reservations/${guest.reservation.id}/timeline`]: timelineOf([newItem()]) });
  await renderPage(<Row passenger={guest} />);
  await choose('Histórico da reserva');
  await expect.element(page.getByText('Você reservou para 3 pessoas')).toBeVisible();
});

test('the history has every receipt: what waits leads to its review, others can be fetched', async () => {
  signIn('OPERATOR');
  const reason = 'A imagem está ilegível.';
  const waiting = newReceipt({ createdAt: '2026-11-20T15:00:00.000Z' });
  const refused = newReceipt({ state: 'rejected', reason, createdAt: '2026-11-19T15:00:00.000Z' });
  const gone = newReceipt({ state: 'accepted', hasFile: false, createdAt: '2026-11-18T15:00:00.000Z' });
  const { json } = ledgerOf();
  const file = `GET /api/payments/receipts/${refused.id}/file`;
  const { calls } = answerCalls({
    [LEDGER]: { json: { ...json, receipts: [waiting, refused, gone] } },
    [file]: { text: 'a picture' },
  });
  await renderPage(<Row passenger={guest} />);
  await choose('Histórico de pagamentos');
  const items = page.getByRole('region', { name: 'Comprovantes' }).getByRole('listitem');
  await expect.element(items.nth(1).getByText('Enviado em 19/11/2026, 12:00 · A imagem está ilegível.')).toBeVisible();
  await items.nth(1).getByRole('button', { name: 'Baixar o comprovante de 19/11/2026, 12:00' }).click();
  await expect.poll(() => calls).toContain(file);
  await expect.element(items.nth(2).getByText('arquivo já apagado', { exact: false })).toBeVisible();
  await expect.element(items.nth(2).getByRole('button')).not.toBeInTheDocument();
  await items.first().getByRole('link', { name: 'Conferir' }).click();
  await expect
    .element(page.getByRole('heading', { name: `/admin/pagamentos?comprovante=${waiting.id}` }))
    .toBeVisible();
});

test('the history says who recorded an entry, and a wrong one is reversed with a reason', async () => {
  signIn('OPERATOR');
  const [wrong, automatic] = [
    newEntry(),
    newEntry({ recordedVia: 'provider', recordedBy: '', payerName: 'Rui' }),
  ] as const;
  const path = `POST /api/reservations/${guest.reservation.id}/payments/${wrong.id}/reversal`;
  const opposite = newEntry({ kind: 'reversal_out', direction: 'out', note: 'Valor de outra reserva' });
  const { bodies } = answerCalls({
    [LEDGER]: [ledgerOf(wrong, automatic), ledgerOf({ ...wrong, reversedBy: opposite.id }, automatic, opposite)],
    [path]: { status: 201, json: details },
  });
  await renderPage(<Row passenger={guest} />);
  await choose('Histórico de pagamentos');
  await expect.element(page.getByText('Pix automático · de Rui', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Estornar lançamento: Sinal de R$ 86,70' }).first().click();
  await page.getByLabelText('Motivo').fill('Valor de outra reserva');
  await page.getByRole('button', { name: 'Estornar', exact: true }).click();
  await expectToast('success', 'Lançamento estornado.');
  expect(bodies[path]).toEqual({ reason: 'Valor de outra reserva' });
  await expect.element(page.getByText('Estornado')).toBeVisible();
});

test('a payment can name its day and its Pix; one that is recorded already is refused at its field', async () => {
  signIn('OPERATOR');
  const path = `POST /api/reservations/${guest.reservation.id}/payments`;
  const message = 'Este Pix já está lançado.';
  const { bodies } = answerCalls({ [path]: refusal(409, { code: 'END_TO_END_ID_USED', message }) });
  await renderPage(<Row passenger={guest} />);
  await choose('Registrar pagamento');
  await page.getByLabelText('Valor recebido').fill('86,70');
  await page.getByLabelText('Identificador do Pix').fill('E0000000020261120120000000000001');
  await page.getByLabelText('Dia do pagamento').fill('02/11/2025');
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar pagamento' }).click();
  await expect.element(page.getByRole('dialog').getByText(message).first()).toBeVisible();
  expect(bodies[path]).toMatchObject({
    ...{ amountCents: 8_670, endToEndId: 'E0000000020261120120000000000001', occurredAt: '2025-11-02T15:00:00.000Z' },
  });
});

test('a payment in cash is not looked up in the account', async () => {
  signIn('OPERATOR');
  await renderPage(<Row passenger={guest} />);
  await choose('Registrar pagamento');
  const hint = page.getByText(/ver o valor na conta/);
  await expect.element(hint).toBeVisible();
  await page.getByLabelText('Como foi pago').selectOptions('Dinheiro');
  await expect.element(hint).not.toBeInTheDocument();
  await expect.element(page.getByText('Confirme só depois de receber e contar o dinheiro.')).toBeVisible();
});

const LINK = `POST /api/reservations/${guest.reservation.id}/participants`;
const ana = samplePassenger({
  ...{ isPayer: false, number: 2, name: 'Ana Lima', contact: '+5535977665544' },
  missing: ['documentNumber'],
});
const sent = async () => {
  const link = page.getByRole('link', { name: 'Enviar pelo WhatsApp' });
  await expect.element(link).toBeVisible();
  const { pathname, searchParams } = new URL(link.element().getAttribute('href') ?? '');
  return { to: pathname, text: searchParams.get('text') };
};
const ask = async (name: string) => {
  await page.getByRole('button', { name: `Mais ações: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Pedir os dados que faltam' }).click();
};

test('a passenger who lacks data gets a link of their own by WhatsApp; one that they have is replaced only after a question', async () => {
  signIn('OPERATOR');
  const path = `${LINK}/${ana.id}/link`;
  const url = 'http://localhost:3000/participante#novo';
  const { calls } = answerCalls({ [path]: { status: 201, json: { url } } });
  const links = () => calls.filter((call) => call === path).length;
  const rendered = await renderPage(<Row passenger={ana} />);
  await ask('Ana Lima');
  expect(await sent()).toMatchObject({ to: '/5535977665544' });
  expect((await sent()).text).toContain(`ainda falta: documento.\n\nComplete por aqui: ${url}`);
  expect(links()).toBe(1);
  await rendered.unmount();

  await renderPage(<Row passenger={{ ...ana, hasLink: true }} />);
  await ask('Ana Lima');
  await expect
    .element(page.getByText('Se você criar outro, o de antes não abre mais.', { exact: false }))
    .toBeVisible();
  expect(links()).toBe(1);
  await page.getByRole('button', { name: 'Criar outro link' }).click();
  expect((await sent()).text).toContain(url);
  expect(links()).toBe(2);
});

test('the payer is led to the reservation, without a link that could end another', async () => {
  signIn('OPERATOR');
  const { calls } = answerCalls({});
  await renderPage(<Row passenger={samplePassenger({ missing: ['birthdate'] })} />);
  await ask('Maria Souza');
  expect((await sent()).text).toMatch(/ainda falta: nascimento\.\n\nComplete por aqui: \S+\/minhasreservas\/34679A/);
  expect(calls).toEqual([]);
});

test('nobody is asked for data that nobody lacks', async () => {
  await renderPage(<Row passenger={samplePassenger()} />);
  await page.getByRole('button', { name: 'Mais ações: Maria Souza' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Dados da pessoa' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Pedir os dados que faltam' })).not.toBeInTheDocument();
});

test('the e-mails about a reservation are shown with what became of them', async () => {
  signIn('OPERATOR');
  const path = `GET /api/reservations/${guest.reservation.id}/messages`;
  const email = {
    ...{ id: crypto.randomUUID(), to: 'cleusa@exemplo.com.br', subject: 'Recebemos a sua reserva', state: 'failed' },
    ...{ createdAt: '2026-11-20T12:00:00.000Z', settledAt: '2026-11-21T15:00:00.000Z' },
  };
  const retry = `POST /api/reservations/${guest.reservation.id}/messages/${email.id}/retry`;
  const queued = { ...email, state: 'queued', settledAt: null };
  const whatsApp: object[] = [];
  answerCalls({
    [path]: ['lost', 'lost', { json: { data: [email], whatsApp } }, { json: { data: [queued], whatsApp } }],
    [retry]: { json: { data: [queued], whatsApp } },
  });
  await renderPage(<Row passenger={guest} />);
  await choose('Mensagens');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  for (const words of ['Recebemos a sua reserva', 'não saiu', /cleusa@exemplo\.com\.br/]) {
    await expect.element(page.getByText(words)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Enviar de novo: Recebemos a sua reserva' }).click();
  await expectToast('success', 'Mensagem de volta na fila de envio.');
  await expect.element(page.getByText('na fila', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Enviar de novo/ })).not.toBeInTheDocument();
});
