import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { OperatorSettings } from '../contract/src/operator/operator.ts';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount } from './support/people.ts';
import { expectPicturesLoaded, expectToast, refused } from './support/screens.ts';
import { tokenOf } from './support/sessions.ts';

let before: OperatorSettings;

test.beforeEach(async ({ request }) => {
  before = await operator(request, await tokenOf(demoAccount('ADMIN')));
});

// What all visitors see is on screen for no longer than a look takes, and is put back whatever happens: other tests
// look at the same operator meanwhile.
test.afterEach(async ({ request }) => {
  const token = await tokenOf(demoAccount('ADMIN'));
  await request.delete('/api/settings/logo', { headers: bearer(token) });
  await changeOperator(request, token, before);
});

test('what an administrator changes is kept over a reload, and is the brand and the texts that visitors see', async ({
  page,
  signInAs,
  browser,
  tolerate,
}) => {
  tolerate(refused('/api/settings/logo'));
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/configuracoes/marca');
  // Only its name and type are those of a picture.
  await chooseLogo(page, Buffer.from('%PDF-1.7 um contrato'));
  await expect(page.getByText('Este arquivo não é uma imagem que aceitamos. Envie PNG, JPEG ou WebP.')).toBeVisible();
  await chooseLogo(page, await wordMark());
  await expectToast(page, 'success', 'Logo atualizado.');
  const preview = page.getByRole('region', { name: 'Prévia do site' });
  await expectPicturesLoaded(preview, 2);

  // The name that other tests know stands in it.
  const name = `${before.name} e Turismo`;
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByLabel('Cor de destaque').fill('#7A1FA2');
  const sections = page.getByRole('navigation', { name: 'Partes das configurações' });
  await sections.getByRole('link', { name: /^Textos do site/ }).click();
  const opening = page.getByLabel('Texto de abertura');
  const policy = page.getByRole('textbox', { name: 'Política de cancelamento', exact: true });
  await opening.fill('Serra e cachoeira a um passo de casa.');
  await policy.press('ControlOrMeta+A');
  await page.keyboard.type('## Se você desistir');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- Até **30 dias** antes: devolvemos tudo');
  await expect(page.getByText('Há alterações não salvas')).toBeVisible();
  await page.reload();
  await expect(opening).toHaveValue('Serra e cachoeira a um passo de casa.');
  await page.keyboard.press('Control+s');
  await expectToast(page, 'success', 'Configurações salvas. O site já mostra as mudanças.');

  // Somebody else's, with nobody signed in.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/portal/politicacancelamento');
  const logo = visitor.getByRole('banner').getByRole('img', { name, exact: true });
  await expect(logo).toBeVisible();
  await expectPicturesLoaded(visitor.getByRole('banner'), 1);
  await expect(visitor).toHaveTitle(new RegExp(`${name}$`));
  await expect(visitor.locator('html')).toHaveCSS('--accent-day', '#7a1fa2');
  const main = visitor.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Se você desistir' })).toBeVisible();
  await expect(main.getByRole('listitem').locator('strong')).toHaveText('30 dias');
  await visitor.context().close();
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

/** Chooses a file as the logo. */
async function chooseLogo(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Escolher|Trocar) logo$/ }).click();
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
}

/** A logo as operators have it: letters on nothing. */
function wordMark(): Promise<Buffer> {
  const letters = '<text x="10" y="90" font-family="sans-serif" font-size="84" font-weight="700">Rota</text>';
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120">${letters}</svg>`))
    .png()
    .toBuffer();
}
