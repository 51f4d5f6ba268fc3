import { describe, expect, it } from 'vitest';
import { guestPerson, signUpPayload } from './users.ts';

const ownName = signUpPayload.shape.name;
const guestName = guestPerson.shape.name;

describe('a name', () => {
  it.each([
    'Ana Lima',
    'João D’Ávila',
    "Caetano d'Abreu",
    'Conceição D´Oliveira',
    'Ana-Clara Müller Ñandú',
    'Pedro Sá Jr.',
    'J.R.R. Tolkien',
    'Dra. Íris Ł. Żak',
    'Nguyễn Thị Ánh',
    'Мария Иванова',
    '山田 太郎',
    'محمد علي',
    'ñ ü',
  ])('may be "%s"', (name) => {
    if (name.length > 3) expect(ownName.parse(name)).toBe(name.normalize('NFC'));
    expect(guestName.safeParse(name).success).toBe(true);
  });

  it.each([
    'Acesse http evil com',
    'Ana evil.com',
    'Ana evil.com.br Lima',
    'Promo www ganhe',
    'https://evil.example/x Lima',
    'ganhe@evil Lima',
    'Ana/Lima Souza',
    'Ana ★ Lima',
    'Ana 💰 Lima',
    '<b>Ana</b> Lima',
    '\u3164\u3164 \u3164\u3164',
    'Ana \u2800\u2800 Lima',
    'Ana L\u0301\u0301\u0301\u0301\u0301ima',
    'Ligue 0800 123 4567',
    '. . . .',
    '- - -',
    '',
  ])('may not be "%s"', (name) => {
    expect(ownName.safeParse(name).success).toBe(false);
    expect(guestName.safeParse(name).success).toBe(false);
  });

  it('of a guest may contain digits, unlike one’s own', () => {
    expect(guestName.parse('Acompanhante 2')).toBe('Acompanhante 2');
    expect(ownName.safeParse('Acompanhante 2').success).toBe(false);
  });

  it('gets plain single spaces, and loses invisible characters', () => {
    for (const written of [
      ' Ana\u00a0\u2003Lima ',
      'Ana \u115f\u1160 Lima',
      '\u202eAna \u200bLima\u202c',
      'Ana\ufeff Li\u00adma',
    ]) {
      expect(ownName.parse(written)).toBe('Ana Lima');
    }
  });
});

it.each(['a', 'a ', ' a', '-'])('refuses a name of 1 MB at once: %j over and over', (unit) => {
  const began = performance.now();
  const name = unit.repeat(1_000_000 / unit.length);
  expect(ownName.safeParse(name).error?.issues).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(1_000);
});
