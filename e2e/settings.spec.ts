import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { demoAccount } from './people.ts';
import { expectNoSidewaysScrolling } from './screens.ts';
import { goOn, opening, openSettings, policy, saveButton, sections } from './settings.ts';

test('settings are short pages; what is typed on one stays while others are open, and nothing is left unasked', {
  tag: '@phone',
}, async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/configuracoes');
  await expect(sections(page).getByRole('link')).toHaveText([
    /^Marca/,
    /^Empresa/,
    /^Contato/,
    /^Pagamento/,
    /^Textos do site/,
    /^Reservas/,
    /^Mensagens/,
    /^Acesso e segurança/,
  ]);
  for (const section of ['marca', 'empresa', 'contato', 'pagamento', 'textos', 'reservas', 'mensagens', 'acesso']) {
    await openSettings(page, section);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    // On a phone the policy is shown in full: a finger scrolls the page, not the text in it.
    if (section !== 'textos') expect(height, section).toBeLessThan(3_400);
    await expectNoSidewaysScrolling(page);
  }

  const staff = page.getByLabel('Equipe');
  await staff.fill('47');
  await goOn(page, 'Contato');
  const before = await page.getByLabel('Horário de atendimento').inputValue();
  await page.getByLabel('Horário de atendimento').fill('Só aos domingos');
  await goOn(page, 'Pagamento');
  await expect(page.getByText('Há alterações não salvas')).toBeVisible();
  await goOn(page, 'Acesso e segurança');
  await expect(staff).toHaveValue('47');
  await goOn(page, 'Contato');
  await expect(page.getByLabel('Horário de atendimento')).toHaveValue('Só aos domingos');

  const leave = page.getByRole('navigation', { name: 'Atalhos' }).getByRole('link', { name: 'Hoje' });
  await leave.click();
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByLabel('Horário de atendimento')).toHaveValue(before);
  await leave.click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL('/home');
});

test('what is wrong on another page is opened and told in the list, and can be thrown away', async ({
  page,
  signInAs,
}) => {
  await signInAs(demoAccount('ADMIN'));
  await openSettings(page, 'empresa');
  const cnpj = page.getByLabel('CNPJ');
  const before = await cnpj.inputValue();
  await cnpj.fill('11.111.111/1111-11');
  await goOn(page, 'Textos do site');
  await expectNothingFound(page, 'main');
  await saveButton(page).click();
  await expect(page).toHaveURL('/admin/configuracoes/empresa');
  await expect(cnpj).toBeFocused();
  await expect(cnpj).toHaveAttribute('aria-invalid', 'true');
  await expect(cnpj).toHaveValue('11.111.111/1111-11');
  await expect(page.getByText('CNPJ inválido.')).toBeVisible();
  await expect(sections(page).getByRole('link', { name: 'Empresa' })).toContainText('1 campo a corrigir');
  await expectNothingFound(page, 'main');
  await page.getByRole('button', { name: 'Descartar alterações' }).click();
  await expect(cnpj).toHaveValue(before);
});

test('brand and texts are reached, changed and put back by keyboard alone', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  await openSettings(page, 'marca');
  for (const stop of [
    page.getByLabel('Nome', { exact: true }),
    page.getByRole('button', { name: /^(Escolher|Trocar) logo$/ }),
    page.getByLabel('Escolher a cor'),
    page.getByLabel('Cor de destaque'),
  ])
    await tabTo(page, stop);
  await openSettings(page, 'textos');
  const before = await opening(page).inputValue();
  await tabTo(page, opening(page));
  await page.keyboard.type(' Venha!');
  await tabTo(page, policy(page));
  await tabTo(page, page.getByRole('button', { name: 'Descartar alterações' }));
  await page.keyboard.press('Enter');
  await expect(opening(page)).toHaveValue(before);
  await expect(page.getByText('Tudo salvo')).toBeVisible();
});
