import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { payInBank } from './support/bank.ts';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { textOfPdf } from './support/passengers.ts';
import { demoAccount, newPerson } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { insertPerson } from './support/sessions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A trip with two nights in a hotel of doubles and triples. */
async function weekendTrip(request: APIRequestContext) {
  const departure = new Date(Date.now() + 90 * DAY_MS).setUTCHours(7, 30, 0, 0);
  const roomType = { priceCents: 4_000, emptyBedCents: 16_000 };
  const trip = await familyTrip(request, {
    date: new Date(departure).toISOString(),
    returnDate: new Date(departure + 2 * DAY_MS).toISOString(),
    roomTypes: [
      { ...roomType, label: 'Duplo', places: 2, count: 4 },
      { ...roomType, label: 'Triplo', places: 3, count: 2 },
    ],
  });
  const typeId = (label: string) => trip.roomTypes.find((one) => one.label === label)?.id ?? '';
  return { ...trip, duplo: typeId('Duplo'), triplo: typeId('Triplo') };
}

/** Sends what was chosen on the open page of the trip. */
async function join(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Ponto de embarque' }).selectOption({ index: 1 });
  await expectNoSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Quero participar!' }).click();
}

async function payDeposit(browser: Browser, page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/(minhasreservas\/|reserva#)/);
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  await expectNoSidewaysScrolling(page);
}

/** Downloads the rooming list in a format. */
async function download(page: Page, format: string): Promise<Buffer> {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: format, exact: true }).click();
  return readFile(await (await file).path());
}

for (const [tag, width, height] of [
  [['@phone'], 360, 740],
  [[], 1280, 800],
] as [string[], number, number][]) {
  test.describe(`${width} px wide`, { tag }, () => {
    test.use({ viewport: { width, height } });

    test('a family and two women who share are roomed by themselves, and the hotel reads who cancelled', async ({
      page,
      request,
      browser,
      pageOf,
    }) => {
      const { id, slug, duplo, triplo } = await weekendTrip(request);
      await page.goto(`/portal/passeio/${slug}`);
      for (const fare of ['Adulto', 'Criança', 'Criança', 'Criança']) {
        await page.getByRole('button', { name: `Mais um: ${fare}`, exact: true }).click();
      }
      const proposed = page.getByRole('region', { name: 'Quartos' });
      await expect(proposed.getByRole('combobox', { name: 'Tipo do quarto 1' })).toHaveValue(duplo);
      await expect(proposed.getByRole('combobox', { name: 'Tipo do quarto 2' })).toHaveValue(triplo);
      await expect(proposed.getByText('Camas para 5 pessoas.')).toBeVisible();
      await join(page);
      await page.getByRole('link', { name: 'Continuar sem conta' }).click();
      await expect(page.getByText('1 Duplo e 1 Triplo')).toBeVisible();
      await page.getByLabel('Seu nome').fill('Marta Prado Lima');
      await page.getByLabel('WhatsApp').fill(newPerson().contact);
      await page.getByRole('button', { name: 'Guardar as vagas' }).click();
      await payDeposit(browser, page);

      const share = async (name: string) => {
        const person = { ...newPerson(), name };
        await insertPerson(person);
        const sharer = await pageOf(person);
        await sharer.goto(`/portal/passeio/${slug}`);
        await sharer.getByRole('combobox', { name: 'Divisão do quarto 1' }).selectOption('Dividir: só com mulheres');
        await join(sharer);
        await payDeposit(browser, sharer);
        return sharer;
      };
      const paula = await share('Paula Reis Nunes');
      await share('Rita Teles Souza');

      const staff = await pageOf(demoAccount('OPERATOR'));
      await staff.goto(`/admin/passeios/${id}/quartos`);
      const room = (name: string) => staff.getByRole('region', { name, exact: true });
      // Each of them may be chosen in every room: who sleeps there is a link.
      const sleeps = (name: string, person: string) =>
        expect(room(name).getByRole('link', { name: person })).toBeVisible();
      await expect(room('Duplo 1').getByRole('listitem')).toHaveCount(2);
      await sleeps('Duplo 1', 'Marta Prado Lima');
      await expect(room('Triplo 1').getByRole('listitem')).toHaveCount(3);
      await sleeps('Duplo 2', 'Paula Reis Nunes');
      await sleeps('Duplo 2', 'Rita Teles Souza');
      await expectNoSidewaysScrolling(staff);

      expect(await textOfPdf(await download(staff, 'PDF'))).toContain('Paula Reis Nunes');
      expect((await download(staff, 'Planilha')).subarray(0, 2).toString()).toBe('PK');
      const sent = (await download(staff, 'Texto para WhatsApp')).toString();
      expect(sent).toMatch(/\*Duplo 2\*\n- Paula Reis Nunes.*\n- Rita Teles Souza/);
      expect(sent).not.toMatch(/_alterado_|_saiu_/);
      await expect(staff.getByText(/^Última: .*, por Rafael/)).toBeVisible();

      await paula.getByRole('button', { name: 'Cancelar reserva' }).click();
      await paula.getByRole('button', { name: /^Cancelar e receber/ }).click();
      await expectToast(paula, 'success', 'Reserva cancelada.');
      await staff.reload();
      await expect(room('Duplo 2').getByRole('listitem')).toHaveCount(1);
      await expect(room('Duplo 2')).toContainText('ficou só no quarto desde a última lista');
      await expect(staff.getByText('Não vem mais desde então: Paula Reis Nunes.')).toBeVisible();
      const changed = (await download(staff, 'Texto para WhatsApp')).toString();
      expect(changed).toMatch(/\*Duplo 2\*\n- Rita Teles Souza.*_ficou só no quarto_/);
      expect(changed).toMatch(/\*Não vem mais\*\n- Paula Reis Nunes.*_saiu_/);
    });
  });
}
