import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { lettersTo } from './support/mails.ts';
import { bearer, demoAccount, newPerson, rareName } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { tokenOf } from './support/sessions.ts';

/** The demonstration's WhatsApp, in a browser of its own: it is the client's telephone. */
async function openTelephone(browser: Browser, request: APIRequestContext): Promise<{ telephone: Page; url: string }> {
  const answer = await request.get('/api/whatsapp', { headers: bearer(await tokenOf(demoAccount('ADMIN'))) });
  const { demonstrationUrl: url } = await answer.json();
  const context = await browser.newContext({ baseURL: url, viewport: { width: 360, height: 740 } });
  return { telephone: await context.newPage(), url };
}

/** Reserves as a guest who wants messages there, or does not say. */
async function reserve(
  page: Page,
  title: string,
  { name, contact, email = '' }: { name: string; contact: string; email?: string },
  wants: boolean,
) {
  await page.goto(`/portal/passeio?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title }).first().click();
  await page.getByRole('button', { name: 'Mais um: Adulto', exact: true }).click();
  await page.getByRole('combobox', { name: 'Ponto de embarque' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Quero participar!' }).click();
  await page.getByRole('link', { name: 'Continuar sem conta' }).click();
  await page.getByLabel('Seu nome').fill(name);
  await page.getByLabel('WhatsApp').pressSequentially(contact);
  await page.getByLabel('E-mail (opcional)').fill(email);
  if (wants) await page.getByLabel('Quero receber os avisos da reserva por ele').check();
  await expectNoSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Guardar as vagas' }).click();
  await expect(page.getByText('Aguardando pagamento do sinal').first()).toBeVisible();
}

/** Staff opens the conversation about a reservation of the trip, once it shows a text. */
async function openConversation(page: Page, name: string, title: string, text: RegExp | string): Promise<void> {
  await expect(async () => {
    await page.goto(`/admin/conversas?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name: new RegExp(title) }).click();
    await expect(page.getByText(text)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

/** The client's conversation, once it shows a text. */
async function untilShown(telephone: Page, contact: string, text: RegExp | string): Promise<void> {
  await expect(async () => {
    await telephone.goto(`/conversas/55${contact}`);
    await expect(telephone.getByText(text).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test('a guest gets the Pix by WhatsApp, pays it there, and reads there that the reservation is confirmed', {
  tag: '@phone',
}, async ({ page, browser, request }) => {
  const { title } = await familyTrip(request, { title: rareName('Cânions') });
  const person = newPerson();
  const { telephone } = await openTelephone(browser, request);
  await reserve(page, title, person, true);

  await untilShown(telephone, person.contact, /Recebemos a sua reserva .* falta o sinal/);
  await expectNoSidewaysScrolling(telephone);
  await telephone.getByRole('link', { name: 'Pagar com Pix' }).click();
  await telephone.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(telephone.getByRole('heading', { name: 'Pix enviado' })).toBeVisible();
  await untilShown(telephone, person.contact, /Pagamento confirmado: reserva/);
  await page.reload();
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();

  // Within the day after they wrote, the next message is free text.
  await telephone.getByLabel('Escrever como o cliente').fill('Obrigada!');
  await telephone.getByRole('button', { name: 'Enviar', exact: true }).click();
  await untilShown(telephone, person.contact, 'Obrigada!');
});

test('a guest who did not choose WhatsApp gets nothing there', { tag: '@phone' }, async ({
  page,
  browser,
  request,
}) => {
  const { title } = await familyTrip(request, { title: rareName('Grutas') });
  const person = newPerson();
  const { telephone } = await openTelephone(browser, request);
  await reserve(page, title, person, false);
  const answer = await telephone.goto(`/conversas/55${person.contact}`);
  expect(answer?.status()).toBe(404);
});

test('an administrator sees which templates Meta has approved, and sets a budget', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/conexoes/whatsapp');
  await page.getByRole('link', { name: 'Modelos de mensagem, quem recebe e custos' }).click();
  await expect(page.getByText('Aprovado', { exact: true }).first()).toBeVisible();
  await page.getByLabel('Orçamento do mês').fill('50');
  await page.getByRole('button', { name: 'Salvar configurações' }).click();
  await expect(page.getByText('Configurações do WhatsApp salvas.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Orçamento do mês')).toHaveValue('50,00');
  await expectNoSidewaysScrolling(page);
});

test('a picture that a guest sends in the chat is a receipt: staff answers, approves it, and it is confirmed there', {
  tag: '@phone',
}, async ({ page, browser, request, signInAs }) => {
  const { title } = await familyTrip(request, { title: rareName('Serras') });
  const person = newPerson();
  const { telephone } = await openTelephone(browser, request);
  await reserve(page, title, person, true);
  await untilShown(telephone, person.contact, /falta o sinal/);
  await telephone.getByRole('button', { name: 'Enviar uma foto' }).click();

  await signInAs(demoAccount('ADMIN'));
  await openConversation(page, person.name, title, 'Comprovante na fila para conferir');
  await expectNoSidewaysScrolling(page);
  await page.getByRole('textbox', { name: 'Responder' }).fill('Recebemos a foto e já vamos conferir.');
  await page.getByRole('button', { name: 'Enviar resposta' }).click();
  await untilShown(telephone, person.contact, 'Recebemos a foto e já vamos conferir.');

  await page.getByRole('link', { name: new RegExp(`· ${title}`) }).click();
  await page.getByRole('link', { name: 'Conferir', exact: true }).click();
  await page.getByRole('button', { name: /^Aprovar/ }).click();
  await expectToast(page, 'success', /lançados na reserva/);
  await untilShown(telephone, person.contact, /A sua reserva está confirmada/);
});

test('a guest who has not written gets a template, and staff sees it delivered, and then read', async ({
  page,
  browser,
  request,
  signInAs,
}) => {
  const { title } = await familyTrip(request, { title: rareName('Lagoas') });
  const person = newPerson();
  const { telephone } = await openTelephone(browser, request);
  await reserve(page, title, { name: person.name, contact: person.contact }, true);

  await signInAs(demoAccount('ADMIN'));
  await openConversation(page, person.name, title, 'Automática · entregue');
  const messages = page.getByRole('log', { name: 'Mensagens' });
  await expect(messages.getByText(/^Olá, Marina! Recebemos a sua reserva/)).toBeVisible();
  await expect(page.getByText(/^Esta pessoa ainda não escreveu/)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await telephone.goto(`/conversas/55${person.contact}`);
  await expect(page.getByText('Automática · lida')).toBeVisible();
});

test('a guest whose telephone has no WhatsApp gets the e-mail, and staff sees why', async ({
  page,
  browser,
  request,
  signInAs,
}) => {
  const { title } = await familyTrip(request, { title: rareName('Mirantes') });
  const person = newPerson();
  const { telephone } = await openTelephone(browser, request);
  await telephone.goto('/');
  await telephone.getByLabel('Telefone do cliente').fill(person.contact);
  await telephone.getByRole('button', { name: 'Abrir conversa' }).click();
  await telephone.getByText('O telefone do cliente').click();
  await telephone.getByRole('button', { name: 'Sem WhatsApp' }).click();
  await reserve(page, title, person, true);

  await expect(async () => {
    expect(await lettersTo(person.email, 'Recebemos')).toHaveLength(1);
  }).toPass({ timeout: 60_000 });
  await signInAs(demoAccount('ADMIN'));
  await openConversation(page, person.name, title, 'Automática · foi por e-mail · sem WhatsApp neste número');
  await expectNoSidewaysScrolling(page);
});
