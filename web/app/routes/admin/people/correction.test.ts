import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldNames, type PersonFormValues, personFormValues } from '~/features/users/person-form';
import { correction, correctionOf, mergeTyped } from './person-data';

const shown = personFormValues({
  name: 'Nair',
  email: 'nair@exemplo.com.br',
  cpf: '52998224725',
  rg: 'MG-1.234.567',
  emitter: null,
  birthdate: '1990-12-05',
  contact: '+5535999990000',
});

const read = (typed: Partial<PersonFormValues>, hasAccount = true) =>
  correction.safeParse(correctionOf(shown, { ...shown, ...typed }, hasAccount));
const wrongIn = (typed: Partial<PersonFormValues>, hasAccount?: boolean) =>
  Object.fromEntries(read(typed, hasAccount).error?.issues.map(({ path, message }) => [path[0], message]) ?? []);

describe('correcting data', () => {
  it('sends only what was typed over what stood there', () => {
    const typed = { contact: '(35) 3212-0000', birthdate: '06/12/1990', rg: ' MG-1.234.567 ' };
    expect(read(typed).data).toEqual({ contact: '+553532120000', birthdate: '1990-12-06' });
  });

  it('validates only what was touched', () => {
    expect(read({ emitter: 'SSP/MG' }).data).toEqual({ emitter: 'SSP/MG' });
    expect(wrongIn({ fullname: 'Nair S', cpf: '1' })).toEqual({ cpf: 'CPF inválido. Confira os números digitados.' });
    expect(read({ fullname: 'Nairzinha' }).data).toEqual({ name: 'Nairzinha' });
    expect(wrongIn({ fullname: 'Nair 7' })).toHaveProperty('name');
  });

  it('takes data away from those without an account only', () => {
    expect(read({ cpf: '', birthdate: ' ' }, false).data).toEqual({ cpf: null, birthdate: null });
    expect(Object.keys(wrongIn({ cpf: '', birthdate: ' ' }))).toEqual(['cpf', 'birthdate']);
    expect(Object.keys(wrongIn({ contact: '' }, false))).toEqual(['contact']);
  });
});

describe('merging two versions', () => {
  it('keep what was typed here, take over the rest, and report what the other person changed', () => {
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
          const change = merged.changed.find((one) => one.name === name);
          expect(change?.saved ?? base[name]).toBe(saved[name]);
        }
      }),
    );
  });
});
