import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { fares, newDetails, newParticipant } from '~/test/reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as linked from './linked-reservation';

const TOKEN = 'b'.repeat(43);
const byLink = (name: string) => `POST /api/reservation-links/${name}`;

async function open(details: FakeResponse, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  const network = answerCalls({ [byLink('read')]: details, ...responses });
  window.location.hash = TOKEN;
  await renderRoute(linked, { at: '/reserva' });
  return network;
}

test('somebody without an account sees what to do, and nothing that needs one', async () => {
  await setWindow();
  const { calls, bodies, headers } = await open({ json: newDetails({ receivedCents: 20_000, state: 'booked' }) });
  await expect.element(page.getByRole('region', { name: 'Cânions de Furnas' })).toBeVisible();
  for (const name of [/Incluir pessoa/, /Mais ações/, /Pedir que/]) {
    await expect.element(page.getByRole('button', { name }).first()).not.toBeInTheDocument();
  }
  expect(new Set(calls)).toEqual(new Set([byLink('read'), byLink('cancellation')]));
  expect(bodies[byLink('read')]).toEqual({ token: TOKEN });
  expect(headers.some((sent) => sent.has('authorization'))).toBe(false);
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
});

test('data that are masked stay, and what is typed is sent with the link', async () => {
  const other = {
    ...newParticipant({ name: 'Ana P.' }, fares.adult),
    masked: { name: 'Ana P.', cpf: '•••725' },
  };
  const { bodies } = await open(
    { json: newDetails({ participants: [other] }) },
    { [byLink('participants')]: { json: {} }, [byLink('cancellation')]: refusal(409) },
  );
  await page.getByRole('button', { name: /Ana P\./ }).click();
  await expect.element(page.getByLabelText('Nome completo', { exact: true })).toHaveValue('');
  await expect.element(page.getByText(/Preencha só o que quiser corrigir/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Órgão emissor' }).fill('PC/MG');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectToast('success', 'Dados salvos.');
  expect(bodies[byLink('participants')]).toMatchObject({
    token: TOKEN,
    participantId: other.id,
    documentIssuer: 'PC/MG',
  });
  expect(bodies[byLink('participants')]).not.toHaveProperty('name');
});

test('an act with money asks for the last digits of the telephone, and again after wrong ones', async () => {
  const asks = (code: string, message: string) => refusal(409, { code, message });
  const { bodies } = await open(
    { json: newDetails({ state: 'booked', receivedCents: 20_000, cancellable: true }) },
    {
      [byLink('cancellation')]: {
        json: {
          ...{ contractedCents: 47_300, receivedCents: 20_000, penaltyCents: 0, refundCents: 20_000 },
          ...{ rule: 'Até 30 dias antes.', promisedFor: '2027-01-10' },
        },
      },
      [byLink('cancel')]: [
        asks('PHONE_DIGITS_NEEDED', 'Para sua segurança, digite os números.'),
        asks('PHONE_DIGITS_WRONG', 'Não são esses números.'),
        { json: {} },
      ],
    },
  );
  await page.getByRole('button', { name: 'Cancelar reserva' }).click();
  await page.getByRole('button', { name: /Cancelar e receber/ }).click();
  const digits = page.getByLabelText('4 últimos números do celular');
  await expect.element(page.getByText('Para sua segurança, digite os números.')).toBeVisible();
  await digits.fill('0000');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByText('Não são esses números.')).toBeVisible();
  await digits.fill('1234');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => bodies[byLink('cancel')]).toMatchObject({ phoneDigits: '1234', refundCents: 20_000 });
});

test('a link that is over says so', async () => {
  await open(refusal(404, { code: 'RESERVATION_LINK_OVER' }));
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

test('who has not signed in is told how to keep the reservation in an account', async () => {
  await open({ json: newDetails() });
  await expect
    .element(page.getByRole('link', { name: 'Entre' }))
    .toHaveAttribute('href', '/auth/login?returnUrl=%2Fhome');
  await expect.element(page.getByRole('button', { name: 'Guardar a reserva' })).not.toBeInTheDocument();
});

test('who has signed in keeps the reservation in their account by the digits of its telephone', async () => {
  followUserSlice();
  signIn();
  const adopt = byLink('adoption');
  const asks = refusal(409, { code: 'PHONE_DIGITS_NEEDED', message: 'Digite os 4 últimos números do celular.' });
  const { bodies } = await open({ json: newDetails() }, { [adopt]: [asks, { json: { code: 'AB12CD' } }] });
  await page.getByRole('button', { name: 'Guardar a reserva' }).click();
  await page.getByLabelText('4 últimos números do celular').fill('4321');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(bodies[adopt]).toEqual({ token: TOKEN, phoneDigits: '4321' });
});
