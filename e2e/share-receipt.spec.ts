import type { Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { whenKept } from './offline.ts';
import { expectNoSidewaysScrolling, goOnIn, logIn, refused } from './screens.ts';
import { beSignedIn, tokenOf } from './sessions.ts';
import { shoot } from './shoot.ts';

test.use({ serviceWorkers: 'allow' });

/** Shares a PDF with the installed application: the phone posts the form of the manifest's share target. */
async function share(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file' });
    const files = new DataTransfer();
    files.items.add(new File(['%PDF-1.7\n%%EOF\n'], 'comprovante pix.pdf', { type: 'application/pdf' }));
    input.files = files.files;
    const how = { method: 'post', action: '/comprovante', enctype: 'multipart/form-data' };
    const form = Object.assign(document.createElement('form'), how);
    form.append(input);
    document.body.append(form);
    form.submit();
  });
}

test('a receipt shared before signing in waits for it, and goes with one tap', { tag: '@phone' }, async ({
  page,
  person,
  request,
}) => {
  const { code } = await reserveParty(request, await tokenOf(person), await familyTrip(request), { Adulto: 1 });
  await page.goto('/');
  await share(page);
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fcomprovante');
  await logIn(page, person);
  await expect(page.getByText('comprovante pix.pdf')).toBeVisible();
  await expect(page.getByText(`Falta pagar R$ 189,00 · reserva ${code}`)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'comprovante');
  await goOnIn(page, 'desktop');
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await page.getByRole('button', { name: 'Enviar para esta reserva' }).click();
  await expect(page).toHaveURL(`/minhasreservas/${code}`);
  await expect(page.getByText('Comprovante enviado – em conferência')).toBeVisible();
  expect(await page.evaluate(() => caches.has('shared-receipt'))).toBe(false);
});

test('without a network a shared receipt is kept, and sent when there is one', { tag: '@phone' }, async ({
  page,
  person,
  context,
  request,
  tolerate,
}) => {
  tolerate(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const token = await beSignedIn(context, person);
  const { code } = await reserveParty(request, token, await familyTrip(request), { Adulto: 1 });
  await page.goto('/home');
  await whenKept(page, '/comprovante');
  await context.setOffline(true);
  await share(page);
  await expect(page.getByText('O comprovante está guardado neste aparelho')).toBeVisible();
  const send = page.getByRole('button', { name: 'Enviar para esta reserva' });
  await expect(send).toBeDisabled();
  await shoot(page, 'comprovante-sem-internet');
  await context.setOffline(false);
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page).toHaveURL(`/minhasreservas/${code}`);
});

test('signing out throws a shared receipt away', async ({ page, person, context, tolerate }) => {
  tolerate(refused('/(api/users/me|identity/token)'));
  await beSignedIn(context, person);
  await page.goto('/home');
  await share(page);
  await expect(page.getByText('comprovante pix.pdf')).toBeVisible();
  await page.goto('/auth/logout');
  await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.has('shared-receipt'))).toBe(false);
});
