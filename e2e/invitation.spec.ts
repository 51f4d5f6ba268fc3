import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { mailedPath } from './mails.ts';
import { bearer, demoAccount, newPerson, rareName, tripsOnSale } from './people.ts';
import { expectNoSidewaysScrolling, expectToast } from './screens.ts';
import { tokenOf } from './sessions.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('somebody whom the counter wrote down gets an account by a link on WhatsApp, which works once', async ({
  page,
  browser,
  request,
  signInAs,
  tolerate,
}) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/api\/invitations\/read/);
  const [trip] = await tripsOnSale(request);
  const counter = await tokenOf(demoAccount('OPERATOR'));
  const name = rareName('Iolanda');
  const written = await request.post(`/api/trips/${trip?.id}/passengers`, {
    data: { person: { name, contact: '35999990000', cpf: generateCpf() } },
    headers: bearer(counter),
  });
  const reservation = await written.json();

  await signInAs(demoAccount('ADMIN'));
  await page.goto(`/admin/usuarios/${reservation.payer.id}`);
  await page.getByRole('button', { name: 'Criar convite' }).click();
  const send = page.getByRole('link', { name: 'Enviar convite pelo WhatsApp' });
  const text = new URL((await send.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
  expect(text).toContain('Olá, Iolanda! Com este link você cria a sua conta');
  await expect(page.getByText('Há um convite aberto')).toBeVisible();
  await expectNoSidewaysScrolling(page);
  const link = /http\S+$/.exec(text)?.[0] ?? '';

  // Another browser, not signed in.
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const theirs = await context.newPage();
  const { pathname, hash } = new URL(link);
  await theirs.goto(pathname + hash);
  await expect(theirs.getByRole('heading', { name: 'Olá, Iolanda!' })).toBeVisible();
  await expect(theirs.getByText(name.split(' ')[1] ?? '')).toHaveCount(0);
  await expect(theirs.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(theirs.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await expectNoSidewaysScrolling(theirs);
  await expectNothingFound(theirs);
  const { email, password, rg, emitter } = newPerson();
  await expect(theirs.getByLabel('CPF', { exact: true })).toHaveCount(0);
  await theirs.getByLabel('RG', { exact: true }).fill(rg);
  await theirs.getByRole('combobox', { name: 'Órgão emissor' }).fill(emitter);
  await theirs.getByLabel('Data de nascimento').pressSequentially('05121990');
  await theirs.getByLabel('E-mail', { exact: true }).fill(email);
  await theirs.getByLabel('Senha', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Criar conta' }).click();
  await expect(theirs).toHaveURL('/minhasreservas');
  await expectToast(theirs, 'success', 'Usuário cadastrado com sucesso!');
  await expect(theirs.getByText(reservation.code)).toBeVisible();
  expect(await mailedPath(email, 'Confirme o seu e-mail')).toBeTruthy();
  await context.close();

  await page.goto(pathname + hash);
  await expect(page.getByRole('heading', { name: 'Este convite não vale mais' })).toBeVisible();
});
