import type { Page } from '@playwright/test';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, newPerson, ownOrigin, rareName } from './support/people.ts';

const AD = 'utm_source=instagram&utm_medium=ads&utm_campaign=verao&fbclid=abcDeUmClique&gclid=xyzDeUmClique';

/** Whatever the site keeps in this browser, as text. */
async function stored(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        found.push(name, store, await answer(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys())
      found.push(
        name,
        (await (await caches.open(name)).keys()).map(({ url }) => url),
      );
    return JSON.stringify(found);
  });
  return inPage + JSON.stringify(await page.context().cookies());
}

test('an ad leads to a reservation: nothing of the click is kept or sent elsewhere, and staff sees the source', {
  tag: '@phone',
}, async ({ page, request, pageOf }) => {
  const { title } = await familyTrip(request, { title: rareName('Mirante') });
  const [name, { contact }] = [rareName('Marina'), newPerson()];
  const sentTo = new Set<string>();
  const bodies: string[] = [];
  page.on('request', (sent) => {
    sentTo.add(new URL(sent.url()).origin);
    bodies.push(sent.postData() ?? '');
  });
  await page.goto(`/portal/passeio?q=${encodeURIComponent(title)}&${AD}`);
  await expect.poll(() => stored(page)).toContain('instagram');
  await page.getByRole('link', { name: title }).first().tap();
  await page.getByRole('button', { name: 'Mais um: Adulto', exact: true }).tap();
  await page.getByRole('combobox', { name: 'Ponto de embarque' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Quero participar!' }).tap();
  await page.getByRole('link', { name: 'Continuar sem conta' }).tap();
  await page.getByLabel('Seu nome').fill(name);
  await page.getByLabel('WhatsApp').fill(contact);
  await page.getByRole('button', { name: 'Guardar as vagas' }).tap();
  await expect(page.getByText('Aguardando pagamento do sinal').first()).toBeVisible();

  expect([...sentTo]).toEqual([ownOrigin()]);
  expect(bodies.join('\n')).toContain('"source":"instagram"');
  expect(bodies.join('\n')).not.toMatch(/clid|DeUmClique/);
  expect(await stored(page)).not.toMatch(/clid|DeUmClique/);

  const staff = await pageOf(demoAccount('OPERATOR'));
  await staff.goto(`/admin/reservas?q=${encodeURIComponent(name)}`);
  await staff.getByRole('link', { name }).first().click();
  await expect(staff.getByRole('region', { name: 'Reserva', exact: true })).toContainText(
    'Origem: instagram · ads · verao',
  );
});
