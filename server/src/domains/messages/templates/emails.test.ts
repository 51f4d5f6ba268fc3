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

it.each([
  ['its deposit is to be paid', { deadline: '30/11 às 18h', seesReservation: true }, 'Pagar o sinal'],
  ['nothing is to be paid', { deadline: null, seesReservation: true }, 'Ver a reserva'],
  ['its reader does not see the reservation', { deadline: '30/11 às 18h', seesReservation: false }, 'Ver o passeio'],
])('the button of an offer names what it opens where %s', (_, more, label) => {
  const data = { name: 'Ana', trip: 'Cânions', people: 1, places: 1, code: 'K7M2QX', depositCents: 5_000, link: '/' };
  expect(emails.waitingOffer({ ...data, ...more }, '').action?.label).toBe(label);
});

it('the e-mail to staff about a disputed Pix names the day until which the bank waits', () => {
  const data = { payer: 'Ana', code: 'K7M2QX', trip: 'Cânions', amountCents: 5_000, link: '/' };
  const paragraphs = (answerBy: string | null) =>
    emails.chargebackForStaff({ ...data, why: 'med', answerBy }, '').paragraphs.join(' ');
  expect(paragraphs('2026-12-09')).toContain('Responda ao banco até 09/12/2026');
  expect(paragraphs(null)).not.toContain('Responda ao banco');
});
