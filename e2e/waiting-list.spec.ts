import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Trip } from '../contract/src/trips.ts';
import { expectNothingFound } from './axe.ts';
import { payInBank } from './bank.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { bearer, demoAccount, newPerson, ownOrigin } from './people.ts';
import { expectToast, expectToFit } from './screens.ts';
import { beSignedIn, insertPerson, tokenOf } from './sessions.ts';
import { shoot } from './shoot.ts';

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

async function expectSound(page: Page, name: string): Promise<void> {
  await expectToFit(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, name);
}

/** What staff sees of the list, in a browser of their own of the same size. */
async function lookAsStaff(browser: Browser, page: Page, trip: Trip): Promise<void> {
  const context = await browser.newContext({ baseURL: ownOrigin(), viewport: page.viewportSize() });
  await beSignedIn(context, demoAccount('OPERATOR'));
  const desk = await context.newPage();
  await desk.goto(`/admin/passeios/${trip.id}/espera`);
  await expect(desk.getByText(/^3 vagas · R\$\s473,00 esperando$/)).toBeVisible();
  await expectSound(desk, 'lista-de-espera-da-equipe');
  await desk.getByRole('link', { name: 'Aumentar lotação' }).click();
  await desk.getByLabel('Vagas', { exact: true }).fill('6');
  await expect(desk.getByText(/^Ao salvar, oferecemos vagas a 1 pessoa da lista de espera/)).toBeVisible();
  await expectSound(desk, 'lotacao-com-quem-entra');
  await context.close();
}

test('a full trip takes a family in its list, offers it the places of who cancels, and the deposit confirms them', {
  tag: '@phone',
}, async ({ page, client, request, browser }) => {
  expect(client.token).not.toBe('');
  const { trip, cancel } = await fullTrip(request);
  await page.goto(`/portal/passeio/${trip.slug}`);
  const booking = page.getByRole('complementary', { name: 'Reserva' });
  await expect(booking.getByText('Esgotada', { exact: true })).toBeVisible();
  await booking.getByRole('button', { name: 'Mais um: Adulto', exact: true }).click();
  await booking.getByRole('button', { name: 'Mais um: Criança', exact: true }).click();
  await expect(booking.getByRole('status').filter({ hasText: 'Total' })).toContainText('473,00');
  await expectSound(page, 'passeio-esgotado');
  await booking.getByRole('button', { name: 'Entrar na lista de espera' }).click();
  await expectToast(page, 'success', 'Pronto! Você é o 1º da lista de espera.');
  await expect(booking.getByText('1º da lista de espera', { exact: true })).toBeVisible();
  await expectSound(page, 'passeio-na-lista-de-espera');
  // The confirm dialog comes with the first question.
  await booking.getByRole('button', { name: 'Sair da lista' }).click();
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();

  await page.goto('/home');
  const waiting = page.getByRole('region', { name: 'Lista de espera' });
  await expect(waiting.getByText('Lista de espera: 1º')).toBeVisible();
  await expectSound(page, 'inicio-na-lista-de-espera');
  await page.goto('/minhasreservas');
  await expect(waiting.getByText('3 pessoas')).toBeVisible();
  await expectSound(page, 'minhas-reservas-na-lista-de-espera');
  await lookAsStaff(browser, page, trip);

  await cancel();
  await page.goto('/home');
  const offer = page.getByRole('region', { name: trip.title });
  await expect(offer.getByText('Saíram vagas para o seu grupo', { exact: true })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expectSound(page, 'inicio-com-vagas-oferecidas');
  await offer.getByRole('link', { name: 'Pagar o sinal' }).click();
  await expect(page.getByText(/^Saíram vagas para o seu grupo: pague o sinal de/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deixar para a próxima pessoa' })).toBeVisible();
  await expectSound(page, 'reserva-com-vagas-oferecidas');
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
});
