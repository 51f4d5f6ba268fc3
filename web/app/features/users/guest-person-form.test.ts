import { describe, expect, it } from 'vitest';
import {
  checkGuestField,
  completionOf,
  guestFieldErrors,
  guestFormValues,
  parseGuestPerson,
} from './guest-person-form';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const known = {
  name: 'Nair Dias',
  contact: '+5535999990000',
  cpf: '11144477735',
  rg: null,
  emitter: null,
  birthdate: '1950-02-28',
  email: null,
};

describe('somebody whom staff writes down', () => {
  it('needs a name and a telephone; everything else can wait', () => {
    expect(parseGuestPerson(form({ fullname: 'Nair', contact: '35999990000' }))).toEqual({
      person: {
        name: 'Nair',
        contact: '+5535999990000',
        cpf: null,
        rg: null,
        emitter: null,
        birthdate: null,
        email: null,
      },
    });
    expect(Object.keys((parseGuestPerson(form({})) as { errors: object }).errors)).toEqual(['fullname', 'contact']);
  });

  it('is refused what is typed wrongly, beside its field', () => {
    expect(checkGuestField('cpf', '111.111.111-11')).toContain('CPF inválido');
    expect(checkGuestField('cpf', '')).toBeUndefined();
    expect(checkGuestField('birthdate', '31/02/1990')).toContain('Data de nascimento');
    expect(checkGuestField('birthdate', '28/02/1990')).toBeUndefined();
  });

  it('goes into the form and comes out of it unchanged', () => {
    const read = parseGuestPerson(form(guestFormValues(known)));
    expect(read).toEqual({ person: known });
    expect(completionOf(known, known)).toEqual({});
    expect(completionOf(known, { ...known, rg: '123', cpf: null })).toEqual({ rg: '123', cpf: null });
  });

  it('finds the sentences of the API, whatever body the person was part of', () => {
    const sentence = 'Este CPF já é de Nair Dias.';
    expect(guestFieldErrors({ cpf: sentence })).toEqual({ cpf: sentence });
    expect(guestFieldErrors({ 'person.name': 'Nome: preencha este campo.' })).toEqual({
      fullname: 'Nome: preencha este campo.',
    });
  });
});
