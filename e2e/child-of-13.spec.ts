import { bornOn, familyTrip, reserveParty, typed } from './families.ts';
import { expect, test } from './fixtures.ts';
import { expectNoSidewaysScrolling, expectToast, goOnIn } from './screens.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** 00:30 on a day in three months, where the operator is. */
const departure = new Date(Date.now() + 90 * DAY_MS).setUTCHours(3, 30, 0, 0);

test('a child who is 13 on the day of departure is explained and priced before saving', { tag: '@phone' }, async ({
  page,
  client,
  request,
}) => {
  const date = new Date(departure).toISOString();
  const trip = await familyTrip(request, { date, returnDate: new Date(departure + DAY_MS / 2).toISOString() });
  const { code } = await reserveParty(request, client.token, trip, { Adulto: 1, Criança: 1 });
  await page.goto(`/minhasreservas/${code}`);
  await expect(page.getByText(/\(madrugada de [^ ]+ para [^ ]+\)$/).first()).toBeVisible();
  const price = page.getByRole('region', { name: 'Valores' });
  await expect(price.getByRole('definition').last()).toHaveText(/284,00/);

  await page.getByRole('button', { name: 'Preencher: Pessoa 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pessoa 2' });
  await dialog.getByLabel('Nome completo').fill('Bia Alves de Souza');
  const birthdate = dialog.getByLabel('Data de nascimento');
  await birthdate.pressSequentially(typed(bornOn(date, 13)));
  await expect(dialog.getByText(/^Com 13 anos no dia da saída vale a tarifa Adulto:/)).toHaveText(
    /R\$\s189,00 em vez de R\$\s95,00\. O total passa de R\$\s284,00 para R\$\s378,00\.$/,
  );
  await expect(price.getByRole('definition').last()).toHaveText(/284,00/);

  await goOnIn(page, 'desktop');
  await expectNoSidewaysScrolling(page);
  await dialog.getByLabel('Quem acompanha?').selectOption({ label: client.name });
  await dialog.getByRole('button', { name: 'Salvar com esta tarifa' }).click();
  await expectToast(page, 'success', 'Dados de Bia salvos.');
  const bia = page
    .getByRole('region', { name: 'Quem vai' })
    .getByRole('listitem')
    .filter({ hasText: 'Bia Alves de Souza' });
  await expect(bia).toContainText(`Adulto · 13 anos · com ${client.name} · R$ 189,00`);
  await expect(price.getByRole('definition').last()).toHaveText(/378,00/);
});
