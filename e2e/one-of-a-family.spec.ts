import type { APIRequestContext, Page } from '@playwright/test';
import type { ReservationDetails } from '../contract/src/reservations.ts';
import type { Trip } from '../contract/src/trips.ts';
import { expectNothingFound } from './axe.ts';
import { bornOn, familyTrip, reserveParty, typed } from './families.ts';
import { expect, test } from './fixtures.ts';
import { payByApi } from './passengers.ts';
import { demoAccount } from './people.ts';
import { expectNoSidewaysScrolling, expectToast, refused } from './screens.ts';
import { database, tokenOf } from './sessions.ts';
import { shoot } from './shoot.ts';
import { changeTripByApi } from './trips.ts';

const HOUR_MS = 3_600_000;

/** Two adults and a child, paid and contracted so long ago that withdrawing costs; the total is R$ 473,00. */
async function paidFamily(request: APIRequestContext, token: string): Promise<ReservationDetails> {
  const trip = await familyTrip(request, { cancellationTiers: [{ minHoursBefore: 0, penaltyPercent: 20 }] });
  const family = await reserveParty(request, token, trip, { Adulto: 2, Criança: 1 });
  await payByApi(request, await tokenOf(demoAccount('OPERATOR')), family, family.totalCents);
  const longAgo = `update reservations set accepted_at = now() - interval '10 days' where id = $1`;
  expect((await (await database()).query(longAgo, [family.id])).rowCount).toBe(1);
  return family;
}

/** Staff has the trip depart within the hours in which passengers stay who they are; as a draft no other test meets it. */
async function departSoon(request: APIRequestContext, { id }: Trip): Promise<void> {
  const [date, returnDate] = [30, 40].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString());
  const changed = { date, returnDate, isActive: false, notice: { tell: false } };
  await changeTripByApi(request, await tokenOf(demoAccount('OPERATOR')), id, changed);
}

const people = (page: Page) => page.getByRole('region', { name: 'Quem vai' }).getByRole('listitem');
const price = (page: Page) => page.getByRole('region', { name: 'Valores', exact: true });

async function expectSound(page: Page, place: string, name: string): Promise<void> {
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, place);
  await shoot(page, name, { fullPage: place === '#conteudo' });
}

test('one of a family gives up: what goes back and why, then the rest of the family and the refund', {
  tag: '@both',
}, async ({ page, client, request }) => {
  const { code } = await paidFamily(request, client.token);
  await page.goto(`/minhasreservas/${code}`);
  await expect(people(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Cancelar reserva' }).click();
  const cancelling = page.getByRole('dialog', { name: 'Cancelar reserva' });
  await cancelling.getByLabel(/^Marina Alves de Souza/).uncheck();
  await cancelling.getByLabel(/^Pessoa 2 /).uncheck();
  await expect(cancelling.getByLabel(/^Pessoa 3 · R\$\s95,00$/)).toBeChecked();
  await expect(cancelling.getByText(/: multa de 20% sobre R\$\s95,00\.$/)).toBeVisible();
  await expect(cancelling.getByText('A vaga fica livre para outra pessoa.')).toBeVisible();
  await expect(cancelling.getByText(/^Até \d\d\/\d\d\/\d{4}, por Pix, para quem pagou\.$/)).toBeVisible();
  await expectSound(page, 'dialog[open]', 'reserva-uma-pessoa-desiste');
  await cancelling.getByRole('button', { name: /^Confirmar e receber R\$\s76,00$/ }).click();

  await expectToast(page, 'success', 'Pessoa 3 saiu da reserva.');
  await expect(page.getByRole('heading', { name: /^Reembolso de R\$\s76,00/ })).toContainText('Previsto até');
  await expect(people(page)).toHaveCount(2);
  await expect(price(page)).toContainText(/Multa.*R\$\s19,00Total\s?R\$\s397,00/);
  await expect(price(page)).toContainText(/A devolver\s?R\$\s76,00/);
  await expect(page.getByText('Quitada').first()).toBeVisible();
  await expectSound(page, '#conteudo', 'reserva-sem-uma-pessoa');
});

test('a passenger is replaced by somebody of another age at the fare of that age, until the operator’s deadline', {
  tag: '@both',
}, async ({ page, client, request, tolerate }) => {
  tolerate(refused('/participants/'));
  const trip = await familyTrip(request);
  const { code } = await reserveParty(request, client.token, trip, { Adulto: 1, Criança: 1 });
  await page.goto(`/minhasreservas/${code}`);
  await expect(page.getByText(/^Você inclui, troca e tira pessoas até .+, às \d\d:\d\d\.$/)).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Trocar passageiro' });
  const replace = async (name: string, who: string, age: number) => {
    await page.getByRole('button', { name: `Mais ações: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Trocar passageiro' }).click();
    await dialog.getByLabel('Nome completo').fill(who);
    await dialog.getByLabel('Data de nascimento').pressSequentially(typed(bornOn(trip.date, age)));
  };

  await replace('Pessoa 2', 'Rui Prado Lima', 34);
  await expect(dialog.getByText(/^Com 34 anos no dia da saída vale a tarifa Adulto:/)).toHaveText(
    /R\$\s189,00 em vez de R\$\s95,00\. O total passa de R\$\s284,00 para R\$\s378,00\.$/,
  );
  await expectSound(page, 'dialog[open]', 'reserva-trocar-passageiro');
  await dialog.getByRole('button', { name: 'Salvar com esta tarifa' }).click();
  await expectToast(page, 'success', 'Rui vai no lugar.');
  await expect(people(page).filter({ hasText: 'Rui Prado Lima' })).toContainText('Adulto · 34 anos · R$ 189,00');
  await expect(price(page)).toContainText(/Total\s?R\$\s378,00/);

  await replace('Rui Prado Lima', 'Bia Prado Lima', 8);
  await expect(dialog.getByText(/^Com 8 anos no dia da saída vale a tarifa Criança: R\$\s95,00 em vez/)).toBeVisible();
  await dialog.getByLabel('Quem acompanha?').selectOption({ label: client.name });
  // The deadline passes while one types.
  await departSoon(request, trip);
  await dialog.getByRole('button', { name: 'Salvar com esta tarifa' }).click();
  await expect(dialog.getByRole('alert')).toContainText('prazo');
  await expect(dialog.getByLabel('Nome completo')).toHaveValue('Bia Prado Lima');
  await expectSound(page, 'dialog[open]', 'reserva-troca-fora-do-prazo');
  await page.reload();
  await expect(page.getByText('O prazo para mudar quem viaja passou: fale com a gente.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mais ações/ })).toHaveCount(0);
  await expectSound(page, '#conteudo', 'reserva-fora-do-prazo');
});
