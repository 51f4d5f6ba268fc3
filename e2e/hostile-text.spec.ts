import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { expectToast } from './screens.ts';
import { descriptionOf, openEditor, pasteFromElsewhere, saveButton } from './trip-editor.ts';
import { createTripByApi, tripByApi } from './trips.ts';

// Each would call `hit` if executed; the last ones are mutation XSS.
const hostile = [
  '<img src=x onerror="hit()">',
  '<a href="javascript:hit()">link</a>',
  '<a href=" java&#10;script:hit()">link</a>',
  '<a href="data:text/html,<script>hit()</script>">link</a>',
  '<svg onload="hit()"><a xlink:href="javascript:hit()"><text>svg</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=hit()>#x"></svg>',
  '<template><img src=x onerror="hit()"></template>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe><object data="javascript:hit()"></object>',
  '<p onmouseover="hit()" style="background:url(javascript:hit())">texto</p>',
  '<style>@import "//evil.example/x.css"; p { background: url(//evil.example/y) }</style><script>hit()</script>',
  '<base href="https://evil.example/"><form action="javascript:hit()"><button>enviar</button></form>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=hit()>">',
  '<noscript><p title="</noscript><img src=x onerror=hit()>"></noscript>',
  '<div data-pm-slice="1 1 -9 [&quot;image&quot;,{&quot;src&quot;:&quot;x&quot;}]"><img src=x onerror=hit()></div>',
];

/** Counts executed scripts and CSP violations. */
async function watch(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { hits: number; hit: () => void };
    counted.hits = 0;
    counted.hit = () => {
      counted.hits += 1;
    };
    document.addEventListener('securitypolicyviolation', counted.hit);
  });
  return () => page.evaluate(() => (window as unknown as { hits: number }).hits);
}

/** Tags and attributes in the text, without those of the editor's own empty lines. */
function markup(page: Page): Promise<string> {
  return descriptionOf(page).evaluate((text) =>
    [...text.querySelectorAll('*:not(.ProseMirror-trailingBreak)')]
      .map(({ tagName, attributes }) => [tagName, ...[...attributes].map(({ name, value }) => `${name}=${value}`)])
      .join(' '),
  );
}

const HARMLESS = /^(?:(?:P|BR|H[234]|UL|LI|STRONG|EM)(?: |$))*$/;

test('what is pasted runs nothing, loads nothing and leads nowhere it should not', async ({
  page,
  request,
  signInAs,
}) => {
  const hits = await watch(page);
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token, { description: '' });
  await openEditor(page, trip.id);
  const description = descriptionOf(page);
  await description.click();
  for (const html of hostile) {
    await pasteFromElsewhere(page, { html: `<p>antes</p>${html}<p>depois</p>`, text: 'antes depois' });
    await expect(description, html).toContainText('antes');
    expect(await markup(page), html).toMatch(HARMLESS);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
  }
  await pasteFromElsewhere(page, { html: `<h2>Fim</h2>${hostile.join('')}`, text: 'Fim' });
  await saveButton(page).click();
  await expectToast(page, 'success', 'Passeio salvo.');
  expect((await tripByApi(request, token, trip.id)).description).toMatch(/^<h2>Fim<\/h2>(?:<\/?p>|[^<>])*$/);
  expect(await hits()).toBe(0);
});

test('a hostile text that comes from the server is harmless in the editor', async ({ page, request, signInAs }) => {
  const hits = await watch(page);
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token, { description: '<p>guardado</p>' });
  const description = `<p>antes</p>${hostile.join('')}<p>depois</p>`;
  await page.route(`**/api/trips/**`, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({
      response,
      body: body.replaceAll(JSON.stringify('<p>guardado</p>'), JSON.stringify(description)),
    });
  });
  await openEditor(page, trip.id);
  await expect(descriptionOf(page)).toContainText('antes');
  expect(await markup(page)).toMatch(HARMLESS);
  expect(await hits()).toBe(0);
});
