import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settings } from '~/features/settings/operator.sample';
import { operatorFormValues, parseOperatorForm, pixKeyInWords } from './operator-form-values';

const pixKeys = fc.constantFrom(
  '',
  '12345678909',
  '11222333000181',
  '12ABC34501DE35',
  'contato@rota.example',
  '+5535999990000',
  // Eleven digits that are a CPF as well.
  '+5551998259765',
  '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d',
);

describe('settings as they are typed', () => {
  it('lead back to what is stored, whatever is told and whatever is not', () => {
    const told = fc.record({
      cnpj: fc.constantFrom('', '11222333000181', '12ABC34501DE35'),
      phone: fc.constantFrom('', '+553532120000'),
      whatsapp: fc.constantFrom('', '+5535999990000'),
      email: fc.constantFrom('', 'a@b.com.br'),
      socialUrl: fc.constantFrom('', 'https://example.com/rota'),
      state: fc.constantFrom('', 'SP'),
      pixKey: pixKeys,
      contactHtml: fc.constantFrom('', '<p>Oi</p>'),
    });
    fc.assert(
      fc.property(told, (some) => {
        const { logo: _logo, version: _version, ...stored } = { ...settings, ...some };
        expect(parseOperatorForm(operatorFormValues({ ...settings, ...some }))).toEqual({ body: stored });
      }),
    );
  });

  it('carry their punctuation', () => {
    expect(operatorFormValues(settings)).toMatchObject({
      cnpj: '11.222.333/0001-81',
      phone: '(35) 3212-0000',
      whatsapp: '(35) 99999-0000',
    });
  });

  it('say what is wrong beside each field', () => {
    const typed = {
      ...operatorFormValues(settings),
      name: ' ',
      cnpj: '11.222.333/0001-82',
      socialUrl: 'javascript:alert(1)',
    };
    const read = parseOperatorForm(typed);
    expect(read).toEqual({
      errors: {
        name: 'Nome: preencha este campo.',
        cnpj: 'CNPJ inválido. Confira os caracteres digitados.',
        socialUrl: 'Endereço inválido. Use um como https://www.instagram.com/nome.',
      },
    });
  });

  it.each([
    ['123.456.789-09', 'CPF'],
    ['(35) 99999-0000', 'celular'],
    ['Contato@Rota.example', 'e-mail'],
    ['qualquer coisa', undefined],
  ])('the Pix key "%s" is recognised: %s', (typed, kind) => {
    expect(pixKeyInWords(typed)).toBe(kind);
  });
});
