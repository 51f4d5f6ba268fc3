import type { APIRequestContext, Page } from '@playwright/test';
import type { ReservationDetails } from '../contract/src/reservations/reservations.ts';
import { expectNothingFound } from './support/axe.ts';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { payByApi } from './support/passengers.ts';
import { demoAccount } from './support/people.ts';
import { expectToast, expectToFit } from './support/screens.ts';
import { database, tokenOf } from './support/sessions.ts';

/** Two adults and a child, paid and contracted so long ago that withdrawing costs; the total is R$ 473,00. */
async function paidFamily(request: APIRequestContext, token: string): Promise<ReservationDetails> {
  const trip = await familyTrip(request, { cancellationTiers: [{ minHoursBefore: 0, penaltyPercent: 20 }] });
  const family = await reserveParty(request, token, trip, { Adulto: 2, Criança: 1 });
  await payByApi(request, await tokenOf(demoAccount('OPERATOR')), family, family.totalCents);
  const longAgo = `update reservations set accepted_at = now() - interval '10 days' where id = $1`;
  expect((await (await database()).query(longAgo, [family.id])).rowCount).toBe(1);
  return family;
}

const people = (page: Page) => page.getByRole('region', { name: 'Quem vai' }).getByRole('listitem');
const price = (page: Page) => page.getByRole('region', { name: 'Valores', exact: true });

test('one of a family gives up: what goes back and why, then the rest of the family and the refund', {
  tag: '@phone',
}, async ({ page, client, request }) => {
  const { code } = await paidFamily(request, client.token);
  await page.goto(`/minhasreservas/${code}`);
  await expect(people(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Cancelar reserva' }).click();
  const cancelling = page.getByRole('dialog', { name: /^(Cancelar|Tirar da) reserva$/ });
  await cancelling.getByLabel(/^Marina Alves de Souza/).uncheck();
  await cancelling.getByLabel(/^Pessoa 2 /).uncheck();
  await expect(cancelling.getByLabel(/^Pessoa 3 · R\$\s95,00$/)).toBeChecked();
  await expect(cancelling.getByText(/: multa de 20% sobre R\$\s95,00\.$/)).toBeVisible();
  await expect(cancelling.getByText('A vaga fica livre para outra pessoa.')).toBeVisible();
  await expect(cancelling.getByText(/^Até \d\d\/\d\d\/\d{4}, por Pix\.$/)).toBeVisible();
  await expectToFit(page);
  await cancelling.getByRole('button', { name: /^Tirar da reserva e receber R\$\s76,00$/ }).click();

  await expectToast(page, 'success', 'Pessoa 3 saiu da reserva.');
  await expect(page.getByRole('heading', { name: /^Reembolso de R\$\s76,00/ })).toContainText('Previsto até');
  await expect(people(page)).toHaveCount(2);
  await expect(price(page)).toContainText(/Multa.*R\$\s19,00Total\s?R\$\s397,00/);
  await expect(price(page)).toContainText(/A devolver\s?R\$\s76,00/);
  await expect(page.getByText('Quitada').first()).toBeVisible();
  await expectToFit(page);
  await expectNothingFound(page, '#conteudo');
});
