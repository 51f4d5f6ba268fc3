import { type ReceiptToReview, rejectionPresets } from '@passeio/contract/payments/payments';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '~/features/session/queries';
import { expectNothingFound } from '~/test/axe';
import { newChat } from '~/test/chats';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as receipts from './receipts';

const LIST = 'GET /api/payments/receipts';
const TO_DO = { 'GET /api/payments/to-do': { json: { receipts: 0, refunds: 0, unmatched: 0 } } };
const PIXEL = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
const codes = ['K7M2QX', 'A3K7QX', '34679A'];

function newReceipt(at: number, more: Partial<ReceiptToReview> = {}): ReceiptToReview {
  const reservation: ReceiptToReview['reservation'] = {
    ...{ id: crypto.randomUUID(), code: codes[at] ?? '', payer: ['Ana Prado', 'Bento Lima', 'Caio Reis'][at] ?? '' },
    ...{
      chat: newChat({ status: 'receipt_review' }),
      totalCents: 28_900,
      depositCents: 8_670,
      receivedCents: 0,
      dueCents: 28_900,
    },
    holdExpiresAt: '2099-12-01T12:00:00.000Z',
  };
  return {
    ...{ id: crypto.randomUUID(), state: 'submitted', reason: '', contentType: 'image/webp', hasFile: true },
    ...{ createdAt: '2026-11-20T12:00:00.000Z', reviewedAt: null, expectedCents: 8_670, txid: 'PASSEIO123' },
    ...{ reservation, received: [], sameFile: [] },
    trip: { id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z' },
    ...more,
  };
}

const listOf = (...data: ReceiptToReview[]) => ({ json: { data, page: { number: 1, size: 50, total: data.length } } });

/** The page with these receipts; the list in turn, as staff reviews them. */
async function openReceipts(
  all: ReceiptToReview[],
  responses: Record<string, FakeResponse | FakeResponse[]>,
  lists = [listOf(...all)],
) {
  signIn('OPERATOR');
  // The browser decodes no WebP of one pixel; whatever its load says, the picture has been shown.
  const files = all.map(({ id }): [string, FakeResponse] => [`GET /api/payments/receipts/${id}/file`, { text: PIXEL }]);
  const network = answerCalls({ [LIST]: lists, ...Object.fromEntries(files), ...TO_DO, ...responses });
  await renderRoute(receipts, { at: '/admin/pagamentos' });
  return network;
}

const heading = (receipt?: ReceiptToReview) =>
  page.getByRole('heading', { name: `${receipt?.reservation.payer} · ${receipt?.reservation.code}` });
const pictureLoaded = () => expect.element(page.getByRole('img', { name: 'Comprovante enviado' })).toBeInTheDocument();
const decision = (receipt: ReceiptToReview | undefined, what: 'approval' | 'rejection') =>
  `POST /api/payments/receipts/${receipt?.id}/${what}`;

/** Presses a key until it has had its effect: it waits until the picture is on the screen. */
async function press(key: string, effect: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      if (!effect()) await userEvent.keyboard(key);
      return effect();
    })
    .toBe(true);
}

test('staff reviews a whole queue by keyboard: A approves, R refuses, the next one gets the focus', async () => {
  const [one, two] = [newReceipt(0), newReceipt(1)] as const;
  const { calls, bodies } = await openReceipts(
    [one, two],
    { [decision(one, 'approval')]: { json: one }, [decision(two, 'rejection')]: { json: two } },
    [listOf(one, two), listOf(two), listOf()],
  );
  await expect.element(heading(one)).toBeVisible();
  await pictureLoaded();
  await press('a', () => calls.includes(decision(one, 'approval')));
  await expectToast('success', 'R$\u00a086,70 lançados na reserva K7M2QX.');
  expect(bodies[decision(one, 'approval')]).toEqual({ amountCents: 8_670 });

  await expect.element(heading(two)).toHaveFocus();
  await pictureLoaded();
  await press('r', () => document.querySelector('dialog:modal') !== null);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Nada para conferir' })).toBeVisible();
  expect(bodies[decision(two, 'rejection')]).toEqual({ reason: rejectionPresets[1] });
});

test('keys only type in a field; another amount than expected is asked about once', async () => {
  const one = newReceipt(0);
  const { calls, bodies } = await openReceipts([one], { [decision(one, 'approval')]: { json: one } }, [
    listOf(one),
    listOf(),
  ]);
  const amount = page.getByLabelText('Valor que entrou na conta');
  await expect.element(amount).toHaveValue('86,70');
  await page.getByLabelText('Identificador do Pix').click();
  await userEvent.keyboard('ar');
  expect(calls).not.toContain(decision(one, 'approval'));
  await expect.element(page.getByLabelText('Identificador do Pix')).toHaveValue('ar');
  await page.getByLabelText('Identificador do Pix').fill('');
  await amount.fill('50');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Lançar R$ 50,00?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(calls).not.toContain(decision(one, 'approval'));
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'R$\u00a050,00 lançados na reserva K7M2QX.');
  expect(bodies[decision(one, 'approval')]).toEqual({ amountCents: 5_000 });
});

test('a receipt that a colleague has reviewed meanwhile says so, and the next one follows', async () => {
  const [one, two] = [newReceipt(0), newReceipt(1)] as const;
  await openReceipts([one, two], { [decision(one, 'approval')]: refusal(409, { code: 'RECEIPT_REVIEWED' }) }, [
    listOf(one, two),
    listOf(two),
  ]);
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await expectToast('info', 'Outra pessoa já conferiu este comprovante.');
  await expect.element(heading(two)).toHaveFocus();
});

test('a Pix that is in the ledger already is pointed out at its field', async () => {
  const one = newReceipt(0);
  const message = 'Este Pix já está lançado.';
  await openReceipts([one], { [decision(one, 'approval')]: refusal(409, { code: 'END_TO_END_ID_USED', message }) });
  await page.getByLabelText('Identificador do Pix').fill('E0000000020261120120000000000001');
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(heading(one)).toBeVisible();
});

test("a receipt shows where the same file was used, earlier entries, and the payer's contact", async () => {
  const tripId = crypto.randomUUID();
  const entry: ReceiptToReview['received'][number] = {
    ...{ id: crypto.randomUUID(), kind: 'deposit', direction: 'in', amountCents: 4_000, payerName: 'Rui' },
    ...{ occurredAt: '2026-11-02T12:00:00.000Z', endToEndId: null },
  };
  const used = { reservationId: crypto.randomUUID(), tripId, code: '34679A' };
  await openReceipts([newReceipt(0, { sameFile: [used], received: [entry] })], {});
  await expect.element(page.getByText('Este comprovante já foi usado na reserva 34679A')).toBeVisible();
  const link = page.getByRole('alert').getByRole('link', { name: '34679A' });
  await expect.element(link).toHaveAttribute('href', `/admin/reservas/${used.reservationId}`);
  await expect.element(page.getByText('Sinal de R$ 40,00 em 02/11/2026, de Rui')).toBeVisible();
  expect(
    page
      .getByRole('link', { name: 'WhatsApp de Ana Prado: comprovante em conferência' })
      .element()
      .getAttribute('href'),
  ).toContain('5535988887777');
  await expectNothingFound();
  await expectToFit();
});

test('a PDF can be opened or saved, and is not shown on the page', async () => {
  await openReceipts([newReceipt(0, { contentType: 'application/pdf' })], {});
  const save = page.getByRole('link', { name: 'Baixar PDF' });
  await expect.element(save).toHaveAttribute('download', 'comprovante-K7M2QX.pdf');
  await expect.element(page.getByRole('link', { name: 'Abrir PDF' })).toHaveAttribute('target', '_blank');
});

test('the file is fetched with the token, and released when another receipt is chosen', async () => {
  const [one, two] = [newReceipt(0), newReceipt(1)] as const;
  const freed = vi.spyOn(URL, 'revokeObjectURL');
  const { calls, headers } = await openReceipts([one, two], {});
  await pictureLoaded();
  const at = calls.indexOf(`GET /api/payments/receipts/${one.id}/file`);
  expect(headers[at]?.get('authorization')).toMatch(/^Bearer /);
  const address = page.getByRole('img', { name: 'Comprovante enviado' }).element().getAttribute('src');
  // A list that is not fresh any more is not loaded anew by the choice, either.
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await page.getByRole('link', { name: /Bento Lima/ }).click();
  await expect.element(heading(two)).toHaveFocus();
  expect(freed).toHaveBeenCalledWith(address);
  expect(calls.filter((call) => call === LIST)).toHaveLength(1);
});

test('a failed picture says so, and loads on a retry', async () => {
  const one = newReceipt(0);
  await openReceipts([one], { [`GET /api/payments/receipts/${one.id}/file`]: ['lost', { text: PIXEL }] });
  await expect.element(page.getByText('Não foi possível carregar o comprovante.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await pictureLoaded();
});

test('a phone shows the queue first, then one at a time', async () => {
  await page.viewport(360, 740);
  const [one, two] = [newReceipt(0), newReceipt(1)] as const;
  await openReceipts([one, two], {});
  const reservation = page.getByRole('link', { name: one.reservation.code, exact: true });
  await expect.element(reservation).toHaveAttribute('href', `/admin/reservas/${one.reservation.id}`);
  await page.getByRole('link', { name: /Bento Lima/ }).click();
  await expect.element(heading(two)).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Fila de comprovantes' })).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Voltar à fila' }).click();
  await expect.element(page.getByRole('link', { name: /Ana Prado/ })).toBeVisible();
  await page.viewport(1280, 800);
});

test('a receipt whose code the bank has reported as paid is accepted without recording it twice', async () => {
  const one = newReceipt(0);
  const doubt = 'O banco já informou R$\u00a086,60 deste código, em 20/11/2026.';
  const { bodies } = await openReceipts(
    [one],
    {
      [decision(one, 'approval')]: [
        refusal(409, { code: 'DELIBERATE_CHOICE_NEEDED', fields: { isOther: doubt } }),
        { json: one },
      ],
    },
    [listOf(one), listOf()],
  );
  await expect.element(heading(one)).toBeVisible();
  await pictureLoaded();
  await page.getByRole('button', { name: /^Aprovar/ }).click();
  await expect.element(page.getByRole('alert').getByText(doubt)).toBeVisible();
  await expectNothingFound('body');
  await page.getByLabelText('É o mesmo pagamento: aceitar sem lançar de novo').click();
  await page.getByRole('button', { name: /^Aprovar/ }).click();
  await expectToast('success', 'Comprovante da reserva K7M2QX aceito: o valor já estava lançado.');
  expect(bodies[decision(one, 'approval')]).toEqual({ amountCents: 8_670, isOther: false });
});
