import type { APIRequestContext } from '@playwright/test';
import { rejectionPresets } from '../contract/src/payments/payments.ts';
import type { ReservationDetails } from '../contract/src/reservations/reservations.ts';
import { expectNothingFound } from './support/axe.ts';
import { payInBank } from './support/bank.ts';
import { askForDeposit, familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, ownOrigin } from './support/people.ts';
import { photograph } from './support/photographs.ts';
import { expectNoSidewaysScrolling, expectToast, goOnIn } from './support/screens.ts';
import { database, tokenOf } from './support/sessions.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** Changes a row that is there. */
async function change(sql: string, id: string): Promise<void> {
  expect((await (await database()).query(sql, [id])).rowCount).toBe(1);
}

/** The receipt that staff reads last, and the approval of it. */
async function receiptsOf(request: APIRequestContext, code: string) {
  const headers = { ...bearer(await tokenOf(demoAccount('OPERATOR'))), origin: ownOrigin() };
  const read = async () => {
    const response = await request.get(`/api/reservations/${code}`, { headers });
    return ((await response.json()) as ReservationDetails).receipt?.id;
  };
  return {
    read,
    async approve(amountCents: number) {
      const path = `/api/payments/receipts/${await read()}/approval`;
      const approved = await request.post(path, { data: { amountCents }, headers });
      expect(approved.ok(), await approved.text()).toBe(true);
    },
  };
}

test('a Pix paid in the bank confirms the reservation on the open page; who then cancels is promised the rest', {
  tag: '@phone',
}, async ({ page, client, request, browser }) => {
  const trip = await familyTrip(request, { cancellationTiers: [{ minHoursBefore: 0, penaltyPercent: 20 }] });
  const { id, code } = await reserveParty(request, client.token, trip, { Adulto: 2 });
  // Within a week everything would go back.
  await change("update reservations set accepted_at = now() - interval '10 days' where id = $1", id);
  await page.goto(`/minhasreservas/${code}`);
  await page.getByRole('button', { name: /^Pagar o sinal\s*R\$\s*113,40$/ }).click();
  const copy = page.getByRole('button', { name: 'Copiar código Pix' });
  await expect(copy).toBeFocused();
  await expect(page.getByRole('img', { name: /^QR code para pagar R\$\s113,40 por Pix$/ })).toBeVisible();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  const { y = 0 } = (await copy.boundingBox()) ?? {};
  // What is to be done is in sight without scrolling.
  expect(y).toBeLessThan(500);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await goOnIn(page, 'desktop');
  await expect(copy).toBeInViewport();
  await expectNoSidewaysScrolling(page);
  await goOnIn(page, 'phone');

  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  await expect(page.getByRole('status').getByText(/^Recebemos R\$\s113,40\. Obrigado!$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pagar o restante\s*R\$\s*264,60$/ })).toBeVisible();

  await expect(page.getByText(/^Se cancelar agora, você recebe R\$\s37,80 até /)).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar reserva' }).click();
  const cancelling = page.getByRole('dialog', { name: 'Cancelar reserva' });
  await expect(cancelling.getByText(/: multa de 20% sobre R\$\s378,00\.$/)).toBeVisible();
  await cancelling.getByRole('button', { name: /^Cancelar e receber R\$\s37,80$/ }).click();
  await expectToast(page, 'success', 'Reserva cancelada.');
  const refund = page.getByRole('heading', { name: /^Reembolso de R\$\s37,80/ });
  await expect(refund.getByText(/^Previsto até \d\d\/\d\d$/)).toBeVisible();
  await expectNoSidewaysScrolling(page);
});

test('a receipt is refused by keyboard in the payments inbox, sent again and accepted, and the open page shows each', async ({
  page,
  client,
  request,
  pageOf,
}) => {
  const reservation = await reserveParty(request, client.token, await familyTrip(request), { Adulto: 2 });
  const { code } = reservation;
  await askForDeposit(request, client.token, reservation);
  // As an operator without a connected bank has it: the code is that of the Pix key, and nothing notifies us of the
  // payment.
  await change(
    "update charges set provider = 'own_key', provider_state = null where reservation_id = $1 and state = 'open'",
    reservation.id,
  );
  const receipts = await receiptsOf(request, code);
  await page.goto(`/minhasreservas/${code}`);
  await expect(page.getByRole('button', { name: 'Já paguei: enviar comprovante' })).toBeVisible();
  // What was drawn before the scripts takes no file.
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  const file = page.locator('input[type=file]');
  await file.setInputFiles(await photograph('comprovante.jpg', '#2d7a4f'));
  const waiting = page.getByText('Comprovante enviado – em conferência');
  await expect(waiting).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar o comprovante' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.webp$/);

  const inbox = await pageOf(demoAccount('OPERATOR'));
  await inbox.goto(`/admin/pagamentos?comprovante=${await receipts.read()}`);
  await expect(inbox.getByRole('heading', { name: code })).toBeVisible();
  const picture = inbox.getByRole('img', { name: 'Comprovante enviado' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(
    inbox
      .getByRole('article')
      .getByText(/R\$\s113,40/)
      .first(),
  ).toBeVisible();
  await inbox.keyboard.press('r');
  await expect(inbox.getByRole('dialog', { name: 'Recusar comprovante' })).toBeVisible();
  await inbox.keyboard.press('ArrowDown');
  await inbox.keyboard.press('Enter');
  await expectToast(inbox, 'success', `Comprovante da reserva ${code} recusado.`);

  await expect(page.getByText(rejectionPresets[1], { exact: true })).toBeVisible();
  await file.setInputFiles({ name: 'comprovante.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(waiting).toBeVisible();
  await receipts.approve(11_340);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
});
