import type { CancellationQuote } from '@passeio/contract/reservations/cancellation';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { newParticipant, newPayer, newReservation } from '~/test/reservations';
import { expectToast } from '~/test/toast';
import { CancellationDialog, RefundHint } from './cancel-reservation';

const ana = newParticipant({ name: 'Ana Lima' });
const reservation = newReservation({ state: 'booked', receivedCents: 17_900, participants: [newPayer(), ana] });
const QUOTE = `GET /api/reservations/${reservation.id}/cancellation`;
const CANCEL = `POST /api/reservations/${reservation.id}/cancel`;

function quoted(more: Partial<CancellationQuote> = {}): { json: CancellationQuote } {
  return {
    json: {
      contractedCents: 35_800,
      receivedCents: 17_900,
      penaltyCents: 7_160,
      refundCents: 10_740,
      rule: 'Faltam 12 dias: multa de 20% sobre R$ 358,00.',
      promisedFor: '2026-11-30',
      parts: [{ way: 'pix', amountCents: 10_740 }],
      occupancy: null,
      ...more,
    },
  };
}

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn();
  const onClose = vi.fn();
  const network = answerCalls(responses);
  await renderPage(<CancellationDialog reservation={reservation} onClose={onClose} />);
  return { ...network, onClose };
}
const values = page.getByRole('region', { name: 'Valores do cancelamento' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const confirm = button(/^Cancelar e receber R\$\s107,40$/);

test('what is given back, when and why stands there before it is confirmed by its number', async () => {
  const { bodies, onClose } = await open({ [QUOTE]: quoted(), [CANCEL]: { json: reservation } });
  await expect.element(values.getByText(/^Faltam 12 dias: multa de 20%/)).toBeVisible();
  const amounts = values
    .getByRole('definition')
    .elements()
    .map((one) => one.textContent?.replaceAll('\u00a0', ' '));
  expect(amounts).toEqual(['R$ 358,00', 'R$ 179,00', 'R$ 71,60', 'R$ 107,40']);
  await expect.element(values.getByText('Até 30/11/2026, por Pix.')).toBeVisible();
  await expectNothingFound('dialog[open]');
  await confirm.click();
  await expectToast('success', 'Reserva cancelada.');
  expect(bodies[CANCEL]).toEqual({ refundCents: 10_740 });
  expect(onClose).toHaveBeenCalled();
});

test('numbers that changed meanwhile take the place of the old ones, and are asked about again', async () => {
  const newer = quoted({ receivedCents: 20_000, refundCents: 12_840 });
  const { bodies, onClose } = await open({
    [QUOTE]: quoted(),
    [CANCEL]: [
      refusal(409, { code: 'QUOTE_CHANGED', message: 'O valor a devolver mudou.', quote: newer.json }),
      { json: reservation },
    ],
  });
  await confirm.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'O valor a devolver mudou.' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await button(/^Cancelar e receber R\$\s128,40$/).click();
  await expectToast('success', 'Reserva cancelada.');
  expect(bodies[CANCEL]).toEqual({ refundCents: 12_840 });
});

test('a payment that comes while the numbers are read changes them, and the new ones are confirmed', async () => {
  const newer = quoted({ receivedCents: 35_800, refundCents: 28_640 });
  const { bodies } = await open({ [QUOTE]: [quoted(), newer], [CANCEL]: { json: reservation } });
  await expect.element(confirm).toBeEnabled();
  await expect.element(button(/^Cancelar e receber R\$\s286,40$/), { timeout: 20_000 }).toBeEnabled();
  await expect.element(confirm).not.toBeInTheDocument();
  await button(/^Cancelar e receber R\$\s286,40$/).click();
  await expectToast('success', 'Reserva cancelada.');
  expect(bodies[CANCEL]).toEqual({ refundCents: 28_640 });
});

test('a reservation that ended elsewhere leaves no number to confirm', async () => {
  const message = 'Esta reserva não pode mais ser cancelada.';
  await open({ [QUOTE]: [quoted(), refusal(409, { code: 'RESERVATION_NOT_CANCELLABLE', message })] });
  await expect.element(confirm).toBeEnabled();
  await expect.element(values.getByRole('alert'), { timeout: 20_000 }).toHaveTextContent(`${message} Tentar de novo`);
  await expect.element(values.getByText('Multa')).not.toBeInTheDocument();
  await expect.element(button('Cancelar reserva')).toBeDisabled();
});

test('one person leaves, and nobody is no choice', async () => {
  const rest = {
    contractedCents: 18_900,
    receivedCents: 9_450,
    penaltyCents: 3_780,
    refundCents: 0,
    promisedFor: null,
  };
  const rule = 'Faltam 12 dias: multa de 20% sobre R$ 189,00.';
  const { bodies } = await open({ [QUOTE]: [quoted(), quoted({ ...rest, rule })], [CANCEL]: { json: reservation } });
  await expect.element(confirm).toBeEnabled();
  await expect.element(page.getByRole('dialog', { name: 'Cancelar reserva' })).toBeVisible();
  await page.getByLabelText(/^Marina Alves de Souza/).click();
  await expect.element(page.getByRole('dialog', { name: 'Tirar da reserva' })).toBeVisible();
  await expect.element(values.getByText(rule)).toBeVisible();
  await page.getByLabelText(/^Ana Lima/).click();
  await expect.element(page.getByText('Marque pelo menos uma pessoa.')).toBeVisible();
  await expect.element(button('Tirar da reserva')).toBeDisabled();
  await page.getByLabelText(/^Ana Lima/).click();
  await button('Tirar da reserva').click();
  await expectToast('success', 'Ana Lima saiu da reserva.');
  expect(bodies[CANCEL]).toEqual({ refundCents: 0, participants: [ana.id] });
});

test('without an answer there is nothing to confirm, until it is asked again', async () => {
  await open({
    [QUOTE]: ['lost', 'lost', quoted({ receivedCents: 0, penaltyCents: 7_160, refundCents: 0, promisedFor: null })],
  });
  await expect.element(button('Cancelar reserva')).toBeDisabled();
  await button('Tentar de novo').click();
  await expect.element(values.getByText('Nada foi pago: não há multa a cobrar nem valor a devolver.')).toBeVisible();
  await expect.element(button('Cancelar reserva')).toBeEnabled();
});

test('without a network nothing can be confirmed', async () => {
  await open({ [QUOTE]: quoted() });
  await expect.element(confirm).toBeEnabled();
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await expect.element(confirm).toBeDisabled();
  await expect.element(page.getByText(/^Você está sem internet/)).toBeVisible();
  network.mockRestore();
  window.dispatchEvent(new Event('online'));
  await expect.element(confirm).toBeEnabled();
});

function PaidLater() {
  const [receivedCents, setReceived] = useState(17_900);
  return (
    <>
      <button type="button" onClick={() => setReceived(35_800)}>
        Chegou o pagamento
      </button>
      <RefundHint reservation={{ ...reservation, receivedCents }} />
    </>
  );
}

test('the hint beside the button says what would go back of a payment that has just come', async () => {
  signIn();
  answerCalls({ [QUOTE]: [quoted(), quoted({ receivedCents: 35_800, refundCents: 28_640 })] });
  await renderPage(<PaidLater />);
  await expect.element(page.getByText(/você recebe R\$\s107,40 até 30\/11\/2026/)).toBeVisible();
  await button('Chegou o pagamento').click();
  await expect.element(page.getByText(/você recebe R\$\s286,40 até 30\/11\/2026/)).toBeVisible();
});
