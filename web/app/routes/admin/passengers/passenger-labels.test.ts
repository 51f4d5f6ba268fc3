import { describe, expect, it } from 'vitest';
import {
  heldReservation,
  samplePassenger,
  unnamedPassenger,
} from '~/features/reservations/passengers/passenger.sample';
import {
  documentText,
  fareText,
  minorLabel,
  missingText,
  moneyText,
  nameOf,
} from '~/features/reservations/passengers/passenger-labels';
import { newChat } from '~/test/chats';
import { chatOf, namesOf, requestsFor } from '../reservation-tasks/data-requests';

it('names what is missing, and nothing where nothing is', () => {
  expect(missingText({ missing: ['documentNumber', 'birthdate'] })).toBe('Falta: documento e nascimento');
  expect(missingText({ missing: [] })).toBeUndefined();
});

it('names passengers who need somebody to answer for them', () => {
  expect(minorLabel({ minor: 'under12' })).toBe('Menor de 12 anos');
  expect(minorLabel({ minor: null })).toBeUndefined();
});

it('shows fare and age, and a document by its type', () => {
  expect(fareText({ fareLabel: 'Criança de colo', age: 1 })).toBe('Criança de colo · 1 ano');
  expect(fareText({ fareLabel: 'Adulto', age: null })).toBe('Adulto');
  const birth = { documentType: 'birth_certificate', documentNumber: '123', documentIssuer: null, cpf: null } as const;
  expect(documentText(birth)).toBe('Certidão de nascimento 123');
  expect(documentText({ ...birth, documentNumber: null })).toBeUndefined();
  const hidden = { documentType: 'rg', documentNumber: null, documentIssuer: 'SSP/MG', cpf: null } as const;
  expect(documentText({ ...hidden, masked: { documentNumber: '•••678', cpf: '•••725' } })).toBe(
    'RG •••678 · SSP/MG · CPF •••725',
  );
});

it('calls somebody without a name by their number among the people of the payer', () => {
  expect(nameOf(unnamedPassenger(2))).toBe('Pessoa 2 de Maria Souza');
});

it('says of the money what is open', () => {
  expect(moneyText({ dueCents: 28_900, toReturnCents: 0 })).toBe('Falta R$\u00a0289,00');
  expect(moneyText({ dueCents: 0, toReturnCents: 8_670 })).toBe('A devolver: R$\u00a086,70');
  expect(moneyText({ dueCents: 0, toReturnCents: 0 })).toBeUndefined();
});

describe('who is asked for missing data', () => {
  const lack = (id: string) => ({ id, name: 'João', isPayer: false, fields: ['documentNumber'] });
  const chat = newChat({ missing: [lack('joao'), lack('somebody-with-a-telephone')] });
  const child = samplePassenger({
    id: 'joao',
    number: 2,
    isPayer: false,
    name: 'João Pedro Souza',
    contact: null,
    missing: ['documentNumber', 'birthdate', 'companionId'],
    reservation: { ...heldReservation, chat },
  });

  it('the payer is asked for passengers without a telephone, in one message', () => {
    const [request, ...others] = requestsFor([samplePassenger(), child, unnamedPassenger(3)]);
    expect(others).toEqual([]);
    if (!request) return expect.unreachable('nobody is asked');
    expect(request.recipient.name).toBe('Maria Souza');
    expect(namesOf(request)).toBe('João Pedro Souza e Pessoa 3 de Maria Souza');
    const { facts, to, participant } = chatOf(request);
    expect({ to, participant }).toMatchObject({ to: { contact: '+5535988112233' }, participant: undefined });
    // Without people who are asked on their own.
    expect(facts?.missing.map(({ id }) => id)).toEqual([child.id]);
  });

  it('a passenger with a telephone is asked directly, without the link to a page that is not theirs', () => {
    const ana = { ...child, name: 'Ana Lima', contact: '+5535977665544', missing: ['documentNumber' as const] };
    const [request] = requestsFor([ana]);
    if (!request) return expect.unreachable('nobody is asked');
    expect(request.recipient).toMatchObject({ name: 'Ana Lima', contact: '+5535977665544' });
    expect(chatOf(request)).toMatchObject({ participant: { id: ana.id }, template: 'whatsAppData' });
  });

  it('gets a message of their own each, because a link is for one person', () => {
    const sons = ['Ari', 'Beto'].map((name) => ({ ...child, id: name, name, contact: '+5535977665544' }));
    expect(requestsFor(sons).map((one) => namesOf(one))).toEqual(['Ari', 'Beto']);
  });
});
