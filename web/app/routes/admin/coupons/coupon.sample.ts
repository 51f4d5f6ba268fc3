import { coupon } from '@passeio/contract/discounts/coupons';

/** A coupon for tests. */
export const spring = coupon.parse({
  id: crypto.randomUUID(),
  code: 'PRIMAVERA',
  tag: 'Instagram',
  effect: 'percent',
  value: 15,
  validFrom: null,
  validUntil: '2099-01-01T03:00:00.000Z',
  tripIds: [],
  fareLabels: ['Adulto'],
  maxUses: 20,
  maxUsesPerClient: null,
  maxDiscountCents: 100_000,
  minPeople: 1,
  minTotalCents: 0,
  firstOnly: false,
  isActive: true,
  placesSetAside: null,
  setAsideUntil: null,
  uses: 3,
  discountedCents: 12_990,
  createdAt: '2026-11-01T12:00:00.000Z',
  pagePath: '/portal/passeio?cupom=PRIMAVERA',
});
