import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { fares, newDetails, newParticipant, newPayer } from '~/test/reservations';
import { beOnPhone, expectNoSidewaysScrolling } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { holdUploads } from '~/test/uploads';
import * as reservationPage from './reservation';

const child = newParticipant(
  { name: 'Theo Prado', birthdate: '2016-02-01', age: 10, minor: 'under12', missing: ['minorStatement'] },
  fares.child,
);
const said = {
  name: 'Marina Alves de Souza',
  at: '2026-11-20T15:00:00.000Z',
  means: 'account',
  text: 'Sou responsável.',
} as const;

const section = page.getByRole('region', { name: 'Menores de 18 anos' });

async function open(details: ReservationDetails, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn();
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': { json: details },
    [`GET /api/reservations/${details.id}/timeline`]: { json: { data: [], hasEarlier: false } },
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

test('the payer says once that the minors may travel, with a tick and their name', async () => {
  await beOnPhone();
  const details = newDetails({ participants: [newPayer(), child], state: 'booked' });
  const path = `/api/reservations/${details.id}/minor-statement`;
  const { bodies } = await open(details, { [`PUT ${path}`]: { json: details } });
  const tick = section.getByRole('switch', { name: /^Sou mãe, pai ou responsável legal/ });
  await expect.element(section.getByLabelText('Seu nome completo')).toHaveValue('Marina Alves de Souza');
  await section.getByRole('button', { name: 'Declarar' }).click();
  await expect.element(section.getByText('Marque para declarar.')).toBeVisible();
  expect(bodies[`PUT ${path}`]).toBeUndefined();
  await tick.click();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
  await section.getByRole('button', { name: 'Declarar' }).click();
  await expectToast('success', 'Declaração registrada.');
  expect(bodies[`PUT ${path}`]).toEqual({ name: 'Marina Alves de Souza', version: '1' });
});

test('what was said stays readable', async () => {
  const complete = { ...child, missing: [] };
  await open({ ...newDetails({ participants: [newPayer(), complete], state: 'booked' }), minorStatement: said });
  await expect.element(section.getByText(/Declaração de Marina Alves de Souza em .+, na conta\./)).toBeVisible();
});

test('a reservation of adults asks for no statement', async () => {
  await open(newDetails({ participants: [newPayer()], state: 'booked' }));
  await expect.element(page.getByRole('region', { name: 'Quem vai' })).toBeVisible();
  await expect.element(section).not.toBeInTheDocument();
});

const alone = { ...child, missing: [], authorization: { hasFile: false, validUntil: null, isValid: false } };

test('the payer says that a child travels without parents, and attaches the signed authorisation with its day', async () => {
  await beOnPhone();
  const details = newDetails({ participants: [newPayer(), { ...child, missing: [] }], state: 'booked' });
  const after = { ...details, participants: [newPayer(), alone] };
  const path = `/api/reservations/${details.id}/participants/${child.id}/authorization`;
  const uploads = holdUploads();
  const { bodies } = await open(details, {
    [`PUT ${path}`]: { json: after },
    'GET /api/reservations/A3K7QX': [{ json: details }, { json: after }],
  });
  await section.getByRole('switch', { name: 'Theo Prado viaja sem mãe, pai ou responsável' }).click();
  await expect.element(section.getByText('Sem autorização de viagem')).toBeVisible();
  expect(bodies[`PUT ${path}`]).toEqual({ withoutParents: true });
  await expectNoSidewaysScrolling();
  await expectNothingFound();

  await section.getByRole('button', { name: 'Anexar assinada: autorização de Theo Prado' }).click();
  const dialog = page.getByRole('dialog', { name: 'Autorização de Theo Prado' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect.element(dialog.getByText('Escolha a foto ou o PDF da autorização assinada.')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no file can be chosen');
  await userEvent.upload(input, new File(['x'], 'nota.txt', { type: 'text/plain' }));
  await expect.element(dialog.getByText(/Envie uma foto/)).toBeVisible();
  await userEvent.upload(input, new File(['%PDF-1.4'], 'assinada.pdf', { type: 'application/pdf' }));
  await expect.element(dialog.getByText(/assinada\.pdf/)).toBeVisible();
  await dialog.getByLabelText('Válida até').fill('2027-03-31');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => uploads[0]?.path).toBe(`${path}/file`);
  uploads[0]?.answer(200, after);
  await expectToast('success', 'Autorização salva.');
  expect(bodies[`PUT ${path}`]).toEqual({ withoutParents: true, validUntil: '2027-03-31' });
  expect(uploads[0]?.body?.get('file')).toMatchObject({ name: 'assinada.pdf' });
});

test('an authorisation that is attached says until when, and one that ends before the return warns', async () => {
  const valid = { ...alone, authorization: { hasFile: true, validUntil: '2027-03-31', isValid: true } };
  const sister = {
    ...newParticipant({ name: 'Lia Prado', age: 12, minor: 'under16', missing: [] }, fares.child),
    authorization: { hasFile: true, validUntil: '2026-01-31', isValid: false },
  };
  await open(newDetails({ participants: [newPayer(), valid, sister], state: 'booked' }));
  await expect.element(section.getByText('Autorização anexada, válida até 31/03/2027')).toBeVisible();
  await expect.element(section.getByText('Sem autorização: a anexada vence antes da volta')).toBeVisible();
  await expect
    .element(section.getByRole('button', { name: 'Abrir: autorização de Theo Prado' }))
    .not.toBeInTheDocument();
});
