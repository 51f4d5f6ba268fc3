import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { letterLinks, mailedPath } from './mails.ts';
import { bearer, demoAccount, newPerson, type Person, rareName } from './people.ts';
import { areaMenu, expectNoSidewaysScrolling, expectToast, logIn, refused } from './screens.ts';
import { beSignedIn, insertPerson } from './sessions.ts';

const SEARCH = 'Buscar por nome, CPF, e-mail ou telefone';

/** Somebody with an account, whose name no other test knows. */
async function somebody(): Promise<Person & { id: string }> {
  const person = { ...newPerson(), name: `${rareName('Quitéria')} Conceição` };
  return { ...person, id: await insertPerson(person) };
}

/** As one types it in a hurry. */
function plain({ name }: Person): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

async function change(request: APIRequestContext, token: string, body: object): Promise<void> {
  const response = await request.put('/api/users', { data: body, headers: bearer(token) });
  expect(response.ok(), await response.text()).toBe(true);
}

/** A browser of somebody else, signed in. */
async function browserOf(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext();
  await beSignedIn(context, person);
  return context.newPage();
}

test('an administrator finds somebody, opens them and corrects their data', { tag: '@phone' }, async ({
  page,
  signInAs,
}) => {
  const person = await somebody();
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/usuarios?q=ninguém+tem+este+nome');
  await expect(page.getByText('Ninguém encontrado')).toBeVisible();
  const found = page.getByRole('row').filter({ hasText: person.name });

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: SEARCH })).toBeFocused();
  await page.getByRole('searchbox', { name: SEARCH }).fill(plain(person));
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(found).toBeVisible();
  const cpf = person.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
  await page.getByRole('searchbox', { name: SEARCH }).fill(cpf.slice(2));
  await expect(page).toHaveURL(`/admin/usuarios?q=${encodeURIComponent(cpf.slice(2))}`);
  // A list shows of a CPF what tells people apart.
  await expect(found).toContainText(`•••.•••.${cpf.slice(8)}`);
  await expect(found).not.toContainText(cpf);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  await found.getByRole('link', { name: person.name }).click();

  await expect(page.getByRole('heading', { name: person.name, level: 2 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/55359\d+\?text=/,
  );
  await page.getByLabel('Nome completo', { exact: true }).fill(`${person.name} Prado`);
  await page.getByLabel('Celular ou telefone').fill('3532120000');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expectToast(page, 'success', 'Dados salvos.');
  const newest = page.getByRole('region', { name: 'Histórico' }).getByRole('article').first();
  await expect(newest).toContainText('Alterou os dados da pessoa');
  await newest.getByText('Ver o que mudou (2)').click();
  await expect(newest).toContainText('(35) 3212-0000');
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, 'main');

  await page.reload();
  await expect(page.getByLabel('Nome completo', { exact: true })).toHaveValue(`${person.name} Prado`);
  await page.getByRole('link', { name: 'Todas as pessoas' }).click();
  await expect(page).toHaveURL(`/admin/usuarios?q=${encodeURIComponent(cpf.slice(2))}`);
  await expect(page.getByRole('row').filter({ hasText: `${person.name} Prado` })).toContainText('(35) 3212-0000');
});

test('a mistyped e-mail is corrected after a question; the person signs in with the new one and confirms it', async ({
  page,
  signInAs,
}) => {
  const person = await somebody();
  const { email } = newPerson();
  await signInAs(demoAccount('ADMIN'));
  await page.goto(`/admin/usuarios/${person.id}`);
  const field = page.getByLabel('E-mail', { exact: true });
  const save = page.getByRole('button', { name: 'Salvar alterações' });
  const question = page.getByRole('alertdialog', { name: 'Trocar o e-mail da conta?' });
  await field.fill(email);
  await save.click();
  await expect(question).toContainText(person.email);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(field).toHaveValue(email);
  await save.click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(page, 'success', 'Dados salvos. Enviamos o link de confirmação ao novo e-mail.');
  await expect(page.getByText('E-mail não confirmado')).toBeVisible();

  await expect.poll(() => letterLinks(person.email, 'Este e-mail saiu de uma conta')).toHaveLength(1);
  await page.goto(await mailedPath(email, 'Confirme o seu e-mail'));
  await expect(page.getByRole('heading', { name: 'E-mail confirmado!' })).toBeVisible();
});

test('a client becomes an operator from one moment to the next, and is shut out and let in again', async ({
  page,
  browser,
  signInAs,
}) => {
  const person = await somebody();
  await signInAs(demoAccount('ADMIN'));
  const theirs = await browserOf(browser, person);
  await theirs.goto('/home');
  await expect(theirs.getByText('Olá, Quitéria!')).toBeVisible();

  await page.goto(`/admin/usuarios/${person.id}`);
  await page.getByLabel('Perfil', { exact: true }).selectOption('Operador');
  await page.getByRole('button', { name: 'Mudar perfil' }).click();
  const question = page.getByRole('dialog', { name: 'Mudar o perfil para Operador?' });
  await expect(question).toContainText('cuida dos passeios e das reservas');
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(page, 'success', 'Perfil mudado para Operador.');
  await expect(page.getByRole('region', { name: 'Histórico' })).toContainText('Mudou o perfil da pessoa');
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/auth\/login\?returnUrl=/);
  await logIn(theirs, person);
  await expect((await areaMenu(theirs)).getByRole('link', { name: 'Passeios' })).toBeVisible();

  await page.getByRole('button', { name: 'Bloquear acesso' }).click();
  const shutOut = page.getByRole('alertdialog', { name: 'Bloquear o acesso?' });
  await shutOut.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Bloqueado', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Bloquear acesso' }).click();
  await shutOut.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(page, 'success', 'Acesso bloqueado.');
  await expect(page.getByText('Bloqueado', { exact: true })).toBeVisible();
  await theirs.goto('/minhasreservas');
  await expect(theirs).toHaveURL(/\/auth\/login/);
  await logIn(theirs, person);
  await expect(theirs.getByRole('alert').filter({ hasText: 'O seu acesso está bloqueado.' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Liberar acesso' }).click();
  await page.getByRole('dialog', { name: 'Liberar o acesso?' }).getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(page, 'success', 'Acesso liberado.');
  await logIn(theirs, person);
  await expect(theirs).toHaveURL('/minhasreservas');
  await theirs.context().close();
});

test('what was typed is not lost by leaving, nor by another change; two who edit the same person both see it', async ({
  page,
  request,
  signInAs,
  tolerate,
}) => {
  tolerate(refused('/api/users'));
  const person = await somebody();
  const admin = await signInAs(demoAccount('ADMIN'));
  await page.goto(`/admin/usuarios/${person.id}`);
  const name = page.getByLabel('Nome completo', { exact: true });
  const rg = page.getByLabel('RG', { exact: true });
  await name.fill('Nome Digitado Aqui');
  await rg.fill('');
  await rg.press('Enter');
  await expect(rg).toHaveAccessibleDescription(/Informe o RG\./);
  await rg.fill('MG-10.100.100');
  await page.getByRole('link', { name: 'Todas as pessoas' }).click();
  await page.getByRole('dialog', { name: 'Sair sem salvar?' }).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByLabel('Perfil', { exact: true }).selectOption('Operador');
  await page.getByRole('button', { name: 'Mudar perfil' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(page, 'success', 'Perfil mudado para Operador.');
  await expect(name).toHaveValue('Nome Digitado Aqui');
  await change(request, admin, { id: person.id, name: 'Nome Salvo Antes', contact: '3532129999' });

  await page.getByRole('button', { name: 'Salvar alterações' }).click();

  const told = page.getByRole('alert').filter({ hasText: 'Outra pessoa salvou alterações enquanto você editava' });
  await expect(told.getByRole('listitem').filter({ hasText: 'Nome completo' })).toContainText('Nome Salvo Antes');
  await expect(told.getByRole('listitem').filter({ hasText: 'Nome completo' })).toContainText('Nome Digitado Aqui');
  await expect(name).toHaveValue('Nome Digitado Aqui');
  await expect(rg).toHaveValue('MG-10.100.100');
  await expect(page.getByLabel('Celular ou telefone')).toHaveValue('(35) 3212-9999');
  await expectNothingFound(page, 'main');
  await told.getByRole('button', { name: 'Usar o salvo em Nome completo' }).click();
  await expect(name).toHaveValue('Nome Salvo Antes');
  const cpf = page.getByLabel('CPF', { exact: true });
  await cpf.fill(demoAccount('CLIENT').cpf);
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(cpf).toHaveAccessibleDescription(/Este CPF já é de Clara Nogueira Dias/);
  await expect(cpf).toHaveValue('529.982.247-25');
  await cpf.fill(person.cpf);
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expectToast(page, 'success', 'Dados salvos.');
  await expect(told).toBeHidden();
  await page.reload();
  await expect(name).toHaveValue('Nome Salvo Antes');
  await expect(rg).toHaveValue('MG-10.100.100');
});

test('the own role and access, and those of people without an account, are explained instead', async ({
  page,
  signInAs,
}) => {
  const admin = demoAccount('ADMIN');
  await signInAs(admin);
  await page.goto(`/admin/usuarios?q=${encodeURIComponent(admin.email)}`);
  await page.getByRole('rowheader').getByRole('link', { name: admin.name }).click();
  await expect(page.getByText('Este cadastro é o seu.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mudar perfil' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Bloquear acesso' })).toBeHidden();
  await page.goto('/admin/usuarios?access=without_account');
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(page.getByText('ainda não tem conta')).toBeVisible();
  await expect(page.getByText('Sem conta', { exact: true })).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toBeEditable();
});
