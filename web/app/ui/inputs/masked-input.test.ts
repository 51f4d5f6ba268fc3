import { readPhone } from '@passeio/contract/phone';
import fc from 'fast-check';
import { Mask } from 'maska';
import { expect, it } from 'vitest';
import { phoneMask } from './masked-input';

const mask = new Mask(phoneMask);
const process = (value: string) => mask.masked(phoneMask.preProcess?.(value) ?? value);
const pasted = (text: string) => process(text);
const typed = (text: string) => Array.from(text).reduce((field, key) => process(field + key), '');

it.each([
  ['+55 91 98811-2011', '+55 (91) 98811-2011'],
  ['+55 (92) 98811-2012', '+55 (92) 98811-2012'],
  ['+5598988112014', '+55 (98) 98811-2014'],
  ['+55 35 98811-2011', '+55 (35) 98811-2011'],
  ['35988112001', '(35) 98811-2001'],
  ['3532210000', '(35) 3221-0000'],
  ['+351 912345678', '+351 912 345 678'],
  ['55 35 98811-2002', '5535988112002'],
  ['0 15 35 98811-2008', '01535988112008'],
  ['3598', '(35) 98'],
  ['+5', '+5'],
])('the mask of telephones shows "%s" as "%s", typed or pasted', (text, shown) => {
  expect(typed(text)).toBe(shown);
  expect(pasted(text)).toBe(shown);
});

it('a telephone is the same number typed key by key, pasted, or read as it is written', () => {
  const separator = fc.constantFrom('', ' ', '-', '.', '(', ')', ' (', ') ');
  const start = fc.constantFrom('', '+', '+55', '0055', '00', '55', '0', '015', '(035) ', '+54 9', '+1', '\u202a+55 ');
  const body = fc.array(fc.tuple(fc.stringMatching(/^\d{1,6}$/), separator), { minLength: 1, maxLength: 6 });
  const end = fc.constantFrom('', '', '', ' ', ' (35)', '(035)', '\u202c', ' zap', ' ramal 12', ' / 35 3221-0000');
  fc.assert(
    fc.property(start, body, end, (one, pairs, last) => {
      const text = one + pairs.flat().join('') + last;
      const number = readPhone(text);
      expect(readPhone(pasted(text))).toBe(number);
      expect(readPhone(typed(text))).toBe(number);
    }),
    { numRuns: 2000 },
  );
});
