import type { Fare } from '@passeio/contract/trips/fares';
import { usualTrip } from '@passeio/contract/trips/trip-table';
import type { Trip } from '@passeio/contract/trips/trips';
import { describe, expect, it } from 'vitest';
import { sameValue } from '~/lib/merge-fields';
import { emptyFields, fareRow, fieldsOf, linesOf, namedErrors, readTripFields } from './trip-fields';

const zone = 'America/Sao_Paulo';
const pointId = '019a8b4e-0000-7000-8000-000000000001';

const fareId = '019a8b4e-0000-7000-8000-000000000002';
const questionId = '019a8b4e-0000-7000-8000-000000000004';
const courtesyId = '019a8b4e-0000-7000-8000-000000000003';

function fare(changed: Partial<Fare>): Fare {
  const anyone = { minAge: null, maxAge: null, takesPlace: true, audience: 'public' } as const;
  return { id: '', label: 'Adulto', priceCents: 128_950, ...anyone, ...changed };
}

const trip: Trip = {
  ...usualTrip,
  id: '019a8b4e-0000-7000-8000-000000000000',
  slug: 'canions',
  title: 'Cânions de Furnas',
  summary: 'Um dia de lancha.',
  description:
    '<p>Oi <a href="https://a.example/" rel="noopener nofollow" target="_blank">mapa</a></p><ul><li>Guia</li></ul>',
  showDescription: true,
  date: '2026-12-05T07:30:00.000Z',
  returnDate: '2026-12-06T01:00:00.000Z',
  isActive: true,
  situation: 'open',
  priceCents: 128_950,
  fares: [
    fare({ id: fareId, minAge: 13 }),
    fare({ id: courtesyId, label: 'Cortesia', priceCents: 0, audience: 'staff' }),
  ],
  paymentPlan: null,
  capacity: 46,
  placesLeft: 40,
  minParticipants: 30,
  decisionDate: '2026-11-30',
  vehicle: 'Ônibus 46 lugares',
  vehicles: [],
  boardingPoints: [
    { id: pointId, time: '04:30', place: 'Rodoviária', address: 'Av. Oliveira Rezende, 1', imageId: pointId },
  ],
  itinerary: [
    { day: 1, time: '04:30', text: 'Saída' },
    { day: 1, time: null, text: 'Lancha' },
  ],
  included: ['Transporte', 'Guia'],
  bring: ['Documento'],
  discounts: [],
  extras: [],
  roomTypes: [],
  questions: [
    {
      ...{ id: questionId, label: 'Tamanho da camiseta', help: 'Modelo unissex', kind: 'one_of', per: 'participant' },
      ...{ options: ['P', 'M'], isRequired: true, sensitivity: 'personal' },
    },
  ],
  faq: [{ question: 'Tem almoço?', answer: 'Tem, no rancho.' }],
  cancellationTiers: [{ minHoursBefore: 24, penaltyPercent: 0 }],
  version: 3,
  isArchived: false,
  isGuaranteed: false,
  tripImages: [],
};

const fields = fieldsOf(trip, zone);

describe('a stored trip in the editor', () => {
  it('shows times where the operator is and money as it is written here', () => {
    expect(fields.date).toEqual({ day: '2026-12-05', time: '04:30' });
    expect(fields.returnDate).toEqual({ day: '2026-12-05', time: '22:00' });
    expect(fields.fares.map(({ label, priceCents, minAge, maxAge }) => [label, priceCents, minAge, maxAge])).toEqual([
      ['Adulto', '1.289,50', '13', ''],
      ['Cortesia', '0,00', '', ''],
    ]);
  });

  it('is the same trip when nobody changed it', () => {
    const { body: draft } = readTripFields(fields, zone) as { body: object };
    const {
      id,
      slug,
      situation,
      priceCents,
      placesLeft,
      version,
      isArchived,
      isGuaranteed,
      tripImages,
      vehicles,
      discounts,
      ...facts
    } = trip;
    expect(draft).toEqual({ ...facts, vehicleIds: [] });
    expect(sameValue(fieldsOf(trip, zone), fields)).toBe(true);
  });
});

describe('what is wrong with what was typed', () => {
  const errorsOf = (changed: Partial<typeof fields>) => readTripFields({ ...fields, ...changed }, zone).errors;

  it('is said beside each input of an empty trip', () => {
    const empty = emptyFields();
    expect(readTripFields(empty, zone).errors).toMatchObject({
      title: 'Título: preencha este campo.',
      date: 'Informe o dia e a hora da saída.',
      returnDate: 'Informe o dia e a hora da volta.',
      [`fares.${empty.fares[0]?.key}.priceCents`]: 'Informe o valor.',
      capacity: 'Informe o número de vagas.',
    });
  });

  it('is said for dates by the calendar where the operator is', () => {
    expect(errorsOf({ returnDate: { day: '2026-12-05', time: '04:00' } })).toEqual({
      returnDate: 'A volta precisa ser depois da saída.',
    });
    expect(errorsOf({ decisionDate: '2026-12-06' })).toEqual({
      decisionDate: 'A confirmação precisa ser antes da saída.',
    });
    expect(errorsOf({ decisionDate: '2026-12-05' })).toBeUndefined();
  });

  it('is said for amounts and ages that are none', () => {
    const row = fareRow({ label: 'Adulto' });
    expect(errorsOf({ fares: [{ ...row, priceCents: 'dez', minAge: 'seis' }] })).toEqual({
      [`fares.${row.key}.priceCents`]: 'Use um valor como 289,00.',
      [`fares.${row.key}.minAge`]: 'Use anos, como 12.',
    });
    expect(errorsOf({ fares: [{ ...row, priceCents: '10', minAge: '12', maxAge: '6' }] })).toEqual({
      [`fares.${row.key}.maxAge`]: 'A idade final não pode ser menor que a inicial.',
    });
  });

  it('is said for the list of fares as a whole', () => {
    const [adult, child] = [
      fareRow({ label: 'Adulto', priceCents: 100 }),
      fareRow({ label: 'adulto ', priceCents: 50 }),
    ];
    expect(errorsOf({ fares: [adult, child] })).toEqual({ fares: 'Há duas tarifas com o mesmo nome.' });
    for (const fares of [[], [{ ...adult, takesPlace: false }], [{ ...adult, audience: 'staff' as const }]]) {
      expect(errorsOf({ fares })).toEqual({ fares: 'Inclua pelo menos uma tarifa do site que ocupe vaga.' });
    }
  });

  it('stays with its row, wherever rows without words stand', () => {
    const blank = { key: 'blank', time: '', place: ' ', address: '', imageId: '' };
    const wrong = { key: 'wrong', time: '', place: 'Praça', address: '', imageId: '' };
    expect(errorsOf({ boardingPoints: [blank, ...fields.boardingPoints, wrong] })).toEqual({
      'boardingPoints.wrong.time': 'Use o horário no formato HH:MM.',
    });
    const refused = {
      'boardingPoints.1.place': 'Recusado.',
      'included.1': 'O que está incluso: curto.',
      capacity: 'Não.',
    };
    expect(namedErrors(refused, { ...fields, boardingPoints: [blank, ...fields.boardingPoints, wrong] })).toEqual({
      'boardingPoints.wrong.place': 'Recusado.',
      included: 'Linha 2: curto.',
      capacity: 'Não.',
    });
  });
});

it('lists are one per line, whatever sign they had where they were copied', () => {
  expect(linesOf('• Guia\n\n- Seguro \n✅ Lanche\n2 diárias\n*')).toEqual([
    'Guia',
    'Seguro',
    'Lanche',
    '2 diárias',
    '*',
  ]);
});
