import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Destination, type Question, readQuestion } from './read-question.ts';
import sentences from './sentences.json' with { type: 'json' };

interface Sentence {
  text: string;
  /** A Monday unless it says another day. */
  today?: string;
  /** Nobody but a person answers. */
  person?: boolean;
  trips?: string[];
  days?: string;
  /** Adults, and the ages of children, as in "2+5,8". */
  party?: string;
  asks?: string[];
}

const MONDAY = '2026-11-30';
const TITLES: Record<string, string> = {
  capitolio: 'Capitólio: cânions de Furnas (bate-volta)',
  'sao-thome': 'São Thomé das Letras: fim de semana',
  aiuruoca: 'Aiuruoca: trilha do Pico do Papagaio',
  pocos: 'Poços de Caldas: teleférico e compras',
  'monte-verde': 'Monte Verde: um dia na serra',
  escuna: 'Escuna no lago de Furnas com almoço',
  aparecida: 'Romaria a Aparecida',
  ubatuba: 'Ubatuba: fim de semana de praia',
  tiradentes: 'Tiradentes e São João del-Rei de maria-fumaça',
  aquatico: 'Dia de parque aquático em família',
  cafe: 'Rota do café: fazenda e degustação',
  luzes: 'Luzes de Natal na serra',
  'monte-verde-noite': 'Monte Verde: uma noite na serra',
};
const destinations: Destination[] = Object.entries(TITLES).map(([seriesId, title]) => ({
  seriesId,
  title,
  nicknames: seriesId === 'capitolio' ? ['Capi', 'o cânion'] : [],
}));

const read = (text: string, today = MONDAY) => readQuestion(text, { today, destinations });

function described(question: Question | undefined): Omit<Sentence, 'text' | 'today'> {
  if (!question) return { person: true };
  const { seriesIds, days, party, asks } = question;
  return {
    trips: seriesIds,
    ...(days && { days: days.from === days.to ? days.from : `${days.from}..${days.to}` }),
    ...(party && {
      party: [party.adults, ...(party.ages.length > 0 ? [party.ages.map((age) => age ?? '?')] : [])].join('+'),
    }),
    ...(asks.length > 0 && { asks }),
  };
}

const cases: Sentence[] = sentences;

describe('the reader', () => {
  it.each(cases)('reads "$text"', ({ text, today, ...expected }) => {
    expect(described(read(text, today))).toEqual(expected);
  });

  it('has at least 200 sentences to be judged by, a third of them for a person', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(cases.filter(({ person }) => person).length * 3).toBeGreaterThanOrEqual(cases.length);
  });

  it('finds a trip by a nickname that staff gave it', () => {
    expect(read('quanto custa o poço azul?')).toBeUndefined();
    const named = [...destinations, { seriesId: 'x', title: 'Circuito das águas', nicknames: ['Poço Azul'] }];
    expect(readQuestion('quanto custa o poço azul?', { today: MONDAY, destinations: named })?.seriesIds).toEqual(['x']);
  });

  it('reads the day of a weekday as the next one, on every day of two years', () => {
    const first = Temporal.PlainDate.from('2027-01-01');
    for (let day = 0; day < 731; day += 1) {
      const today = first.add({ days: day });
      const question = read('capitólio sábado', `${today}`);
      if (today.dayOfWeek === 6) expect(question).toBeUndefined();
      else expect(question?.days?.from).toBe(`${today.add({ days: 6 - (today.dayOfWeek % 7) })}`);
    }
  });

  it('takes whatever text, and names neither days of the past nor parties that nobody can reserve', () => {
    const piece = fc.oneof(
      fc.constantFrom(...cases.flatMap(({ text }) => text.split(/\s+/))),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        '\u200b',
        '\u202e',
        '\u2067',
        '👨‍👩‍👧',
        '٤',
        '½',
        '4️⃣',
        '0',
        '99999999999999999999',
        '٫',
        '\u0000',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const question = read(pieces.join(' '));
        if (!question) return;
        expect(question.days === undefined || question.days.to >= MONDAY).toBe(true);
        const { adults, ages } = question.party ?? { adults: 1, ages: [] };
        expect(adults).toBeGreaterThan(0);
        expect(adults + ages.length).toBeLessThanOrEqual(20);
      }),
      { numRuns: 500 },
    );
  });

  it.each([' de 5 e', ' 4 lugares,', '👶🏽', 'é\u0301', ' capitolioo', ' @', ' =G= =C=', '(('])(
    'reads 4,000 letters of "%s" no slower than a few words',
    (part) => {
      const long = part.repeat(4_000 / part.length);
      const started = performance.now();
      for (let time = 0; time < 20; time += 1) {
        read(long);
        read(long.slice(0, 499));
      }
      expect(performance.now() - started).toBeLessThan(2_000);
    },
  );
});
