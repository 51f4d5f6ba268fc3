import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortName } from './manifest';

describe('the name under the icon', () => {
  it.each([
    ['Vivá Turismo', 'Vivá Turismo'],
    ['Rota das Águas Passeios', 'Rota'],
    ['Sol e o Sertão Viagens', 'Sol'],
    ['Mar e Sol', 'Mar e Sol'],
    ['  Serra   Azul  Viagens ', 'Serra Azul'],
    ['Inconfidentes Viagens', 'Inconfidente'],
    ['', ''],
  ])('%j becomes %j', (name, short) => {
    expect(shortName(name)).toBe(short);
  });

  it('is a beginning of the name that fits', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const short = shortName(name);
        expect([...short].length).toBeLessThanOrEqual(12);
        expect(name.trim().split(/\s+/).join(' ').startsWith(short)).toBe(true);
      }),
    );
  });
});
