import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { type DemoBank, startDemoBank } from '../demo/bank/index.ts';
import { freePort } from '../scripts/free-port.ts';
import { expect, test } from './support/fixtures.ts';
import { newPerson, PASSWORD } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast, fillRegister } from './support/screens.ts';
import { fillTheLeast, openEditor, saveButton } from './support/trip-editor.ts';

const ROOT = join(import.meta.dirname, '..');
const TEN_MINUTES_MS = 600_000;
const TITLE = 'Cachoeira do Sossego';

/** A host whose operators sign up, in a process of its own, which trusts the authority of the bank in its folder. */
async function startHost(dataDir: string) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...{ NODE_ENV: 'development', HOSTING: 'on', HOSTING_SIGNUP: 'on', PORT: String(port), DATA_DIR: dataDir },
      ...{ CONNECTIONS_TO_PRIVATE: 'on', NODE_EXTRA_CA_CERTS: join(bankFolder(dataDir), 'demo-bank/ca.pem') },
    },
  });
  const ended = once(child, 'exit');
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
  return {
    url,
    addressOf: (slug: string) => `http://${slug}.localhost:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const bankFolder = (dataDir: string) => join(dataDir, 'bank');

/** The link that confirms a sign-up. */
async function confirmationOf(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  let link = '';
  await expect(async () => {
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.eml'))) {
      const { to, text = '' } = await PostalMime.parse(await readFile(join(folder, name)));
      if (to?.some(({ address }) => address === email)) link = /http\S+\/cadastro\/\S+/.exec(text)?.[0] ?? '';
    }
    expect(link).not.toBe('');
  }).toPass({ timeout: 30_000 });
  return link;
}

/** Signs an agency up; ends on the page of its owner's data. */
async function signUp(page: Page, host: { url: string }, dataDir: string, slug: string, name: string) {
  const email = `dona@${slug}.example`;
  await page.goto(host.url);
  await page.getByLabel('Nome da agência').fill(name);
  await page.getByLabel('Endereço do portal').fill(slug);
  await page.getByLabel('Seu e-mail').fill(email);
  await expectNoSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { name: 'Confira o seu e-mail' })).toBeVisible();
  await page.goto(await confirmationOf(dataDir, email));
  await page.getByRole('button', { name: 'Criar o portal' }).click();
  await expect(page.getByRole('heading', { name: 'O portal está pronto' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await page.getByRole('link', { name: 'Criar a minha conta' }).click();
  await expect(page.getByRole('heading', { name: 'Os seus dados' })).toBeVisible();
}

async function becomeAdministrator(page: Page): Promise<void> {
  const person = newPerson();
  await fillRegister(page, person);
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Criar a conta' }).click();
  await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toBeVisible();
}

/** Takes a step of the checklist that is one field of the settings. */
async function takeStep(page: Page, step: string, field: Locator, value: string): Promise<void> {
  await page.goto('/home');
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await steps.getByRole('link', { name: new RegExp(`^${step}`) }).click();
  await field.fill(value);
  await page.getByRole('button', { name: /^Salvar/ }).click();
  await expectToast(page, 'success', /^Configurações salvas/);
  // Until then the browser asks before it leaves the page.
  await expect(page.getByRole('button', { name: 'Desfazer' }).filter({ hasText: 'Desfazer' })).toBeHidden();
}

async function connectBank(page: Page, { access }: DemoBank): Promise<void> {
  await page.goto('/admin/conexoes/pix');
  await page.getByLabel('Banco', { exact: true }).selectOption('other');
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await fill('Endereço da API Pix', access.apiUrl);
  await fill('Endereço dos tokens', access.tokenUrl);
  await fill('Client id', access.clientId);
  await fill('Client secret', access.clientSecret);
  await fill('Chave Pix', access.key);
  const { cert, key } = access.certificate;
  const file = { name: 'banco.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(cert + key) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Testar conexão' }).click();
  await expect(page.getByText('A conexão funciona.')).toBeVisible();
  await fill('Senha da sua conta', PASSWORD);
  await page.getByRole('button', { name: 'Salvar conexão' }).click();
  await expectToast(page, 'success', 'Conexão salva. Ela já vale.');
}

async function publishTrip(page: Page): Promise<void> {
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toLocaleDateString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
  });
  await openEditor(page);
  await fillTheLeast(page, TITLE, in60Days);
  await saveButton(page).click();
  await expectToast(page, 'success', 'Passeio salvo.');
  await page.getByRole('switch', { name: 'No portal' }).check();
  await expectToast(page, 'success', 'O passeio está no portal.');
}

/** A guest reserves a place and pays the deposit in the bank. */
async function reserveAndPay(page: Page, bank: DemoBank): Promise<void> {
  await page.goto('/portal/passeio');
  await page.getByRole('link', { name: TITLE }).first().click();
  await page
    .getByRole('button', { name: /^Mais um/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Quero participar!' }).click();
  await page.getByRole('link', { name: 'Continuar sem conta' }).click();
  await page.getByLabel('Seu nome').fill('Joana Prado');
  await page.getByLabel('WhatsApp').fill('35988112233');
  await page.getByRole('button', { name: 'Guardar as vagas' }).click();
  await expect(page.getByText('Aguardando pagamento do sinal').first()).toBeVisible();
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  const [txid] = [...bank.system.accounts.charges.keys()];
  const buyer = await (await page.context().browser()?.newContext())?.newPage();
  await buyer?.goto(`${bank.pageUrl}/pagar/${txid}`);
  await buyer?.getByRole('button', { name: /^Pagar R\$/ }).click();
  await buyer?.context().close();
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible({ timeout: 120_000 });
}

test('an agency signs up on a phone, connects its bank and is paid for its first trip within ten minutes; another one sees nothing of it', {
  tag: '@phone',
}, async ({ browser }) => {
  test.setTimeout(TEN_MINUTES_MS + 180_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-hosting-'));
  const bank = await startDemoBank({ dataDir: bankFolder(dataDir), pagePort: 0 });
  const host = await startHost(dataDir);
  const contexts: BrowserContext[] = [];
  const phone = async (slug: string) => {
    const context = await browser.newContext({
      ...{ baseURL: host.addressOf(slug), viewport: { width: 360, height: 740 }, hasTouch: true },
    });
    context.setDefaultTimeout(30_000);
    contexts.push(context);
    return context.newPage();
  };
  try {
    const startedAt = Date.now();
    const owner = await phone('sossego');
    await signUp(owner, host, dataDir, 'sossego', 'Rotas do Sossego');
    await becomeAdministrator(owner);
    await takeStep(owner, 'Contato', owner.getByLabel('WhatsApp', { exact: true }), '35988110000');
    const policy = owner.getByRole('textbox', { name: 'Política de cancelamento', exact: true });
    await takeStep(owner, 'Política', policy, 'Devolvemos tudo até sete dias antes.');
    await connectBank(owner, bank);
    await publishTrip(owner);
    await reserveAndPay(await phone('sossego'), bank);
    const tookMs = Date.now() - startedAt;
    test.info().annotations.push({ type: 'measured', description: `${Math.round(tookMs / 1000)} s in all` });
    expect(tookMs).toBeLessThan(TEN_MINUTES_MS);

    const other = await phone('vizinha');
    await signUp(other, host, dataDir, 'vizinha', 'Agência Vizinha');
    await becomeAdministrator(other);
    for (const path of ['/portal/passeio', '/admin/reservas', '/admin/usuarios']) {
      await other.goto(path);
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(other.getByText(/Sossego|Joana Prado/)).toHaveCount(0);
    }
  } finally {
    for (const context of contexts) await context.close();
    await host.stop();
    await bank.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
