import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails } from '~/test/reservations';
import { beOnPhone, expectNoSidewaysScrolling } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as reservationPage from './reservation';

const first = { text: 'Contrato com <b>Ana</b>.\n\nTotal R$ 189,00.', shown: 'a'.repeat(64) };
const second = { text: 'Contrato novo com <b>Ana</b>.', shown: 'b'.repeat(64) };

test('the contract is read and ticked before it is accepted, and read again when it has changed', async () => {
  await beOnPhone();
  signIn();
  const before = newDetails({});
  const after = { ...before, contract: 'accepted' };
  const path = `/api/reservations/${before.id}/contract`;
  const accepted = { at: '2026-11-28T12:00:00.000Z', text: 'Aceito em 28/11/2026 às 09:00, pela conta.' };
  const { bodies } = answerCalls({
    'GET /api/reservations/A3K7QX': [{ json: { ...before, contract: 'pending' } }, { json: after }],
    [`GET /api/reservations/${before.id}/timeline`]: { json: { data: [], hasEarlier: false } },
    [`GET ${path}`]: [
      { json: { contract: { ...first, accepted: null } } },
      { json: { contract: { ...second, accepted } } },
    ],
    [`POST ${path}`]: [
      refusal(409, { code: 'CONTRACT_TO_ACCEPT', contract: second }),
      { json: { contract: { ...second, accepted } } },
    ],
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  const dialog = page.getByRole('dialog', { name: 'Contrato de viagem' });
  const submit = dialog.getByRole('button', { name: 'Aceitar contrato' });
  const tick = dialog.getByRole('checkbox', { name: 'Li e aceito o contrato de viagem.' });

  await page.getByRole('button', { name: 'Ler e aceitar' }).click();
  await expect.element(dialog.getByText(/^Contrato com <b>Ana<\/b>\./)).toBeVisible();
  await expectNothingFound('dialog[open]');
  await expectNoSidewaysScrolling();
  await submit.click();
  await expect.element(dialog.getByText('Marque acima para continuar.')).toBeVisible();
  expect(bodies[`POST ${path}`]).toBeUndefined();
  await tick.click();
  await submit.click();
  await expect.element(dialog.getByText('O contrato mudou agora há pouco. Leia de novo.')).toBeVisible();
  await expect.element(dialog.getByText('Contrato novo com <b>Ana</b>.')).toBeVisible();
  await expect.element(tick).not.toBeChecked();
  await tick.click();
  await submit.click();
  await expectToast('success', 'Contrato aceito.');
  expect(bodies[`POST ${path}`]).toEqual({ shown: second.shown });
  await expect.element(page.getByText(accepted.text)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Baixar contrato (PDF)' })).toBeVisible();
});
