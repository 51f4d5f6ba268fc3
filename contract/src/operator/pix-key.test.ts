import { expect, it } from 'vitest';
import { maskPixKey } from './pix-key.ts';

it.each([
  ['maria@exemplo.com', 'm•••@exemplo.com'],
  ['52998224725', '•••4725'],
  ['+5535999990000', '•••0000'],
  ['123e4567-e12b-12d1-a456-426655440000', '•••0000'],
  ['', ''],
])('shows of the Pix key "%s" only what its owner recognises', (key, shown) => {
  expect(maskPixKey(key)).toBe(shown);
});
