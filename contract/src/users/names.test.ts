import { describe, expect, it } from 'vitest';
import { suspiciousName, tidyName } from './names.ts';
import { guestPerson, signUpPayload } from './users.ts';

describe('a name from a list', () => {
  it.each([
    ['1. Úrsula Reis Dias', 'Úrsula Reis Dias'],
    ['2) Uriel Reis Dias', 'Uriel Reis Dias'],
    ['03 - Ulisses Reis Dias', 'Ulisses Reis Dias'],
    ['4.Ubirajara Reis', 'Ubirajara Reis'],
    ['3- Zilda Reis', 'Zilda Reis'],
    ['5º Bia Reis', 'Bia Reis'],
    ['6 – Caio Reis', 'Caio Reis'],
    ['(7) Davi Reis', 'Davi Reis'],
    ['#8 Eva Reis', 'Eva Reis'],
    ['9️⃣ Iara Reis', 'Iara Reis'],
    ['1️⃣0️⃣ Ivo Reis', 'Ivo Reis'],
    ['Úrica Reis ✅', 'Úrica Reis'],
    ['✅ 11. *Ugo Reis* 🚌', 'Ugo Reis'],
    ['Ugo Reis *', 'Ugo Reis'],
    ['• Ana Lima;', 'Ana Lima'],
    ['- Ana Lima -', 'Ana Lima'],
    ['_Ana Lima_ ~', 'Ana Lima'],
    ['Dr.Paulo Souza', 'Dr. Paulo Souza'],
    ['dra.paula souza', 'dra. paula souza'],
    ['J.Carlos da Silva', 'J. Carlos da Silva'],
    ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
    ['Ana – Lima', 'Ana - Lima'],
    ['Ana\u200b Lima\u202c', 'Ana Lima'],
    ['Pedro Sá Jr.', 'Pedro Sá Jr.'],
    ['Maria Alves (mãe da Bia)', 'Maria Alves (mãe da Bia)'],
    ['Acompanhante 2', 'Acompanhante 2'],
    ['Silva, João Neto', 'Silva, João Neto'],
    ['D’Ávila', 'D’Ávila'],
    ['✅', '✅'],
  ])('written "%s" is "%s"', (written, name) => expect(tidyName(written)).toBe(name));

  it.each([
    'Vitor Reis / Vilma Reis',
    'Zé & Bia Ramos',
    'Ana Lima + Caio Reis',
    'Ulla Reis + 1',
    'Ulla Reis +1 acompanhante',
    'Una Reis (2 pessoas)',
    'Vera Reis - 7 anos',
    'Vera Reis (7a)',
    'Vânia Reis (grávida)',
    'Zeca Reis [filho da Zuleica]',
    'Ana Lima e família',
    'Casal Lima',
    'Ana Lima 35 98811-2001',
  ])('warns that "%s" may say more than a name', (name) =>
    expect(suspiciousName(name)).toBe('Confira o nome: parece haver mais de uma pessoa ou um recado.'),
  );

  it.each(['Ana Lima', 'Maria de Souza e Silva', 'João D’Ávila', 'Ana - Lima', 'Dr. Paulo Souza', 'Acompanhante 2'])(
    'has nothing to say about "%s"',
    (name) => expect(suspiciousName(name)).toBeUndefined(),
  );
});

it.each([
  ['Dr.Paulo Souza', 'Dr. Paulo Souza'],
  ['J.Carlos da Silva', 'J. Carlos da Silva'],
  ['Ana – Lima', 'Ana - Lima'],
  ['Maria Alves (mãe da Bia)', 'Maria Alves (mãe da Bia)'],
  ['Silva, João Neto', 'Silva, João Neto'],
  ['2) Uriel Reis Dias', 'Uriel Reis Dias'],
  ['Úrica Reis ✅', 'Úrica Reis'],
  ['Suharto', 'Suharto'],
])('"%s" is a name in forms, of staff and of one’s own: "%s"', (written, name) => {
  expect(signUpPayload.shape.name.parse(written)).toBe(name);
  expect(guestPerson.shape.name.parse(written)).toBe(name);
});
