import { type APIRequestContext, type Browser, devices, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { OperatorSettings } from '../contract/src/operator.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { bearer, demoAccount } from './people.ts';
import { expectNoSidewaysScrolling, expectPicturesLoaded, expectToast, isPhone, refused } from './screens.ts';
import { beSignedIn, tokenOf } from './sessions.ts';

// One after the other: there is one operator, and whoever saves it second is told so.
test.describe.configure({ mode: 'default' });

const SAVED = 'Configurações salvas. O site já mostra as mudanças.';
const opening = (page: Page) => page.getByLabel('Texto de abertura');
const policy = (page: Page) => page.getByRole('textbox', { name: 'Política de cancelamento', exact: true });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Partes das configurações' });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true });

async function openSettings(page: Page, section: string): Promise<void> {
  await page.goto(`/admin/configuracoes/${section}`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
}

/** Opens another section of the settings by its link; typed values stay. */
async function goOn(page: Page, section: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('main').getByRole('link', { name: 'Configurações' }).click();
  await sections(page)
    .getByRole('link', { name: new RegExp(`^${section}`) })
    .click();
  await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible();
}

/** Another browser, not signed in. */
async function visitorOf(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

// What all visitors see is on screen for no longer than a look takes, and is put back whatever happens: other tests
// look at the same operator meanwhile.
test.describe('what an administrator changes', { tag: '@any-width' }, () => {
  let before: OperatorSettings;

  test.beforeEach(async ({ request }) => {
    before = await operator(request, await tokenOf(demoAccount('ADMIN')));
  });

  test.afterEach(async ({ request }) => {
    const token = await tokenOf(demoAccount('ADMIN'));
    const headers = bearer(token);
    await request.delete('/api/settings/logo', { headers });
    const { logo: _logo, ...fields } = before;
    const { version } = await operator(request, token);
    const answer = await request.put('/api/settings/operator', { data: { ...fields, version }, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  });

  test('is kept over a reload, and the portal shows it at the next look', async ({ page, signInAs, browser }) => {
    await signInAs(demoAccount('ADMIN'));
    await openSettings(page, 'textos');
    await opening(page).fill('Serra e cachoeira a um passo de casa.');
    await expect(page.getByText('Há alterações não salvas')).toBeVisible();

    await page.reload();
    await expect(opening(page)).toHaveValue('Serra e cachoeira a um passo de casa.');
    await page.keyboard.press('Control+s');
    await expectToast(page, 'success', SAVED);

    const visitor = await visitorOf(browser);
    await visitor.goto('/');
    await expect(visitor.getByText('Serra e cachoeira a um passo de casa.')).toBeVisible();
    await opening(page).fill(before.heroText);
    await saveButton(page).click();
    await expect(page.getByText('Tudo salvo')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText(before.heroText)).toBeVisible();
    await visitor.context().close();
  });

  test('is the brand and the policy of every page: logo, name, colour and text', async ({
    page,
    signInAs,
    browser,
  }) => {
    await signInAs(demoAccount('ADMIN'));
    await openSettings(page, 'marca');
    await chooseLogo(page, { name: 'logo.png', mimeType: 'image/png', buffer: await wordMark() });
    await expectToast(page, 'success', 'Logo atualizado.');
    const preview = page.getByRole('region', { name: 'Prévia do site' });
    await expectPicturesLoaded(preview, 2);

    // The name that other tests know stands in it.
    const name = `${before.name} e Turismo`;
    await page.getByLabel('Nome', { exact: true }).fill(name);
    await page.getByLabel('Cor de destaque').fill('#7A1FA2');
    await goOn(page, 'Textos do site');
    await policy(page).press('ControlOrMeta+A');
    await page.keyboard.type('## Se você desistir');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- Até **30 dias** antes: devolvemos tudo');
    const visitor = await visitorOf(browser);
    await saveButton(page).click();
    await expectToast(page, 'success', SAVED);

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

  test('can be a logo, which is taken away only when that is confirmed', async ({ page, signInAs, browser }) => {
    const token = await signInAs(demoAccount('ADMIN'));
    await openSettings(page, 'marca');
    await chooseLogo(page, { name: 'logo.png', mimeType: 'image/png', buffer: await wordMark() });
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
    const visitor = await visitorOf(browser);
    await visitor.goto('/portal/contato');
    await expect(visitor.getByRole('banner').getByText(before.name)).toBeVisible();
    await expect(visitor.getByRole('banner').getByRole('img', { name: before.name })).toHaveCount(0);
    await visitor.context().close();
  });

  test('meets what another one saved meanwhile: both versions are seen, and nothing is lost', async ({
    page,
    signInAs,
    browser,
    tolerate,
  }) => {
    tolerate(/status of 409 .* @ \S+\/api\/settings\/operator$/);
    const token = await signInAs(demoAccount('ADMIN'));
    const other = await colleagueOnPhone(browser);
    await openSettings(page, 'textos');
    await openSettings(other, 'textos');

    await opening(other).fill('O texto da colega.');
    await replacePolicy(other, 'A regra da colega.');
    await goOn(other, 'Empresa');
    await other.getByLabel('CADASTUR').fill('26.000001.10.0001-1');
    await saveButton(other).click();
    await expectToast(other, 'success', SAVED);
    await other.context().close();

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
  for (const file of [
    { name: 'contrato.pdf', mimeType: 'application/pdf', buffer },
    // Only its name and type are a picture's.
    { name: 'logo.png', mimeType: 'image/png', buffer },
  ]) {
    await page.reload();
    await chooseLogo(page, file);
    await expect(reason).toBeVisible();
    await expect(page.getByRole('button', { name: 'Escolher logo' })).toBeEnabled();
  }
});

test('what cannot be right is told beside its field, and nothing is lost', async ({ page, signInAs, tolerate }) => {
  tolerate(refused('/api/settings/operator'));
  await signInAs(demoAccount('ADMIN'));
  await openSettings(page, 'empresa');
  const cnpj = page.getByLabel('CNPJ');
  const before = await cnpj.inputValue();
  await cnpj.fill('11.111.111/1111-11');
  await saveButton(page).click();
  await expect(cnpj).toHaveAttribute('aria-invalid', 'true');
  await expect(cnpj).toHaveValue('11.111.111/1111-11');
  await page.getByRole('button', { name: 'Descartar alterações' }).click();
  await expect(cnpj).toHaveValue(before);
});

test('settings are short pages; what is typed on one stays while others are open, and nothing is left unasked', async ({
  page,
  signInAs,
}) => {
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/configuracoes');
  await expect(sections(page).getByRole('link')).toHaveText([
    /^Marca/,
    /^Empresa/,
    /^Contato/,
    /^Pagamento/,
    /^Textos do site/,
    /^Acesso e segurança/,
  ]);
  for (const section of ['marca', 'empresa', 'contato', 'pagamento', 'textos', 'acesso']) {
    await openSettings(page, section);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, section).toBeLessThan(3_000);
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

test('what is wrong on another page is opened, and told in the list', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  await openSettings(page, 'empresa');
  await page.getByLabel('CNPJ').fill('1');
  await goOn(page, 'Pagamento');
  await saveButton(page).click();
  await expect(page).toHaveURL('/admin/configuracoes/empresa');
  await expect(page.getByLabel('CNPJ')).toBeFocused();
  if (isPhone(page)) await page.getByRole('main').getByRole('link', { name: 'Configurações' }).click();
  await expect(sections(page).getByRole('link', { name: 'Empresa' })).toContainText('1 campo a corrigir');
});

test('nothing for axe to find on any of the pages, with something wrong too', async ({ page, signInAs }) => {
  // Two editors by day and by night are a lot to look through.
  test.slow();
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/configuracoes');
  await expect(sections(page)).toBeVisible();
  await expectNothingFound(page);
  for (const section of ['marca', 'contato', 'pagamento', 'textos', 'acesso', 'empresa']) {
    await openSettings(page, section);
    if (section === 'marca') {
      await chooseLogo(page, { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    }
    if (section === 'empresa') {
      await page.getByLabel('CNPJ').fill('11.111.111/1111-11');
      await saveButton(page).click();
      await expect(page.getByText('CNPJ inválido.')).toBeVisible();
    }
    await expectNoSidewaysScrolling(page);
    await expectNothingFound(page);
  }
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

async function operator(request: APIRequestContext, token: string): Promise<OperatorSettings> {
  const answer = await request.get('/api/settings/operator', { headers: bearer(token) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as OperatorSettings;
}

async function chooseLogo(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Escolher|Trocar) logo$/ }).click();
  await (await chooser).setFiles(file);
}

async function replacePolicy(page: Page, text: string): Promise<void> {
  await policy(page).press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

async function colleagueOnPhone(browser: Browser): Promise<Page> {
  const { viewport, hasTouch, isMobile } = devices['Pixel 7'];
  const context = await browser.newContext({ viewport, hasTouch, isMobile });
  await beSignedIn(context, demoAccount('ADMIN'));
  return context.newPage();
}

/** A logo with a transparent background. */
function wordMark(): Promise<Buffer> {
  const letters = '<text x="10" y="90" font-family="sans-serif" font-size="84" font-weight="700">Rota</text>';
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120">${letters}</svg>`))
    .png()
    .toBuffer();
}
