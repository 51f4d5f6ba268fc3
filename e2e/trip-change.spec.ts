import { expectNothingFound } from './axe.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { letterLinks } from './mails.ts';
import { demoAccount, newPerson, ownOrigin } from './people.ts';
import { expectToast, expectToFit } from './screens.ts';
import { beSignedIn, insertPerson, tokenOf } from './sessions.ts';
import { shoot } from './shoot.ts';
import { field, fillMoment, openEditor, saveButton } from './trip-editor.ts';

test('day and boarding point of a published trip change: who goes is told old and new; its places stay theirs', {
  tag: '@phone',
}, async ({ page, signInAs, request, browser, tolerate }) => {
  tolerate(/status of 409 .* @ \S+\/api\/trips$/);
  const family = newPerson();
  await insertPerson(family);
  const trip = await familyTrip(request, { capacity: 8 });
  const { code } = await reserveParty(request, await tokenOf(family), trip, { Adulto: 2, Criança: 1 });
  await signInAs(demoAccount('OPERATOR'));
  await openEditor(page, trip.id);
  const nextDay = new Date(Date.parse(trip.date) + 86_400_000);
  const day = nextDay.toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  await fillMoment(page, 'Volta', day, '22:00');
  await fillMoment(page, 'Saída', day, '06:30');
  await field(page, 'Local do ponto de embarque 1').fill('Praça Central');
  await saveButton(page).click();

  const dialog = page.getByRole('dialog', { name: 'A mudança afeta 3 pessoas em 1 reserva' });
  await expect(dialog.getByText('05:00 – Praça Central')).toBeVisible();
  await expect(dialog.getByText(`${code} · 3 pessoas`)).toBeVisible();
  await expectNothingFound(page, 'dialog[open]');
  await expectToFit(page);
  await shoot(page, 'mudanca-de-passeio');
  await dialog.getByRole('textbox', { name: 'Recado' }).fill('A estrada está em obras.');
  await dialog.getByRole('button', { name: 'Salvar e avisar' }).click();
  await expectToast(page, 'success', 'Passeio salvo. Os avisos seguem por e-mail.');

  await expect(async () => {
    const links = await letterLinks(family.email, `Mudança no seu passeio: ${trip.title}`);
    expect(links).toEqual([`/minhasreservas/${code}`]);
  }).toPass({ timeout: 60_000 });
  const context = await browser.newContext({ baseURL: ownOrigin(), viewport: page.viewportSize() });
  await beSignedIn(context, family);
  const phone = await context.newPage();
  await phone.goto(`/minhasreservas/${code}`);
  await expect(phone.getByText(/^A saída mudou de .+, às 04:30 .+ para .+, às 06:30$/)).toBeVisible();
  await expect(phone.getByText('O embarque mudou de 05:00 – Rodoviária para 05:00 – Praça Central')).toBeVisible();
  await shoot(phone, 'mudanca-na-reserva');
  await context.close();

  await field(page, 'Vagas').fill('2');
  await saveButton(page).click();
  await expect(field(page, 'Vagas')).toHaveAccessibleDescription(
    /3 vagas estão ocupadas: a lotação não pode ser menor\./,
  );
  const occupants = page.getByRole('region', { name: 'Quem ocupa as vagas' });
  await expect(occupants.getByRole('link', { name: new RegExp(code) })).toBeVisible();
  await expectNothingFound(page, 'main');
  await shoot(page, 'lotacao-ocupada');
});
