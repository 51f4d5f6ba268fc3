import { describe, expect, it } from 'vitest';
import { agesLabel } from '../fare-labels.ts';
import { type FareDraft, fareDrafts, farePresets, staffFares } from './fares.ts';
import { tripDraft, tripUpdate } from './trip-draft.ts';

const anyone = { minAge: null, maxAge: null, takesPlace: true, audience: 'public' } as const;
const adult: FareDraft = { label: 'Adulto', priceCents: 18_900, ...anyone };

describe('the fares of a trip', () => {
  it('need no more than a label and a price', () => {
    expect(fareDrafts.parse([{ label: ' Adulto ', priceCents: 18_900 }])).toEqual([adult]);
  });

  it.each([
    ['none', [], '', 'Inclua pelo menos uma tarifa do site que ocupe vaga.'],
    ['only lap children', [{ ...adult, takesPlace: false }], '', /Inclua pelo menos uma/],
    ['only for staff', [{ ...adult, audience: 'staff' }], '', /Inclua pelo menos uma/],
    ['a label twice', [adult, { ...adult, label: 'ADULTO' }], '', 'Há duas tarifas com o mesmo nome.'],
    ['too many', Array.from({ length: 21 }, (_, n) => ({ ...adult, label: `${n}` })), '', 'Use no máximo 20 tarifas.'],
    ['no label', [{ ...adult, label: ' ' }], '0.label', 'Tarifa: preencha este campo.'],
    ['no price', [adult, { label: 'Criança' }], '1.priceCents', 'Informe o valor.'],
    ['a price below nothing', [{ ...adult, priceCents: -1 }], '0.priceCents', 'O valor não pode ser negativo.'],
    ['half a centavo', [{ ...adult, priceCents: 0.5 }], '0.priceCents', 'Informe o valor.'],
    ['an age below nothing', [{ ...adult, minAge: -1 }], '0.minAge', 'Use 0 ou mais anos.'],
    ['an age nobody has', [{ ...adult, maxAge: 131 }], '0.maxAge', 'Use no máximo 130 anos.'],
    ['ages the wrong way round', [{ ...adult, minAge: 12, maxAge: 6 }], '0.maxAge', /não pode ser menor/],
    ['an unknown audience', [{ ...adult, audience: 'friends' }], '0.audience', /./],
    ['an unknown field', [{ ...adult, discount: 1 }], '0', /./],
  ])('are refused: %s', (_, fares, path, sentence) => {
    const [issue] = fareDrafts.safeParse(fares).error?.issues ?? [];
    expect(issue?.path.join('.')).toBe(path);
    expect(issue?.message).toMatch(sentence);
  });

  it('may be those of every preset, with what staff gives', () => {
    for (const preset of farePresets) {
      const fares = [...preset.fares.map((fare) => ({ ...fare, priceCents: 100 })), ...staffFares];
      expect(fareDrafts.parse(fares)).toEqual(fares);
    }
  });
});

describe('ages in words', () => {
  it.each([
    [null, null, ''],
    [0, null, ''],
    [13, null, 'a partir de 13 anos'],
    [1, null, 'a partir de 1 ano'],
    [null, 5, 'até 5 anos'],
    [0, 1, 'até 1 ano'],
    [0, 0, 'menos de 1 ano'],
    [6, 12, 'de 6 a 12 anos'],
    [60, 60, '60 anos'],
  ])('from %j to %j: %s', (minAge, maxAge, words) => {
    expect(agesLabel({ minAge, maxAge })).toBe(words);
  });
});

describe('a draft of a program that knows no fares', () => {
  const facts = {
    ...{ title: 'Aparecida', summary: '', description: '', showDescription: false, isActive: false },
    ...{ date: '2031-03-01T08:00:00Z', returnDate: '2031-03-01T20:00:00Z', decisionDate: null, vehicle: '', risks: '' },
    ...{ depositPercent: 30, capacity: 40, minParticipants: 0, interstate: false, boardingPoints: [], itinerary: [] },
    ...{ included: [], excluded: [], bring: [], cancellationTiers: [] },
  };
  const faresOf = (prices: object) => tripDraft.parse({ ...facts, ...prices }).fares;
  const child = { ...anyone, label: 'Criança', minAge: 6, maxAge: 12 };
  const lapChild = { ...anyone, label: 'Criança de colo', minAge: 0, maxAge: 5, takesPlace: false };

  it('gets the fares of its prices', () => {
    expect(faresOf({ priceCents: 100 })).toEqual([{ ...adult, priceCents: 100 }]);
    expect(faresOf({ priceCents: 100, childPriceCents: null, lapChildPriceCents: null })).toHaveLength(1);
    expect(faresOf({ priceCents: 100, childPriceCents: 60, lapChildPriceCents: 0 })).toEqual([
      { ...adult, minAge: 13, priceCents: 100 },
      { ...child, priceCents: 60 },
      { ...lapChild, priceCents: 0 },
    ]);
    expect(faresOf({ priceCents: 100, lapChildPriceCents: 20 })).toEqual([
      { ...adult, minAge: 6, priceCents: 100 },
      { ...lapChild, priceCents: 20 },
    ]);
  });

  it('has the fares that it sends beside them, and no price of its own', () => {
    const { fares, ...draft } = tripUpdate.parse({
      ...facts,
      ...{ id: crypto.randomUUID(), version: 1, fares: [adult], priceCents: 1, childPriceCents: 2 },
    });
    expect(fares).toEqual([adult]);
    expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['priceCents']));
  });

  it('is refused without fares and without a price', () => {
    expect(tripDraft.safeParse({ ...facts, childPriceCents: 60 }).error?.issues).toMatchObject([
      { path: ['fares'], message: 'Informe as tarifas do passeio.' },
    ]);
    expect(tripDraft.safeParse({ ...facts, priceCents: -1 }).error?.issues).toMatchObject([{ path: ['priceCents'] }]);
  });
});
