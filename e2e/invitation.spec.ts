import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { expectNothingFound } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, rareName, tripsOnSale } from './support/people.ts';
import { expectNoSidewaysScrolling } from './support/screens.ts';
import { tokenOf } from './support/sessions.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('an invitation of a guest without an e-mail opens their reservation, and no account', async ({
  page,
  request,
}) => {
  const [trip] = await tripsOnSale(request);
  const staff = await tokenOf(demoAccount('OPERATOR'));
  const name = rareName('Iolanda');
  const written = await request.post(`/api/trips/${trip?.id}/passengers`, {
    data: { person: { name, contact: '35999990000', cpf: generateCpf() } },
    headers: bearer(staff),
  });
  const reservation = await written.json();

  const invited = await request.post(`/api/users/${reservation.payer.id}/invitation`, { headers: bearer(staff) });
  const { pathname, hash } = new URL((await invited.json()).link);
  await page.goto(pathname + hash);
  await expect(page.getByText(reservation.code).first()).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await expect(page.getByRole('button', { name: 'Criar conta' })).toHaveCount(0);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
});
