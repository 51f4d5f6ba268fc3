import type { Passenger, PassengerTrip } from '@passeio/contract/passengers';
import { expect, it } from 'vitest';
import { whatsAppLink } from '~/lib/formats';
import { greeting, minorWords, missingWords, moneyWords } from './passenger-labels';

it('names what is missing, and nothing where nothing is', () => {
  expect(missingWords({ missing: ['rg', 'birthdate'] })).toBe('Dados pendentes: RG, nascimento');
  expect(missingWords({ missing: [] })).toBeUndefined();
});

it('tells who needs somebody to answer for them', () => {
  expect(minorWords({ minor: 'under12', age: 9 })).toBe('Menor de 12 anos (9 na saída)');
  expect(minorWords({ minor: null, age: 40 })).toBeUndefined();
});

it('greets by the first name, in a link that WhatsApp opens with the text typed', () => {
  const passenger = {
    person: { name: 'Ana & Cia Lima', contact: '+5535988112233' },
    reservation: { code: '34679A' },
  } as Passenger;
  const trip = { title: 'Capitólio: cânions', date: '2026-12-05T07:30:00.000Z' } as PassengerTrip;
  const text = greeting({ passenger, trip, operator: 'Rota das Águas', timeZone: 'America/Sao_Paulo' });
  expect(text).toBe(
    'Olá, Ana! Aqui é da Rota das Águas. É sobre o passeio “Capitólio: cânions” de 05/12/2026, reserva 34679A.',
  );
  const link = new URL(whatsAppLink(passenger.person.contact, text));
  expect(link.pathname).toBe('/5535988112233');
  expect(link.searchParams.get('text')).toBe(text);
});

it('says of the money in a row what is open, and where the reservation stands', () => {
  const wordsOf = (reservation: Partial<Passenger['reservation']>) =>
    moneyWords({ reservation: { dueCents: 0, toReturnCents: 0, ...reservation } as Passenger['reservation'] });
  expect(wordsOf({ status: 'held', dueCents: 28_900 })).toEqual({
    amount: 'Falta R$\u00a0289,00',
    status: 'sem sinal',
  });
  expect(wordsOf({ status: 'paid' })).toEqual({ status: 'quitada' });
  const cancellationRequestedAt = '2026-11-20T12:00:00.000Z';
  expect(wordsOf({ status: 'paid', cancellationRequestedAt })).toEqual({ amount: 'Quer cancelar', status: 'quitada' });
  expect(wordsOf({ status: 'cancelled', toReturnCents: 8_670 })).toEqual({
    amount: 'Devolver R$\u00a086,70',
    status: 'cancelada',
  });
});
