import type { Browser, Page } from '@playwright/test';
import { expectNothingFound } from './support/axe.ts';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, ownOrigin } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { beSignedIn, tokenOf } from './support/sessions.ts';

/** In a browser of its own: the provider's pages are not ours. */
const payerPage = async (browser: Browser) => (await browser.newContext()).newPage();

/** Chooses to pay the deposit by card, and goes to the page of the demonstration's provider. */
async function goToProvider(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Cartão' }).check();
  await page.getByRole('button', { name: /^Pagar o sinal\s*R\$\s*113,40$/ }).click();
  await page.getByRole('link', { name: 'Pagar com cartão' }).click();
  await expect(page.getByRole('heading', { name: 'Pagar com cartão' })).toBeVisible();
}

/** Has the bank of the card answer, and comes back from the provider. */
async function answer(page: Page, decision: 'Aprovar' | 'Recusar' | 'Deixar pendente'): Promise<string> {
  await expect(page.getByText(/^R\$\s113,40$/)).toBeVisible();
  await page.getByRole('button', { name: decision }).click();
  await page.waitForURL(/\/pagamentos\/\d+$/);
  const payment = page.url();
  await page.getByRole('link', { name: 'Voltar à reserva' }).click();
  return payment;
}

test('a card that is refused and then approved confirms the reservation; staff sees to its chargeback', {
  tag: '@phone',
}, async ({ browser, client, request, pageOf }) => {
  const page = await payerPage(browser);
  await beSignedIn(page.context(), client);
  const trip = await familyTrip(request);
  const { id, code } = await reserveParty(request, client.token, trip, { Adulto: 2 });
  await page.goto(`/minhasreservas/${code}`);
  await expect(page.getByText(/^Pague o sinal de R\$\s113,40 por Pix ou cartão/)).toBeVisible();
  await goToProvider(page);
  await answer(page, 'Recusar');
  await expect(page).toHaveURL(new RegExp(`/minhasreservas/${code}\\?`));
  const refusal = page.getByRole('alert').filter({ hasText: 'O cartão não foi aprovado.' });
  await expect(refusal.getByText(/ou pague por Pix\. Os lugares estão guardados até /)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');

  await page.getByRole('link', { name: 'Pagar com cartão' }).click();
  const payment = await answer(page, 'Aprovar');
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  await expect(page.getByRole('status').getByText(/Obrigado!$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pagar o restante\s*R\$\s*264,60$/ })).toBeVisible();
  await expectNoSidewaysScrolling(page);

  const staff = await pageOf(demoAccount('OPERATOR'));
  await staff.goto(`/admin/reservas/${id}`);
  await expect(staff.getByText(/^Taxa R\$\s5,65 · líquido R\$\s107,75 · na conta em /)).toBeVisible();
  await expectNoSidewaysScrolling(staff);

  await page.goto(payment);
  await page.getByRole('button', { name: 'Contestar (chargeback)' }).click();
  await expect(page.getByRole('heading', { name: 'Contestado' })).toBeVisible();
  await page.goto(`/minhasreservas/${code}`);
  await expect(page.getByText(/^O pagamento foi contestado no banco/)).toBeVisible();
  await expect(page.getByText('Banco (cartão)').first()).toBeVisible();
  // The page may have been asked for before the notice came, and a paid reservation is read again every half minute.
  await page.reload();
  await expect(page.getByRole('button', { name: /R\$\s*378,00$/ })).toBeVisible();

  await staff.goto('/admin/pagamentos/conciliar');
  const task = staff.getByRole('button', { name: `Já cuidei disso: contestação da reserva ${code}` });
  await expect(task).toBeVisible();
  await expectNoSidewaysScrolling(staff);
  await expectNothingFound(staff, '#conteudo');
  await task.click();
  const dialog = staff.getByRole('dialog', { name: 'Encerrar contestação' });
  await dialog.getByLabel('O que foi combinado (opcional)').fill('Paga em dinheiro no embarque');
  await dialog.getByRole('button', { name: 'Encerrar' }).click();
  await expectToast(staff, 'success', `Contestação da reserva ${code} encerrada.`);
  await expect(task).toHaveCount(0);
  await page.context().close();
});

test('a payer without an account comes back to the link, where a pending card is confirmed by itself', {
  tag: '@phone',
}, async ({ client, request, browser }) => {
  const { id } = await reserveParty(request, client.token, await familyTrip(request), { Adulto: 2 });
  const headers = { ...bearer(await tokenOf(demoAccount('OPERATOR'))), origin: ownOrigin() };
  const made = await request.post(`/api/reservations/${id}/link`, { data: {}, headers });
  const { hash } = new URL((await made.json()).url);
  const visitor = await payerPage(browser);
  await visitor.goto(`/reserva${hash}`);
  await goToProvider(visitor);
  expect(await visitor.content()).not.toContain(hash.slice(1));
  const payment = await answer(visitor, 'Deixar pendente');
  await expect(visitor).toHaveURL(new RegExp(`/reserva\\?.*${hash}$`));
  await expect(visitor.getByText(/pode levar até 2 dias úteis/).first()).toBeVisible();
  await expectNoSidewaysScrolling(visitor);

  // On another day, by the link alone.
  await visitor.goto('about:blank');
  await visitor.goto(`/reserva${hash}`);
  await expect(visitor.getByText('Cartão em análise').first()).toBeVisible();
  await expect(
    visitor.getByText(/Não pague de novo: guardamos as vagas e avisamos assim que ele entrar/),
  ).toBeVisible();
  await expect(visitor.getByRole('radio', { name: 'Pix' })).toHaveCount(0);
  await expect(visitor.getByRole('link', { name: 'Pagar com cartão' })).toHaveCount(0);
  await expect(visitor.getByRole('button', { name: 'Dividir o pagamento' })).toHaveCount(0);
  await expectNoSidewaysScrolling(visitor);
  await expectNothingFound(visitor, 'main');

  const provider = await payerPage(browser);
  await provider.goto(payment);
  await provider.getByRole('button', { name: 'Aprovar' }).click();
  await expect(visitor.getByRole('status').getByText(/^Recebemos R\$\s113,40\. Obrigado!$/)).toBeVisible();
  await expect(visitor.getByText('Confirmada (sinal pago)').first()).toBeVisible();

  await visitor.getByRole('button', { name: 'Cancelar reserva' }).click();
  const values = visitor.getByRole('region', { name: 'Valores do cancelamento' });
  await expect(values.getByText(/^Até \S+, para o cartão\.$/)).toBeVisible();
  await expectNoSidewaysScrolling(visitor);
  await expect(visitor.getByRole('button', { name: /^Cancelar e receber R\$\s113,40$/ })).toBeEnabled();
  const cancelling = { data: { reason: 'Chuva', by: 'operator' }, headers };
  expect((await request.post(`/api/reservations/${id}/cancellation`, cancelling)).status()).toBe(200);
  await visitor.reload();
  await expect(visitor.getByText(/O valor volta para o cartão\.$/)).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Informar chave Pix' })).toHaveCount(0);
  await expectNoSidewaysScrolling(visitor);
  await expectNothingFound(visitor, 'main');
  await provider.context().close();
  await visitor.context().close();
});
