import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureFirefox } from '../../scripts/firefox.ts';
import { DEMO_PASSWORD, demoAccounts } from '../../server/src/demo/people.ts';
import { type ServerProcess, startServerProcess } from '../../server/test/server-process.ts';

const TIMEOUT_MS = 180_000;
const PATIENCE_MS = 30_000;

let server: ServerProcess;
let browser: Browser;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'passeio-firefox-'));
  server = await startServerProcess({});
  await server.untilReady();
  browser = await launch({
    browser: 'firefox',
    executablePath: ensureFirefox(),
    headless: true,
    // It writes beside its profile too, and root's own folder may belong to somebody else.
    env: { ...process.env, HOME: home },
  });
}, 360_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(home, { recursive: true, force: true });
});

/** A page in a session of its own; `problems` gets what its console tells as an error, refused policies included. */
async function openWindow(problems: string[]): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewport({ width: 1280, height: 800 });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} @ ${page.url()}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.evaluateOnNewDocument(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`refused by ${effectiveDirective}: ${blockedURI}`),
    ),
  );
  return page;
}

const press = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();

async function isAt(page: Page, path: string): Promise<void> {
  await page.waitForFunction((wanted) => location.pathname === wanted, {}, path);
  await page.waitForSelector('h1');
}

async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
}

async function signIn(page: Page, role: 'ADMIN' | 'CLIENT'): Promise<void> {
  const email = demoAccounts.find((account) => account.role === role)?.email ?? '';
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await press(page, 'button', 'Entrar');
}

it('a client reserves a trip in Firefox, and nothing is told in the console', { timeout: TIMEOUT_MS }, async () => {
  const problems: string[] = [];
  const page = await openWindow(problems);
  const fetched: string[] = [];
  page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/`);
  await vi.waitFor(() => expect(fetched).toContain('/portal/passeio.data'), PATIENCE_MS);

  await page.locator('main article a').click();
  await page.waitForFunction(() => /^\/portal\/passeio\/./.test(location.pathname));
  const title = await page.$eval('h1', (heading) => heading.innerText);
  await press(page, 'button', 'Quero participar!');
  await isAt(page, '/auth/login');
  await signIn(page, 'CLIENT');
  await isAt(page, '/home');
  await press(page, 'button', 'Concluir reserva');
  await shows(page, 'Reserva realizada com sucesso!');
  await press(page, 'link', 'Minhas reservas');
  await isAt(page, '/minhasreservas');
  await shows(page, title);
  await shows(page, 'Aguardando pagamento do sinal');
  expect(problems).toEqual([]);
});

it('an administrator opens the panel in Firefox, and nothing is told in the console', {
  timeout: TIMEOUT_MS,
}, async () => {
  const problems: string[] = [];
  const page = await openWindow(problems);
  await page.goto(`${server.url}/auth/login?returnUrl=/admin`);
  await signIn(page, 'ADMIN');
  await isAt(page, '/admin');
  await shows(page, 'Painel');
  for (const path of ['/admin/passeios', '/admin/reservas']) {
    await page.goto(server.url + path);
    await page.waitForSelector('main[aria-busy=false]');
  }
  expect(problems).toEqual([]);
});
