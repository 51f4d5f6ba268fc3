import { expectNothingFound } from './support/axe.ts';
import { bornOn, familyTrip, reserveParty, typed } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { expectNoSidewaysScrolling } from './support/screens.ts';

test('a companion fills in their own data by a link, without an account', { tag: '@phone' }, async ({
  page,
  client,
  request,
  browser,
}) => {
  const trip = await familyTrip(request);
  const { code } = await reserveParty(request, client.token, trip, { Adulto: 2 });
  await page.goto(`/minhasreservas/${code}`);
  const guest = page.getByRole('listitem').filter({ hasText: /Pessoa 2.*Adulto/ });
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, 'main');
  await expect(guest).toContainText('Falta: nome completo, nascimento, documento, órgão emissor');
  await guest.getByRole('button', { name: 'Pedir que preencha: Pessoa 2' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();

  const elsewhere = await browser.newContext({ viewport: page.viewportSize(), locale: 'pt-BR' });
  const theirs = await elsewhere.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();
  await expect(theirs.getByText(client.name)).toBeHidden();
  await expectNoSidewaysScrolling(theirs);
  await expectNothingFound(theirs);
  await theirs.getByLabel('Nome completo').fill('Rui Prado Lima');
  await theirs.getByLabel('Data de nascimento').pressSequentially(typed(bornOn(trip.date, 40)));
  await theirs.getByLabel('Número do documento').fill('MG-11.222.333');
  await theirs.getByRole('combobox', { name: 'Órgão emissor' }).fill('SSP/MG');
  await theirs.getByLabel('Ponto de embarque').selectOption({ label: '05:40 Trevo' });
  await theirs.getByRole('button', { name: 'Salvar meus dados' }).click();
  await expect(theirs.getByRole('heading', { name: 'Pronto, Rui!' })).toBeVisible();
  await expect(theirs.getByText('05:40, Trevo')).toBeVisible();

  await theirs.reload();
  await expect(theirs.getByText('•••333 SSP/MG')).toBeVisible();
  await expect(theirs.getByText('MG-11.222.333')).toBeHidden();
  await theirs.getByRole('button', { name: 'Corrigir' }).click();
  await expect(theirs.getByLabel('Número do documento')).toHaveAttribute('placeholder', '•••333');
  await expectNothingFound(theirs);

  await page.reload();
  const rui = page.getByRole('listitem').filter({ hasText: /Rui Prado Lima.*Adulto/ });
  await expect(rui).toContainText('Dados completos');
  const boarding = page.getByLabel('Ponto de embarque');
  await expect(boarding).toHaveAccessibleDescription(/Embarque às 05:40, Trevo: Rui Prado Lima/);
  await boarding.selectOption({ label: '05:40 Trevo' });
  await expect(page.getByText('Embarque às 05:40, Trevo', { exact: true })).toBeVisible();
  await elsewhere.close();
});
