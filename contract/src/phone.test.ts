import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phone } from './fields.ts';
import { formatPhone, readPhone } from './phone.ts';

describe('a telephone of Brazil', () => {
  it.each([
    ['(35) 98811-2001', '+5535988112001'],
    ['35988112001', '+5535988112001'],
    ['35 3221-0000', '+553532210000'],
    ['0 35 98811-2003', '+5535988112003'],
    ['(035) 98811-2004', '+5535988112004'],
    ['(035) 3221-0000', '+553532210000'],
    ['0xx35 98811-2004', '+5535988112004'],
    ['35 8811-2005', '+5535988112005'],
    ['(35) 6811-2005', '+5535968112005'],
    ['0055 35 98811-2006', '+5535988112006'],
    ['+55 35 8811-2005', '+5535988112005'],
    ['+55 (0)35 98811-2006', '+5535988112006'],
    ['0 15 35 98811-2008', '+5535988112008'],
    ['041 35 3221-0000', '+553532210000'],
    ['0 21 35 8811-2008', '+5535988112008'],
    ['55 35 98811-2002 ', '+5535988112002'],
    ['55 35 3221-0000', '+553532210000'],
    // The area code 55 is of Rio Grande do Sul.
    ['55 98811-2002', '+5555988112002'],
    ['+55 55 98811-2002', '+5555988112002'],
    ['+55 91 98811-2011', '+5591988112011'],
    ['(+55) 92 98811-2012', '+5592988112012'],
    ['\u202a+55 35 98811-2001\u202c', '+5535988112001'],
    ['\u200b35\u00a098811\u20112001\ufeff', '+5535988112001'],
    ['３５ ９８８１１－２００１', '+5535988112001'],
    ['35.98811.2001', '+5535988112001'],
    ['WhatsApp: (35) 98811-2001 (mãe)', '+5535988112001'],
    ['tel:+55-35-98811-2001', '+5535988112001'],
    ['0800 591 0000', '+558005910000'],
    ['98811-2001 (35)', '+5535988112001'],
    ['3221-0000 (035)', '+553532210000'],
    ['(0**35) 98811-2001', '+5535988112001'],
  ])('written "%s" is %s', (written, number) => {
    expect(readPhone(written)).toBe(number);
    expect(phone.parse(written)).toBe(number);
  });

  it.each(['', '35', '98811-2001', '10 98811-2001', '35 1811-2001', '35 98811-20011', '35 3221-0000 ramal 12'])(
    'written "%s" is refused',
    (written) => expect(readPhone(written)).toBeUndefined(),
  );

  it('without an area code has the one that is given', () => {
    expect(readPhone('98811-2001', '35')).toBe('+5535988112001');
    expect(readPhone('8811-2001', '35')).toBe('+5535988112001');
    expect(readPhone('3221-0000', '35')).toBe('+553532210000');
    expect(readPhone('11 98811-2001', '35')).toBe('+5511988112001');
    expect(readPhone('+51 987 654 321', '35')).toBe('+51987654321');
  });
});

describe('a telephone of another country', () => {
  it.each([
    ['+54 9 11 2345-6789', '+5491123456789', '+54 911 2345 6789'],
    ['0054 9 11 2345-6789', '+5491123456789', '+54 911 2345 6789'],
    ['+44 7911 123456', '+447911123456', '+44 791 112 3456'],
    ['+44 (0)7911 123456', '+447911123456', '+44 791 112 3456'],
    ['+33 6 12 34 56 78', '+33612345678', '+33 612 345 678'],
    ['+51 987 654 321', '+51987654321', '+51 987 654 321'],
    ['+1 (305) 555-0123', '+13055550123', '+1 305 555 0123'],
    ['+351 912 345 678', '+351912345678', '+351 912 345 678'],
    ['+598 94 231 234', '+59894231234', '+598 9423 1234'],
    ['+56 9 6123 4567', '+56961234567', '+56 961 234 567'],
    ['+49 0151 23456789', '+4915123456789', '+49 151 2345 6789'],
    ['+595 961 456789', '+595961456789', '+595 961 456 789'],
    ['+591 71234567', '+59171234567', '+591 7123 4567'],
    ['+52 1 55 1234 5678', '+5215512345678', '+52 155 1234 5678'],
    ['+86 131 2345 6789', '+8613123456789', '+86 131 2345 6789'],
    ['+81 90 1234 5678', '+819012345678', '+81 901 234 5678'],
    ['+7 912 345-67-89', '+79123456789', '+7 912 345 6789'],
    // Numbers there begin with a zero.
    ['+39 06 1234 5678', '+390612345678', '+39 061 234 5678'],
    ['+225 01 23 45 67 89', '+2250123456789', '+225 012 345 6789'],
  ])('written "%s" is %s, shown as "%s"', (written, number, shown) => {
    expect(readPhone(written)).toBe(number);
    expect(formatPhone(number)).toBe(shown);
    expect(readPhone(shown)).toBe(number);
  });

  it.each([
    '+999 123 456 789',
    '+54 123',
    '+1 305 555 012',
    '+351 912 345 67',
    '+0 35 98811-2001',
    '+40 000 000',
    '+55 305 555 0123',
  ])('written "%s" is refused with a sentence about the country', (written) => {
    const { error } = phone.safeParse(written);
    expect(error?.issues[0]?.message).toBe('Telefone inválido. Confira o código do país e o número.');
  });

  it('without its plus is refused with a sentence that says how to write it', () => {
    for (const written of ['54 9 11 2345-6789', '44 7911 123456', '33 6 12 34 56 78', '987 654 321']) {
      const { error } = phone.safeParse(written);
      expect(error?.issues[0]?.message).toBe(
        'Telefone inválido. Informe o DDD e o número; se for de outro país, comece com + e o código dele.',
      );
    }
  });
});

it('shows numbers of Brazil with their area code, and reads every number that it shows', () => {
  expect(formatPhone('+5535988112001')).toBe('(35) 98811-2001');
  expect(formatPhone('+553532210000')).toBe('(35) 3221-0000');
  expect(formatPhone('+558005910000')).toBe('0800 591 0000');
  expect(formatPhone('')).toBe('');
  fc.assert(
    fc.property(fc.stringMatching(/^(?:\+|00|0|55|)[1-9]\d{7,13}$/), (written) => {
      const number = readPhone(written);
      if (number) expect(readPhone(formatPhone(number))).toBe(number);
    }),
  );
});
