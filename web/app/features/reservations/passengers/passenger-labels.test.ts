import { describe, expect, it } from 'vitest';
import { whatsAppLink } from '~/lib/formats';
import { namesOf, requestsFor, requestText } from './missing-data';
import { samplePassenger, sampleTrip, unnamedPassenger } from './passenger.sample';
import { documentWords, fareWords, greeting, minorWords, missingWords, moneyWords, nameOf } from './passenger-labels';

const sender = { trip: sampleTrip, operator: 'Rota das Águas', timeZone: 'America/Sao_Paulo' };
const origin = 'https://rota.example';

it('names what is missing, and nothing where nothing is', () => {
  expect(missingWords({ missing: ['documentNumber', 'birthdate'] })).toBe('Falta: documento e nascimento');
  expect(missingWords({ missing: [] })).toBeUndefined();
});

it('tells who needs somebody to answer for them', () => {
  expect(minorWords({ minor: 'under12' })).toBe('Menor de 12 anos');
  expect(minorWords({ minor: null })).toBeUndefined();
});

it('shows fare and age, and a document by its type', () => {
  expect(fareWords({ fareLabel: 'Criança de colo', age: 1 })).toBe('Criança de colo · 1 ano');
  expect(fareWords({ fareLabel: 'Adulto', age: null })).toBe('Adulto');
  const birth = { documentType: 'birth_certificate', documentNumber: '123', documentIssuer: null } as const;
  expect(documentWords(birth)).toBe('Certidão de nascimento 123');
  expect(documentWords({ ...birth, documentNumber: null })).toBeUndefined();
});

it('calls somebody without a name by their number among the people of the payer', () => {
  expect(nameOf(unnamedPassenger(2))).toBe('Pessoa 2 de Maria Souza');
});

it('says of the money what is open', () => {
  expect(moneyWords({ dueCents: 28_900, toReturnCents: 0 })).toBe('Falta R$\u00a0289,00');
  expect(moneyWords({ dueCents: 0, toReturnCents: 8_670 })).toBe('A devolver: R$\u00a086,70');
  expect(moneyWords({ dueCents: 0, toReturnCents: 0 })).toBeUndefined();
});

it('greets by the first name, in a link that WhatsApp opens with the text typed', () => {
  const text = greeting({ name: 'Ana & Cia Lima' }, { code: '34679A' }, sender);
  expect(text).toBe(
    'Olá, Ana! Aqui é da Rota das Águas. É sobre o passeio “Capitólio: cânions” de 05/12/2026, reserva 34679A.',
  );
  const link = new URL(whatsAppLink('+5535988112233', text));
  expect(link.pathname).toBe('/5535988112233');
  expect(link.searchParams.get('text')).toBe(text);
});

describe('who is asked for missing data', () => {
  const child = samplePassenger({
    number: 2,
    isPayer: false,
    name: 'João Pedro Souza',
    contact: null,
    missing: ['documentNumber', 'birthdate', 'companionId'],
  });

  it('is the payer for those without a telephone, in one message', () => {
    const [request, ...others] = requestsFor([samplePassenger(), child, unnamedPassenger(3)]);
    expect(others).toEqual([]);
    if (!request) return expect.unreachable('nobody is asked');
    expect(request.recipient.name).toBe('Maria Souza');
    expect(namesOf(request)).toBe('João Pedro Souza e Pessoa 3 de Maria Souza');
    expect(requestText(request, sender, origin)).toBe(
      'Olá, Maria! Aqui é da Rota das Águas. Para o passeio “Capitólio: cânions” de 05/12/2026 falta: ' +
        'documento e nascimento de João, quem acompanha João; ' +
        'nome completo, nascimento, documento e órgão emissor da Pessoa 3 (Adulto). ' +
        'Preencha aqui: https://rota.example/minhasreservas/34679A ou responda esta mensagem. Obrigado!',
    );
  });

  it('is the person where they have a telephone of their own, without the link to a page that is not theirs', () => {
    const ana = { ...child, name: 'Ana Lima', contact: '+5535977665544', missing: ['documentNumber' as const] };
    const [request] = requestsFor([ana]);
    if (!request) return expect.unreachable('nobody is asked');
    expect(request.recipient).toMatchObject({ name: 'Ana Lima', contact: '+5535977665544' });
    const text = requestText(request, sender, origin);
    expect(text).toContain('falta: documento (seu). Pode responder por aqui mesmo.');
    expect(text).not.toContain('minhasreservas');
  });

  it('is asked without a link where the payer has no account', () => {
    const payer = { ...child.payer, hasAccount: false };
    const [request] = requestsFor([{ ...child, payer }]);
    expect(request && requestText(request, sender, origin)).not.toContain('minhasreservas');
  });
});
