import { describe, expect, it } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

describe('an amount in words', () => {
  it.each([
    [0, 'zero real'],
    [1, 'um centavo'],
    [2, 'dois centavos'],
    [100, 'um real'],
    [101, 'um real e um centavo'],
    [1_416, 'quatorze reais e dezesseis centavos'],
    [2_100, 'vinte e um reais'],
    [10_000, 'cem reais'],
    [10_100, 'cento e um reais'],
    [100_000, 'mil reais'],
    [100_100, 'mil e um reais'],
    [110_000, 'mil e cem reais'],
    [123_005, 'mil duzentos e trinta reais e cinco centavos'],
    [1_999_999, 'dezenove mil novecentos e noventa e nove reais e noventa e nove centavos'],
    [10_000_000, 'cem mil reais'],
    [100_000_000, 'um milhão de reais'],
    [100_000_100, 'um milhão e um reais'],
    [200_050_000, 'dois milhões e quinhentos reais'],
  ])('%i centavos are "%s"', (cents, words) => {
    expect(amountInWords(cents)).toBe(words);
  });

  it('means its number, whatever it is', () => {
    const values = new Map<string, number>();
    for (let number = 1; number < 1_000; number += 1) {
      const words = amountInWords(number * 100).replace(/ rea(l|is)$/, '');
      values.set(words, number);
    }
    expect(values.size).toBe(999);
    // Read back: groups of thousands, each by its own words.
    const readBack = (words: string) => {
      const [, millions, afterMillions = words] = /^(.*) milh(?:ão|ões)(?: e)? ?(.*)$/.exec(words) ?? [];
      const [, thousands, below = afterMillions] = /^(?:(.*) )?mil(?: e)? ?(.*)$/.exec(afterMillions) ?? [];
      const hasThousands = /(^| )mil( |$)/.test(afterMillions);
      return (
        (millions ? (values.get(millions) ?? Number.NaN) * 1_000_000 : 0) +
        (hasThousands ? (thousands ? (values.get(thousands) ?? Number.NaN) : 1) * 1_000 : 0) +
        (below ? (values.get(below) ?? Number.NaN) : 0)
      );
    };
    for (let step = 0; step < 20_000; step += 1) {
      const reais = 1 + Math.floor((step * 7_919.77) ** 1.37 % 21_474_836);
      const words = amountInWords(reais * 100).replace(/( de)? rea(l|is)$/, '');
      expect({ reais, read: readBack(words) }).toEqual({ reais, read: reais });
    }
  });
});
