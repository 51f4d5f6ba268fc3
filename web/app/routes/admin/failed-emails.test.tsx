import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import type { Route } from './+types/failed-emails';
import FailedEmails from './failed-emails';

test('says so when no e-mail was left behind', async () => {
  const props = { loaderData: { data: [], total: 0 } } as unknown as Route.ComponentProps;
  await renderPage(<FailedEmails {...props} />, { at: '/admin/mensagens' });
  await expect.element(page.getByText('Nenhuma mensagem ficou para trás')).toBeVisible();
});
