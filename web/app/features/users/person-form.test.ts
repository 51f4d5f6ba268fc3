import { describe, expect, it } from 'vitest';
import { checkPersonField, errorsByField, parsePerson, personFormValues } from './person-form';

const typed = {
  fullname: ' Ana Souza ',
  rg: 'MG-12.345.678',
  emitter: 'SSP/MG',
  cpf: '529.982.247-25',
  birthdate: '05/12/1990',
  contact: '(35) 99999-0000',
  email: 'Ana@Example.com',
};

function formOf(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

const form = (values: Partial<typeof typed>) => formOf({ ...typed, ...values });

describe('the form of personal data', () => {
  it('becomes what the API takes', () => {
    expect(parsePerson(form({}))).toEqual({
      payload: {
        name: 'Ana Souza',
        rg: 'MG-12.345.678',
        emitter: 'SSP/MG',
        cpf: '52998224725',
        birthdate: '1990-12-05',
        contact: '+5535999990000',
        email: 'ana@example.com',
      },
    });
  });

  it('shows a profile as it was typed, and reads it back unchanged', () => {
    const read = parsePerson(form({}));
    const payload = 'payload' in read ? read.payload : expect.fail('valid data');
    expect(parsePerson(form(personFormValues(payload)))).toEqual({ payload });
  });

  it('says what is wrong under the names of the page', () => {
    const read = parsePerson(form({ fullname: '★', birthdate: '31/02/1990', cpf: '111.111.111-11' }));
    expect(read).toEqual({
      errors: {
        fullname: 'Nome completo: use pelo menos 3 caracteres.',
        birthdate: 'Data de nascimento inválida. Confira o dia, o mês e o ano.',
        cpf: 'CPF inválido. Confira os números digitados.',
      },
    });
  });

  it('distinguishes a missing birth date from a wrong one', () => {
    expect(checkPersonField('rg', '')).toBe('Informe o RG.');
    expect(checkPersonField('birthdate', '')).toBe('Data de nascimento: preencha este campo.');
    expect(checkPersonField('birthdate', '31/02/1990')).toMatch(/inválida/);
  });

  it.each([
    ['birthdate', ''],
    ['birthdate', '5/12/90'],
    ['birthdate', '05/12/2990'],
    ['contact', '9999-0000'],
    ['email', 'ana@'],
    ['rg', ''],
  ])('refuses %s %j', (name, value) => {
    expect(checkPersonField(name, value)).toEqual(expect.any(String));
  });

  it("puts the server's sentences under the names of the page", () => {
    expect(errorsByField({ name: 'Nome?', email: 'E-mail?', other: 'x' })).toEqual({
      fullname: 'Nome?',
      email: 'E-mail?',
    });
  });
});
