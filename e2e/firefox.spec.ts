import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { ensureTool } from '../scripts/debian.ts';
import { type Credentials, demoAccount, newPerson, ownOrigin, roomiestTrip } from './support/people.ts';
import { insertPerson, openSession, userSlice } from './support/sessions.ts';

const TIMEOUT_MS = 60_000;

let browser: Browser;
let home: string;

// Debian's Firefox, which Playwright cannot drive: it brings its own. One start serves the whole file.
test.describe.configure({ mode: 'default', timeout: 300_000 });

test.beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'passeio-firefox-'));
  browser = await launch({
    browser: 'firefox',
    executablePath: ensureTool('firefox'),
    headless: true,
    // It writes beside its profile too, and root's own folder may belong to somebody else.
    env: { ...process.env, HOME: home },
  });
});

test.afterAll(async () => {
  await browser?.close();
  await rm(home, { recursive: true, force: true });
});

// What Firefox reports of a picture that was loading through the service worker when its page was left.
const PICTURE_LEFT = /^Error: Failed to load ‘[^’]+\/api\/trips\/image\/[^’]+’\. A ServiceWorker intercepted/;

/** A page in a session of its own; `problems` gets what its console reports as an error, refused policies included. */
async function openWindow(problems: string[]): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewport({ width: 1280, height: 800 });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} @ ${page.url()}`);
  });
  page.on('pageerror', (error) => {
    if (!PICTURE_LEFT.test(String(error))) problems.push(String(error));
  });
  await page.evaluateOnNewDocument(() => {
    const { error } = console;
    // An error itself would be reported as a handle without its message.
    console.error = (...parts) => error(...parts.map(String));
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`refused by ${effectiveDirective}: ${blockedURI}`),
    );
  });
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

/** Before the page is left: Firefox reports what is still being loaded as failed by the service worker. */
const loaded = (page: Page) => page.waitForNetworkIdle({ idleTime: 200 });

async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await press(page, 'button', 'Entrar');
}

test('a client reserves a trip in Firefox, and the console stays empty', async ({ request }) => {
  const person = newPerson();
  await insertPerson(person);
  const { slug, title } = await roomiestTrip(request);
  const problems: string[] = [];
  const page = await openWindow(problems);
  const fetched: string[] = [];
  page.on('requestfinished', (finished) => fetched.push(new URL(finished.url()).pathname));
  await page.goto(`${ownOrigin()}/`);
  await expect.poll(() => fetched, { timeout: TIMEOUT_MS }).toContain('/portal/passeio.data');

  await page.locator('main a[href="/portal/passeio"]').click();
  await isAt(page, '/portal/passeio');
  await page.locator(`main article a[href="/portal/passeio/${slug}"]`).click();
  await isAt(page, `/portal/passeio/${slug}`);
  await press(page, 'button', 'Quero participar!');
  await isAt(page, '/auth/login');
  await signIn(page, person);
  await isAt(page, '/home');
  await loaded(page);
  await press(page, 'button', 'Concluir reserva');
  await page.waitForFunction(() => /^\/minhasreservas\/./.test(location.pathname));
  await shows(page, title);
  await shows(page, 'Aguardando pagamento do sinal');
  expect(problems).toEqual([]);
});

test('an administrator opens the start page in Firefox, and the console stays empty', async () => {
  const problems: string[] = [];
  const page = await openWindow(problems);
  const session = await openSession(demoAccount('ADMIN'));
  await page.browserContext().setCookie({ ...session.cookie, domain: 'localhost', path: '/', httpOnly: true });
  await page.evaluateOnNewDocument((slice) => {
    // Not on the blank page before, which may store nothing.
    if (location.protocol === 'http:') localStorage.setItem('nextjs', slice);
  }, userSlice(session));
  await page.goto(`${ownOrigin()}/admin`);
  await isAt(page, '/home');
  await shows(page, 'Dinheiro da semana');
  await page.waitForSelector('main[aria-busy=false]');
  await loaded(page);
  await page.goto(`${ownOrigin()}/admin/reservas`);
  await page.waitForSelector('main[aria-busy=false]');
  expect(problems).toEqual([]);
});
