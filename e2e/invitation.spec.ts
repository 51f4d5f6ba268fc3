import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { expectNothingFound } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { mailedPath } from './support/mails.ts';
import { bearer, demoAccount, newPerson, rareName, tripsOnSale } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { tokenOf } from './support/sessions.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a guest whom staff registered gets an account, and finds their reservation there, by a link', async ({
  page,
  request,
}) => {
  const [trip] = await tripsOnSale(request);
  const staff = await tokenOf(demoAccount('OPERATOR'));
  const name = rareName('Iolanda');
  const written = await request.post(`/api/trips/${trip?.id}/passengers`, {
    data: { person: { name, contact: '35999990000', cpf: generateCpf() } },
    headers: bearer(staff),
  });
  const reservation = await written.json();

  const invited = await request.post(`/api/users/${reservation.payer.id}/invitation`, { headers: bearer(staff) });
  const { pathname, hash } = new URL((await invited.json()).link);
  await page.goto(pathname + hash);
  await expect(page.getByRole('heading', { name: 'Olá, Iolanda!' })).toBeVisible();
  await expect(page.getByText(name.split(' ')[1] ?? '')).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  const { email, password, rg, emitter } = newPerson();
  await expect(page.getByLabel('CPF', { exact: true })).toHaveCount(0);
  await page.getByLabel('RG', { exact: true }).fill(rg);
  await page.getByRole('combobox', { name: 'Órgão emissor' }).fill(emitter);
  await page.getByLabel('Data de nascimento').pressSequentially('05121990');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page).toHaveURL('/minhasreservas');
  await expectToast(page, 'success', 'Usuário cadastrado com sucesso!');
  await expect(page.getByText(reservation.code)).toBeVisible();
  expect(await mailedPath(email, 'Confirme o seu e-mail')).toBeTruthy();
});
