import { expectNothingFound } from './axe.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount, newPerson } from './people.ts';
import { expectNoSidewaysScrolling, expectToast } from './screens.ts';
import { insertPerson, tokenOf } from './sessions.ts';
import { shoot } from './shoot.ts';

test('staff enters the costs of a departure, guarantees it, and visitors read so', { tag: '@both' }, async ({
  page,
  signInAs,
  request,
}) => {
  const family = newPerson();
  await insertPerson(family);
  const trip = await familyTrip(request, { capacity: 8 });
  await reserveParty(request, await tokenOf(family), trip, { Adulto: 2, Criança: 1 });
  await signInAs(demoAccount('OPERATOR'));
  await page.goto('/admin/saidas');
  const card = page.getByRole('article', { name: trip.title });
  await card.getByRole('link', { name: 'Informe os custos' }).click();
  await page.getByLabel('Veículo').fill('600');
  await page.getByLabel('Refeições').fill('20');
  await expect(page.getByText(/^Empata com \d pessoas?\.$/)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await shoot(page, 'custos-do-passeio');
  await page.getByRole('button', { name: 'Salvar custos' }).click();
  await expectToast(page, 'success', 'Custos salvos.');

  await page.goto('/admin/saidas');
  await expect(card.getByText(/^Empata com \d pessoas?\.$/)).toBeVisible();
  await expectNothingFound(page, 'main');
  await expectNoSidewaysScrolling(page);
  await shoot(page, 'saidas');
  await card.getByRole('button', { name: /^Garantir saída/ }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(page, 'success', 'Saída garantida.');
  await expect(card.getByRole('button', { name: /^Desfazer a garantia/ })).toBeVisible();
  await page.goto(`/portal/passeio/${trip.slug}`);
  await expect(page.getByText('Saída garantida').first()).toBeVisible();
});
