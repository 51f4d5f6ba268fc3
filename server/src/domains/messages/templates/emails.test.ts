import { expect, it } from 'vitest';
import { emails } from './emails.ts';

it('the e-mail of what the provider returned says that a card gets it, and not a Pix', () => {
  const said = { name: 'Ana', code: 'K7M2QX', trip: 'Cânions', amountCents: 5_670, toPixKey: '' };
  const more = { isReturned: true, seesReservation: true, link: 'https://passeio.example' };
  const ways = (['card', 'pix'] as const).map((method) => emails.refundPaid({ ...said, ...more, method }, ''));
  expect(ways.map((email) => email.values.por_onde)).toEqual([
    'para o cartão',
    'por Pix, para a conta de onde veio o pagamento',
  ]);
});
