import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldNames, type PersonFormValues, personFormValues } from '~/features/users/person-form';
import { checkCorrection, mergeTyped, readCorrection } from './person-data';

const shown = personFormValues({
  name: 'Nair',
  email: 'nair@exemplo.com.br',
  cpf: '52998224725',
  rg: 'MG-1.234.567',
  emitter: null,
  birthdate: '1990-12-05',
  contact: '+5535999990000',
});

describe('correcting data', () => {
  it('sends only what was typed over what stood there', () => {
    const typed = { ...shown, contact: '(35) 3212-0000', birthdate: '06/12/1990', rg: ' MG-1.234.567 ' };
    expect(readCorrection(shown, typed, true)).toEqual({
      correction: { contact: '+553532120000', birthdate: '1990-12-06' },
    });
  });

  it('does not judge what was not touched, but what was', () => {
    expect(readCorrection(shown, { ...shown, emitter: 'SSP/MG' }, true)).toEqual({ correction: { emitter: 'SSP/MG' } });
    expect(readCorrection(shown, { ...shown, fullname: 'Nair S', cpf: '1' }, true)).toEqual({
      errors: { cpf: 'CPF inválido. Confira os números digitados.' },
    });
    expect(checkCorrection(shown, true, 'fullname', 'Nair')).toBeUndefined();
    expect(checkCorrection(shown, true, 'fullname', 'Nairzinha')).toContain('sobrenome');
  });

  it('takes data away from those without an account only', () => {
    const typed = { ...shown, cpf: '', birthdate: ' ' };
    expect(readCorrection(shown, typed, false)).toEqual({ correction: { cpf: null, birthdate: null } });
    expect(readCorrection(shown, typed, true)).toMatchObject({
      errors: { cpf: expect.any(String), birthdate: expect.any(String) },
    });
    expect(readCorrection(shown, { ...shown, contact: '' }, false)).toMatchObject({
      errors: { contact: expect.any(String) },
    });
  });
});

describe('merging two versions', () => {
  it('keep what was typed here, take over the rest, and tell what the other one changed', () => {
    const saved = { ...shown, fullname: 'Nair Souza', rg: 'MG-7.654.321' };
    const typed = { ...shown, fullname: 'Nair Lima', contact: '(35) 3212-0000' };
    expect(mergeTyped(shown, saved, typed)).toEqual({
      typed: { ...shown, fullname: 'Nair Lima', contact: '(35) 3212-0000', rg: 'MG-7.654.321' },
      changed: [
        { name: 'fullname', saved: 'Nair Souza', typed: 'Nair Lima' },
        { name: 'rg', saved: 'MG-7.654.321', typed: 'MG-7.654.321' },
      ],
    });
  });

  it('never lose a word of either', () => {
    const version = fc.record(Object.fromEntries(fieldNames.map((name) => [name, fc.constantFrom('', 'a', 'b', 'c')])));
    fc.assert(
      fc.property(version, version, version, (...versions) => {
        const [base, saved, typed] = versions as unknown as [PersonFormValues, PersonFormValues, PersonFormValues];
        const merged = mergeTyped(base, saved, typed);
        for (const name of fieldNames) {
          const isTyped = typed[name] !== base[name];
          expect(merged.typed[name]).toBe(isTyped ? typed[name] : saved[name]);
          const told = merged.changed.find((one) => one.name === name);
          expect(told?.saved ?? base[name]).toBe(saved[name]);
        }
      }),
    );
  });
});
