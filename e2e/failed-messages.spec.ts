import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { letterLinks } from './mails.ts';
import { demoAccount } from './people.ts';
import { expectNoSidewaysScrolling } from './screens.ts';
import { shoot } from './shoot.ts';

/** A dead letter, written by SQL: real retries take a day. */
async function giveUp(to: string, answer: string): Promise<void> {
  const data = { kind: 'accountExists', to, data: { name: 'Ana Lima', link: 'http://localhost:3000/auth/login' } };
  const client = new pg.Client({ connectionString: await findRunningPostgres(process.env.E2E_DATA_DIR ?? '') });
  await client.connect();
  await client.query(
    `insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_output)
     values ('mail-failed', $1, 'mail', $2, now() - interval '28 hours', $3)`,
    [data, randomUUID(), { message: answer }],
  );
  await client.end();
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
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  await shoot(page, 'admin-messages');

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

test('says so when no e-mail was left behind, and when that could not be learnt', async ({
  page,
  signInAs,
  tolerate,
}) => {
  tolerate(/status of 500/);
  await signInAs(demoAccount('ADMIN'));
  // Other tests leave dead letters.
  await page.route('**/api/messages/failed', (route) => route.fulfill({ json: { data: [], total: 0 } }));
  await page.goto('/admin/mensagens');
  await expect(page.getByText('Nenhuma mensagem ficou para trás')).toBeVisible();
  await shoot(page, 'admin-messages-none');
  await page.unroute('**/api/messages/failed');
  await page.route('**/api/messages/failed', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  await shoot(page, 'admin-messages-failed');
});
