import type { APIRequestContext } from '@playwright/test';
import type { Trip } from '../contract/src/trips/trips.ts';
import { expectNothingFound } from './support/axe.ts';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { mailedCode } from './support/mails.ts';
import { bearer, newPerson, ownOrigin } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast, expectToFit } from './support/screens.ts';
import { insertPerson, tokenOf } from './support/sessions.ts';

/** A trip that a family of three has filled; `cancel` gives its places back. */
async function fullTrip(request: APIRequestContext): Promise<{ trip: Trip; cancel: () => Promise<void> }> {
  const family = newPerson();
  await insertPerson(family);
  const token = await tokenOf(family);
  const trip = await familyTrip(request, { capacity: 3 });
  const { id } = await reserveParty(request, token, trip, { Adulto: 2, Criança: 1 });
  return {
    trip,
    async cancel() {
      const headers = { ...bearer(token), origin: ownOrigin() };
      const response = await request.post(`/api/reservations/${id}/cancel`, { headers });
      expect(response.ok(), await response.text()).toBe(true);
    },
  };
}

test('a full trip takes a family in its list, and offers it the places of a cancelled reservation until the deposit is paid', {
  tag: '@phone',
}, async ({ page, client, request }) => {
  expect(client.token).not.toBe('');
  const { trip, cancel } = await fullTrip(request);
  await page.goto(`/portal/passeio/${trip.slug}`);
  const booking = page.getByRole('complementary', { name: 'Reserva' });
  await expect(booking.getByText('Esgotada', { exact: true })).toBeVisible();
  await booking.getByRole('button', { name: 'Mais um: Adulto', exact: true }).click();
  await booking.getByRole('button', { name: 'Mais um: Criança', exact: true }).click();
  await expect(booking.getByRole('status').filter({ hasText: 'Total' })).toContainText('473,00');
  await booking.getByRole('button', { name: 'Entrar na lista de espera' }).click();
  await expectToast(page, 'success', 'Pronto! Você é o 1º da lista de espera.');
  await expect(booking.getByText('1º da lista de espera', { exact: true })).toBeVisible();
  await expectToFit(page);
  await expectNothingFound(page, 'aside');
  // The confirm dialog comes with the first question.
  await booking.getByRole('button', { name: 'Sair da lista' }).click();
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();

  await cancel();
  await page.goto('/home');
  const offer = page.getByRole('region', { name: trip.title });
  await expect(offer.getByText('Saíram vagas para o seu grupo', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lista de espera' })).toHaveCount(0);
  await expectToFit(page);
  await offer.getByRole('link', { name: 'Pagar o sinal' }).click();
  await expect(page.getByText(/^Saíram vagas para o seu grupo: pague o sinal de/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pagar o sinal/ })).toBeVisible();
  await expectToFit(page);
});

test('a guest waits for places, and finds the offer by the link to their place in the line', {
  tag: '@phone',
}, async ({ page, request }) => {
  const { trip, cancel } = await fullTrip(request);
  const { name, contact, email } = newPerson();
  await page.goto(`/portal/passeio/${trip.slug}`);
  await page.getByRole('button', { name: 'Entrar na lista de espera' }).tap();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');
  await page.getByRole('link', { name: 'Continuar sem conta' }).tap();
  await page.getByLabel('Seu nome').fill(name);
  await page.getByLabel('WhatsApp').fill(contact.replace(/^\+55/, ''));
  await page.getByLabel('E-mail (opcional)').fill(email);
  await expectNoSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Entrar na lista de espera' }).tap();
  await expect(page.getByText('1º da lista de espera', { exact: true })).toBeVisible();
  await expect(page.getByText(/Sem confirmar, não chega nenhum aviso/)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  const code = await mailedCode(email);
  await page.getByLabel('Código', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirmar e-mail' }).tap();
  await expect(page.getByText(/^Quando sair lugar, avisamos em /)).toBeVisible();

  await cancel();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Saiu uma vaga para você' })).toBeVisible();
  await page.getByRole('button', { name: 'Ver a reserva e pagar' }).tap();
  await expect(page.getByRole('button', { name: /^Pagar o sinal/ })).toBeVisible();
  await expectNoSidewaysScrolling(page);
});
