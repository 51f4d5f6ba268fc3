import { expect, it } from 'vitest';
import { typedAddress } from './link-address';

it.each([
  ['https://exemplo.com.br/mapa?dia=1', 'https://exemplo.com.br/mapa?dia=1'],
  [' exemplo.com.br ', 'https://exemplo.com.br/'],
  ['www.exemplo.com.br/a b', 'https://www.exemplo.com.br/a%20b'],
  ['exemplo.com.br:8080/x', 'https://exemplo.com.br:8080/x'],
  ['ola@exemplo.com.br', 'mailto:ola@exemplo.com.br'],
  ['mailto:ola@exemplo.com.br', 'mailto:ola@exemplo.com.br'],
  ['(35) 99999-0000', 'tel:35999990000'],
  ['+55 35 3212-0000', 'tel:+553532120000'],
])('%s leads to %s', (typed, address) => {
  expect(typedAddress(typed)).toBe(address);
});

it.each([
  '',
  ' ',
  'mapa',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'ftp://exemplo.com',
  '/home',
  '//evil',
])('%j leads nowhere', (typed) => {
  expect(typedAddress(typed)).toBeUndefined();
});
