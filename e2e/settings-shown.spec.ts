import type { APIRequestContext, Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { OperatorSettings } from '../contract/src/operator.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { bearer, demoAccount } from './people.ts';
import { expectPicturesLoaded, expectToast, refused } from './screens.ts';
import { tokenOf } from './sessions.ts';
import { chooseLogo, goOn, opening, openSettings, policy, SAVED, saveButton } from './settings.ts';

// One after the other: there is one operator, and whoever saves it second is told so.
test.describe.configure({ mode: 'default' });

/** A browser of somebody else's, with nobody signed in. */
async function visitorOf(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

// What all visitors see is on screen for no longer than a look takes, and is put back whatever happens: other tests
// look at the same operator meanwhile.
test.describe('what an administrator changes', () => {
  let before: OperatorSettings;

  test.beforeEach(async ({ request }) => {
    before = await operator(request, await tokenOf(demoAccount('ADMIN')));
  });

  test.afterEach(async ({ request }) => {
    const token = await tokenOf(demoAccount('ADMIN'));
    await request.delete('/api/settings/logo', { headers: bearer(token) });
    await changeOperator(request, token, before);
  });

  test('is kept over a reload, and is the brand and the texts of every page; a logo until that is taken away', async ({
    page,
    signInAs,
    browser,
    tolerate,
  }) => {
    tolerate(refused('/api/settings/logo'));
    const token = await signInAs(demoAccount('ADMIN'));
    await openSettings(page, 'marca');
    // Only its name and type are those of a picture.
    await chooseLogo(page, { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7 um contrato') });
    await expect(page.getByText('Este arquivo não é uma imagem que aceitamos. Envie PNG, JPEG ou WebP.')).toBeVisible();
    await expectNothingFound(page, 'main');
    await chooseLogo(page, { name: 'logo.png', mimeType: 'image/png', buffer: await wordMark() });
    await expectToast(page, 'success', 'Logo atualizado.');
    const preview = page.getByRole('region', { name: 'Prévia do site' });
    await expectPicturesLoaded(preview, 2);

    // The name that other tests know stands in it.
    const name = `${before.name} e Turismo`;
    await page.getByLabel('Nome', { exact: true }).fill(name);
    await page.getByLabel('Cor de destaque').fill('#7A1FA2');
    await goOn(page, 'Textos do site');
    await opening(page).fill('Serra e cachoeira a um passo de casa.');
    await policy(page).press('ControlOrMeta+A');
    await page.keyboard.type('## Se você desistir');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- Até **30 dias** antes: devolvemos tudo');
    await expect(page.getByText('Há alterações não salvas')).toBeVisible();
    const visitor = await visitorOf(browser);
    await page.reload();
    await expect(opening(page)).toHaveValue('Serra e cachoeira a um passo de casa.');
    await page.keyboard.press('Control+s');
    await expectToast(page, 'success', SAVED);

    await visitor.goto('/');
    await expect(visitor.getByText('Serra e cachoeira a um passo de casa.')).toBeVisible();
    await visitor.goto('/portal/politicacancelamento');
    const logo = visitor.getByRole('banner').getByRole('img', { name, exact: true });
    await expect(logo).toBeVisible();
    await expectPicturesLoaded(visitor.getByRole('banner'), 1);
    await expect(visitor).toHaveTitle(new RegExp(`${name}$`));
    await expect(visitor.locator('html')).toHaveCSS('--accent-day', '#7a1fa2');
    const main = visitor.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Se você desistir' })).toBeVisible();
    await expect(main.getByRole('listitem').locator('strong')).toHaveText('30 dias');

    await goOn(page, 'Marca');
    const remove = page.getByRole('button', { name: 'Remover logo' });
    await remove.click();
    const question = page.getByRole('alertdialog', { name: 'Remover o logo?' });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toBeHidden();
    expect((await operator(page.request, token)).logo).not.toBeNull();
    await remove.click();
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await expectToast(page, 'success', 'Logo removido.');
    await expect(remove).toBeHidden();
    await expect(page.getByRole('button', { name: 'Escolher logo' })).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole('banner').getByText(name)).toBeVisible();
    await expect(logo).toHaveCount(0);
    await visitor.context().close();
  });

  test('meets what another one saved meanwhile: both versions are seen, and nothing is lost', async ({
    page,
    signInAs,
    tolerate,
  }) => {
    tolerate(/status of 409 .* @ \S+\/api\/settings\/operator$/);
    const token = await signInAs(demoAccount('ADMIN'));
    await openSettings(page, 'textos');
    await changeOperator(page.request, token, {
      ...before,
      heroText: 'O texto da colega.',
      cancellationPolicyHtml: '<p>A regra da colega.</p>',
      cadastur: '26.000001.10.0001-1',
    });

    await opening(page).fill('O meu texto.');
    await replacePolicy(page, 'A minha regra.');
    await goOn(page, 'Empresa');
    await page.getByLabel('Razão social').fill('Rota das Águas Turismo Ltda.');
    await saveButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Outra pessoa salvou as configurações' });
    await expect(dialog.getByText('Falta escolher 2 campos.')).toBeVisible();
    const text = dialog.getByRole('group', { name: 'Texto de abertura' });
    await expect(text).toContainText('O meu texto.');
    await expect(text).toContainText('O texto da colega.');
    const rules = dialog.getByRole('group', { name: 'Política de cancelamento' });
    await expect(rules).toContainText('A minha regra.');
    await expect(rules).toContainText('A regra da colega.');
    await expect(dialog.getByRole('group', { name: 'CADASTUR' })).toContainText('Só a outra pessoa mudou');
    await expect(dialog.getByRole('group', { name: 'Razão social' })).toContainText('Só você mudou');

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await goOn(page, 'Textos do site');
    await expect(opening(page)).toHaveValue('O meu texto.');
    await page.keyboard.press('ControlOrMeta+S');
    await text.getByRole('radio', { name: 'A sua' }).check();
    await rules.getByRole('radio', { name: 'A salva por outra pessoa' }).check();
    await dialog.getByRole('button', { name: 'Juntar e salvar' }).click();
    await expectToast(page, 'success', SAVED);
    await expect(policy(page)).toHaveText('A regra da colega.');
    await goOn(page, 'Empresa');
    await expect(page.getByLabel('CADASTUR')).toHaveValue('26.000001.10.0001-1');
    expect(await operator(page.request, token)).toMatchObject({
      heroText: 'O meu texto.',
      legalName: 'Rota das Águas Turismo Ltda.',
      cadastur: '26.000001.10.0001-1',
      cancellationPolicyHtml: '<p>A regra da colega.</p>',
    });
  });
});

async function operator(request: APIRequestContext, token: string): Promise<OperatorSettings> {
  const response = await request.get('/api/settings/operator', { headers: bearer(token) });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as OperatorSettings;
}

/** Saves settings through the API, as another administrator. */
async function changeOperator(request: APIRequestContext, token: string, changed: OperatorSettings): Promise<void> {
  const { logo: _logo, ...fields } = changed;
  const { version } = await operator(request, token);
  const response = await request.put('/api/settings/operator', {
    data: { ...fields, version },
    headers: bearer(token),
  });
  expect(response.ok(), await response.text()).toBe(true);
}

async function replacePolicy(page: Page, text: string): Promise<void> {
  await policy(page).press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** A logo as operators have it: letters on nothing. */
function wordMark(): Promise<Buffer> {
  const letters = '<text x="10" y="90" font-family="sans-serif" font-size="84" font-weight="700">Rota</text>';
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120">${letters}</svg>`))
    .png()
    .toBuffer();
}
