import { describe, expect, it } from 'vitest';
import { drawableText, withDrawableText } from './drawable-text.ts';

describe('a text of a PDF', () => {
  it.each([
    ['李小龙', 'LiXiaoLong'],
    ['محمد علي', 'mhmd `ly'],
    ['김민준', 'GimMinJun'],
    ['山田 太郎', 'ShanTian TaiLang'],
    ['ナタリー・ポートマン', 'natari-potoman'],
    ['สมชาย', 'smchay'],
    ['דוד לוי', 'dvd lvy'],
    ['गीता', 'gita'],
    ['Ｌｉ　Ｗｅｉ', 'Li Wei'],
    ['Ana 😀 Lima', 'Ana Lima'],
    ['Ana Lima ✅👩🏽‍🦰', 'Ana Lima'],
    ['Bia 🇧🇷', 'Bia'],
    ['1️⃣ Caio', '1 Caio'],
  ])('with what its font lacks is written in Latin letters: "%s" as "%s"', (text, drawn) => {
    expect(drawableText(text)).toBe(drawn);
  });

  it.each([
    'João D’Ávila',
    'Мария Иванова',
    'Nguyễn Thị Ánh',
    'Łukasz Żak',
    'Ελένη',
    'R$ 86,70 · 3 × “à vista” — 50 %',
    '© Roboto™ ® → •',
    'muito\u200bcomprido',
  ])('that its font has stays as it is: "%s"', (text) => expect(drawableText(text)).toBe(text));
});

it('a document is drawable wherever its texts are, also those that depend on the page', () => {
  const logo = new Uint8Array([1, 2]);
  const document = {
    content: ['李', { table: { body: [[{ text: '김' }, 7, null]] } }, { qr: '李', image: logo }],
    footer: (page: number) => [{ text: `李 ${page}` }],
  };
  const drawable = withDrawableText(document);
  expect(drawable.content).toEqual([
    'Li',
    { table: { body: [[{ text: 'Gim' }, 7, null]] } },
    { qr: '李', image: logo },
  ]);
  expect(drawable.footer(2)).toEqual([{ text: 'Li 2' }]);
});
