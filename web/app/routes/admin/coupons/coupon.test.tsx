import type { CouponUses } from '@passeio/contract/discounts/coupon-uses';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import * as coupon from './coupon';
import { spring } from './coupon.sample';

const use: CouponUses['data'][number] = {
  reservationId: crypto.randomUUID(),
  code: 'K7QW3X',
  payerName: 'Rita Prado',
  trip: { id: crypto.randomUUID(), title: 'Ubatuba', date: '2027-05-08T09:00:00.000Z' },
  state: 'booked',
  isEnded: false,
  discountCents: 4_330,
  createdAt: '2026-11-20T12:00:00.000Z',
};

async function open(data: CouponUses['data']) {
  signIn('ADMIN');
  const network = answerCalls({
    [`GET /api/coupons/${spring.id}/uses`]: {
      json: { coupon: spring, data, page: { number: 1, size: 50, total: data.length } },
    },
    [`GET /api/coupons/${spring.id}/uses/export`]: { text: 'Reserva;Quem paga' },
  });
  await renderRoute(coupon, { at: `/admin/cupons/${spring.id}`, path: '/admin/cupons/:couponId' });
  return network;
}

test('who used a coupon, for which departure and how much; what ended counts no longer', async () => {
  await setWindow();
  const ended = { ...use, reservationId: crypto.randomUUID(), code: 'M4RT6Y', payerName: 'Ana Reis', isEnded: true };
  const uses = [1, 2].map(() => ({ ...use, reservationId: crypto.randomUUID() }));
  const { calls } = await open([use, ...uses, { ...ended, state: 'cancelled' }]);
  await expect.element(page.getByRole('heading', { name: 'PRIMAVERA' })).toBeVisible();
  await expect.element(page.getByText('de 20 · mais 1 que terminou')).toBeVisible();
  await expect.element(page.getByText('de R$ 1.000,00')).toBeVisible();
  const ofRita = page.getByRole('row', { name: /Rita Prado K7QW3X.*Ubatuba.*20\/11\/2026.*Confirmada.*43,30/ });
  await expect.element(ofRita.first()).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Ana Reis.*Cancelada Não conta mais/ })).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  await expect.poll(() => calls).toContain(`GET /api/coupons/${spring.id}/uses/export`);
});

test('a coupon that nobody used offers its link', async () => {
  await open([]);
  await expect.element(page.getByText('Ninguém usou este cupom ainda')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copiar link do cupom' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Baixar CSV' })).not.toBeInTheDocument();
});
