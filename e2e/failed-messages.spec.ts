import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { letterLinks } from './mails.ts';
import { demoAccount } from './people.ts';
import { expectNoSidewaysScrolling } from './screens.ts';
import { database } from './sessions.ts';
import { shoot } from './shoot.ts';

/** An e-mail that the queue has given up, as nobody can wait a day for one. */
async function giveUp(to: string, response: string): Promise<void> {
  const data = { kind: 'accountExists', to, data: { name: 'Ana Lima', link: 'http://localhost:3000/auth/login' } };
  await (await database()).query(
    `insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_output)
     values ('mail-failed', $1, 'mail', $2, now() - interval '28 hours', $3)`,
    [data, randomUUID(), { message: response }],
  );
}

const newAddress = () => `pessoa-${randomUUID().slice(0, 8)}@exemplo.com.br`;
const entry = (page: Page, to: string) => page.getByRole('listitem').filter({ hasText: to });

test('an administrator sees which e-mails did not go out and why, sends one again and discards another', async ({
  page,
  signInAs,
}) => {
  const [mended, wrong] = [newAddress(), newAddress()];
  await giveUp(mended, 'connect ECONNREFUSED 10.0.0.5:587');
  await giveUp(wrong, `550 5.1.1 <${wrong}>: Recipient address rejected: User unknown in virtual mailbox table`);
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin');
  const hint = page.getByRole('region', { name: 'Mensagens' });
  await expect(hint).toContainText(/\d+ mensagens não saíram/);
  await shoot(page, 'admin-panel-messages');
  await hint.getByRole('link', { name: 'Ver para quem e por quê' }).click();
  await expect(page).toHaveURL('/admin/mensagens');

  await expect(page.getByRole('heading', { name: /\d+ mensagens não saíram/ })).toBeVisible();
  await expect(entry(page, mended)).toContainText('Você já tem uma conta');
  await expect(entry(page, mended)).toContainText('O servidor de e-mail não respondeu.');
  await expect(entry(page, wrong)).toContainText('O endereço não existe ou não recebe mensagens.');
  await entry(page, wrong).getByText('Resposta do servidor').click();
  await expect(entry(page, wrong).getByText('User unknown in virtual mailbox table')).toBeVisible();
  await expectNothingFound(page);
  await shoot(page, 'admin-messages');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScrolling(page);

  await entry(page, mended).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Mensagem de volta na fila de envio.')).toBeVisible();
  await expect(entry(page, mended)).toHaveCount(0);
  await expect.poll(() => letterLinks(mended, 'Você já tem uma conta')).toEqual(['/auth/login']);

  await entry(page, wrong).getByRole('button', { name: 'Descartar' }).click();
  const question = page.getByRole('alertdialog', { name: 'Descartar a mensagem?' });
  await expect(question).toContainText(wrong);
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Mensagem descartada.')).toBeVisible();
  await expect(entry(page, wrong)).toHaveCount(0);
});
