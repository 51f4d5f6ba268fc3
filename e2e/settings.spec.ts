import type { Locator } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { demoAccount } from './people.ts';
import { expectNoSidewaysScrolling, isPhone, refused } from './screens.ts';
import { chooseLogo, goOn, opening, openSettings, policy, saveButton, sections } from './settings.ts';

test('a file that is no picture is refused with the reason, and all stays as it was', async ({
  page,
  signInAs,
  tolerate,
}) => {
  tolerate(refused('/api/settings/logo'));
  await signInAs(demoAccount('ADMIN'));
  await openSettings(page, 'marca');
  const buffer = Buffer.from('%PDF-1.7 um contrato');
  const reason = page.getByText('Este arquivo não é uma imagem que aceitamos. Envie PNG, JPEG ou WebP.');
  await chooseLogo(page, { name: 'contrato.pdf', mimeType: 'application/pdf', buffer });
  await expect(reason).toBeVisible();
  await page.reload();
  // Only its name and type are those of a picture.
  await chooseLogo(page, { name: 'logo.png', mimeType: 'image/png', buffer });
  await expect(reason).toBeVisible();
  // Another test may have set a logo meanwhile.
  await expect(page.getByRole('button', { name: /^(Escolher|Trocar) logo$/ })).toBeEnabled();
  await expectNothingFound(page);
});

test('settings are short pages; what is typed on one stays while others are open, and nothing is left unasked', {
  tag: '@both',
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
    /^Acesso e segurança/,
  ]);
  for (const section of ['marca', 'empresa', 'contato', 'pagamento', 'textos', 'reservas', 'acesso']) {
    await openSettings(page, section);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    // On a phone the policy is shown in full: a finger scrolls the page, not the text in it.
    if (section !== 'textos') expect(height, section).toBeLessThan(3_000);
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

  const leave = isPhone(page)
    ? page.getByRole('navigation', { name: 'Atalhos' }).getByRole('link', { name: 'Hoje' })
    : page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Início' });
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
  await expectNothingFound(page);
  await saveButton(page).click();
  await expect(page).toHaveURL('/admin/configuracoes/empresa');
  await expect(cnpj).toBeFocused();
  await expect(cnpj).toHaveAttribute('aria-invalid', 'true');
  await expect(cnpj).toHaveValue('11.111.111/1111-11');
  await expect(page.getByText('CNPJ inválido.')).toBeVisible();
  await expect(sections(page).getByRole('link', { name: 'Empresa' })).toContainText('1 campo a corrigir');
  await expectNothingFound(page);
  await page.getByRole('button', { name: 'Descartar alterações' }).click();
  await expect(cnpj).toHaveValue(before);
});

test('every setting is reached, changed and put back by keyboard alone', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  const stops: Record<string, Locator[]> = {
    marca: [
      page.getByLabel('Nome', { exact: true }),
      page.getByRole('button', { name: 'Escolher logo' }),
      page.getByLabel('Escolher a cor'),
      page.getByLabel('Cor de destaque'),
    ],
    empresa: [page.getByLabel('Razão social'), page.getByLabel('CNPJ'), page.getByLabel('Fuso horário')],
    contato: [page.getByLabel('WhatsApp', { exact: true })],
    pagamento: [page.getByLabel('Chave Pix')],
    acesso: [
      page.getByRole('switch', { name: /^Exigir e-mail confirmado/ }),
      page.getByLabel('Equipe'),
      page.getByRole('button', { name: 'Salvar acesso' }),
    ],
  };
  for (const [section, ofSection] of Object.entries(stops)) {
    await openSettings(page, section);
    for (const stop of ofSection) await tabTo(page, stop);
  }
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
