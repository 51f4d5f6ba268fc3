import type { Page } from '@playwright/test';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { untilCached } from './support/offline.ts';
import { expectToFit, logIn } from './support/screens.ts';
import { tokenOf } from './support/sessions.ts';

test.use({ serviceWorkers: 'allow' });

/** Shares a PDF with the installed application: the phone posts the form of the manifest's share target. */
async function share(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.evaluate((name) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file' });
    const files = new DataTransfer();
    files.items.add(new File(['%PDF-1.7\n%%EOF\n'], name, { type: 'application/pdf' }));
    input.files = files.files;
    const how = { method: 'post', action: '/comprovante', enctype: 'multipart/form-data' };
    const form = Object.assign(document.createElement('form'), how);
    form.append(input);
    document.body.append(form);
    form.submit();
  }, name);
}

test('a receipt shared before signing in waits for it, one shared without a network for that; it goes with one tap', {
  tag: '@phone',
}, async ({ page, person, context, request, tolerate }) => {
  tolerate(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const { code } = await reserveParty(request, await tokenOf(person), await familyTrip(request), { Adulto: 1 });
  await page.goto('/');
  await share(page, 'comprovante pix.pdf');
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fcomprovante');
  await logIn(page, person);
  await expect(page.getByText('comprovante pix.pdf')).toBeVisible();
  await expect(page.getByText(`Falta pagar R$ 189,00 · reserva ${code}`)).toBeVisible();
  await expectToFit(page);

  await untilCached(page, '/comprovante');
  await context.setOffline(true);
  await share(page, 'o certo.pdf');
  await expect(page.getByText('o certo.pdf')).toBeVisible();
  await expect(page.getByText('O comprovante está guardado neste aparelho')).toBeVisible();
  const send = page.getByRole('button', { name: 'Enviar para esta reserva' });
  await expect(send).toBeDisabled();
  await context.setOffline(false);
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page).toHaveURL(`/minhasreservas/${code}`);
  await expect(page.getByText('Comprovante enviado – em conferência')).toBeVisible();
  expect(await page.evaluate(() => caches.has('shared-receipt'))).toBe(false);
});
