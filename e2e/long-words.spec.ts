import type { Page } from '@playwright/test';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, reservationsOf } from './support/people.ts';
import { expectNoSidewaysScrolling, openTripDialog } from './support/screens.ts';

const WORD = 'Pneumoultramicroscopicossilicovulcanoconiotico'.padEnd(80, 'abcdefghij');
const WRITTEN = /^(name|title|place|note|text|reason|message|summary|description|question|answer|comment|vehicle)$/;

/** What the API answered, with a word of 80 letters for everything that somebody wrote. */
function withLongWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLongWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === 'string' && one !== '' && WRITTEN.test(key) ? WORD : withLongWords(one),
    ]),
  );
}

async function writeLongWords(page: Page): Promise<void> {
  // Pages ask the API themselves.
  await page.route('**/first-view', (route) => route.fulfill({ status: 204 }));
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const isJson = response.headers()['content-type']?.includes('json');
    return route.fulfill({ response, ...(isJson && { json: withLongWords(await response.json()) }) });
  });
}

async function expectToTakeLongWords(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overhang, { message: path }).toBeLessThanOrEqual(0);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

test.use({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
test.setTimeout(120_000);

test('a trip of words with 80 letters widens neither its page, nor its dialog, nor the list of trips', async ({
  page,
  request,
}) => {
  const title = `${WORD.slice(0, 70)}${Date.now()}`.slice(0, 80);
  const { slug } = await familyTrip(request, {
    ...{ title, summary: WORD, description: `<p>${WORD}</p>`, vehicle: WORD, risks: WORD },
    ...{ included: [WORD], excluded: [WORD], bring: [WORD] },
    boardingPoints: [{ time: '05:00', place: WORD }],
    faq: [{ question: WORD, answer: WORD }],
  });
  for (const path of [`/portal/passeio/${slug}`, `/portal/passeio?q=${title}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
    await expectNoSidewaysScrolling(page);
  }
  await page.goto('/');
  const dialog = await openTripDialog(page, title);
  await expectNoSidewaysScrolling(page);
  const sideways = () => dialog.evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(await sideways()).toBeLessThanOrEqual(0);
});

test('words with 80 letters widen no page of a client', async ({ page, request, signInAs }) => {
  const [reservation] = await reservationsOf(request, await signInAs(demoAccount('CLIENT')));
  await writeLongWords(page);
  const one = `/minhasreservas/${reservation?.code}`;
  await expectToTakeLongWords(page, ['/home', '/minhasreservas', one, '/minhaconta']);
});

test('words with 80 letters widen no list of staff', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  await writeLongWords(page);
  await expectToTakeLongWords(page, [
    ...['/home', '/admin/reservas?lista=a-receber', '/admin/passeios', '/admin/usuarios', '/admin/saidas'],
    ...['/admin/pagamentos', '/admin/pagamentos/devolucoes', '/admin/pagamentos/conciliar', '/admin/veiculos'],
    ...['/admin/cupons', '/admin/avaliacoes', '/admin/auditoria'],
  ]);
});
