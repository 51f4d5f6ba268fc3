import { describe, expect, it } from 'vitest';
import { formatsIn } from '~/lib/formats';
import { describeChanges } from './describe-changes';
import { isNarrowed, readAuditSearch, subjectPath } from './entries';

type Subject = Parameters<typeof describeChanges>[2];
const words = (changes: Record<string, [unknown, unknown]>, subject: Subject = 'trip') =>
  describeChanges(changes, formatsIn('America/Sao_Paulo'), subject).map(({ label, before, after }) => [
    label,
    before,
    after,
  ]);

const adult = {
  id: 'x',
  label: 'Adulto',
  minAge: null,
  maxAge: null,
  priceCents: 18_900,
  takesPlace: true,
  audience: 'public',
};

describe('a change in words', () => {
  it.each([
    ['a role', { role: ['CLIENT', 'OPERATOR'] }, ['Perfil', 'Cliente', 'Operador']],
    ['a former status', { status: ['paid', 'cancelled'] }, ['Situação', 'Quitada', 'Cancelada']],
    ['a type of document', { documentType: ['rg', 'cnh'] }, ['Tipo de documento', 'RG', 'CNH']],
    ['what a charge asks for', { purpose: [null, 'deposit'] }, ['Cobrança de', '', 'Sinal']],
    ['columns', { columns: [null, ['name', 'issuer', 'rg']] }, ['Colunas', '', 'Nome\nÓrgão emissor\nRG']],
    ['money', { priceCents: [28_900, 0] }, ['Preço', 'R$\u00a0289,00', 'R$\u00a00,00']],
    ['a switch', { interstate: [false, true] }, ['Viagem interestadual', 'Não', 'Sim']],
    ['a telephone', { contact: ['+5535999990000', null] }, ['Telefone', '(35) 99999-0000', '']],
    ['a calendar date', { birthdate: [null, '1990-05-17'] }, ['Data de nascimento', '', '17/05/1990']],
    [
      'an instant, where the operator is',
      { date: ['2026-12-05T02:30:00.000Z', '2026-12-05T10:00:00.000Z'] },
      ['Saída', '04/12/2026, 23:30', '05/12/2026, 07:00'],
    ],
    ['a list', { bring: [['Boné'], ['Boné', 'Água']] }, ['O que levar', 'Boné', 'Boné\nÁgua']],
    [
      'boarding points',
      { boardingPoints: [[], [{ id: 'x', time: '05:00', place: 'Rodoviária' }]] },
      ['Pontos de embarque', '', '05:00 Rodoviária'],
    ],
    [
      'fares',
      {
        fares: [
          [],
          [
            { ...adult, label: 'Criança', minAge: 6, maxAge: 12 },
            { ...adult, label: 'Cortesia', priceCents: 0, audience: 'staff' },
            { ...adult, label: 'Bebê', maxAge: 1, priceCents: 0, takesPlace: false },
          ],
        ],
      },
      [
        'Tarifas',
        '',
        'Criança, de 6 a 12 anos: R$\u00a0189,00\nCortesia: grátis (só para a equipe)\nBebê, até 1 ano: grátis (não ocupa vaga)',
      ],
    ],
    [
      'extras',
      { extras: [[], [{ label: 'Almoço', priceCents: 4_500, per: 'participant', stock: 12, soldUntilHours: 0 }]] },
      ['Adicionais', '', 'Almoço: R$\u00a045,00 por pessoa, estoque 12'],
    ],
    ['an itinerary', { itinerary: [[], [{ day: 2, time: null, text: 'Volta' }]] }, ['Roteiro', '', '2º dia: Volta']],
    ['a text with tags', { description: ['', '<p>Um &amp; dois</p>'] }, ['Descrição', '', 'Um & dois']],
    ['a time zone', { timeZone: ['America/Manaus', 'Europe/Lisbon'] }, ['Fuso horário', 'Amazonas', 'Portugal']],
    ['a masked document', { cpf: ['•••725', '•••909'] }, ['CPF', '•••725', '•••909']],
    ['a field that it does not know', { novelty: [1, 1_000] }, ['novelty', '1', '1.000']],
  ] as [string, Record<string, [unknown, unknown]>, string[]][])('is said as people say it: %s', (_, changes, said) => {
    expect(words(changes)).toEqual([said]);
  });
});

it('distinguishes the state of a reservation from that of a country', () => {
  expect(words({ state: ['held', 'booked'] }, 'reservation')).toEqual([['Situação', 'Vaga guardada', 'Confirmada']]);
  expect(words({ state: ['MG', 'SP'] }, 'settings')).toEqual([['Estado', 'MG', 'SP']]);
});

describe('the search in the address', () => {
  it('leaves out amounts that the reader may not see', () => {
    const changes: Record<string, [unknown, unknown]> = { priceCents: [null, null], role: [null, 'CLIENT'] };
    expect(words(changes)).toEqual([['Perfil', '', 'Cliente']]);
  });

  it('is read as the API takes it', () => {
    const address = new URLSearchParams('q=+Zélia+&action=trip.changed&from=2026-03-01&page=3');
    expect(readAuditSearch(address)).toMatchObject({
      q: 'Zélia',
      action: 'trip.changed',
      from: '2026-03-01',
      page: 3,
    });
    expect(isNarrowed(readAuditSearch(address))).toBe(true);
  });

  it('ignores what makes no sense', () => {
    const address = new URLSearchParams('q=&action=toString&subject=house&actorId=x&from=2026-02-30&to=ontem&page=-1');
    expect(readAuditSearch(address)).toEqual({ page: 1 });
    expect(isNarrowed(readAuditSearch(address))).toBe(false);
  });
});

describe('the link to the thing', () => {
  const subject = { id: 'x', label: '', isThere: true, tripId: null };

  it('leads to its page, that of a reservation to its people, and nowhere when it is gone', () => {
    expect(subjectPath({ ...subject, type: 'person' })).toBe('/admin/usuarios/x');
    expect(subjectPath({ ...subject, type: 'reservation' })).toBe('/admin/reservas/x');
    expect(subjectPath({ ...subject, type: 'trip', isThere: false })).toBeUndefined();
  });
});
