import { usualColumns } from '@passeio/contract/passengers';
import { expect, it, vi } from 'vitest';
import { readColumns, rememberColumns, rememberedColumns, sheetPath } from './columns';

it('reads columns in the order of the list, and falls back to the usual ones', () => {
  expect(readColumns('code,name,password,number')).toEqual(['number', 'name', 'code']);
  for (const nothing of [null, '', 'x,y']) expect(readColumns(nothing)).toEqual(usualColumns);
});

it('remembers them per person, and lives without storage', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  rememberColumns('ana', ['name', 'cpf']);
  expect(rememberedColumns('ana')).toEqual(['name', 'cpf']);
  expect(rememberedColumns('rui')).toEqual(usualColumns);
  vi.stubGlobal('localStorage', undefined);
  rememberColumns('ana', ['name']);
  expect(rememberedColumns('ana')).toEqual(usualColumns);
  vi.unstubAllGlobals();
});

it('names them in the address of the page to print', () => {
  expect(sheetPath('t1', ['number', 'name'])).toBe('/admin/passeios/t1/lista?colunas=number,name');
});
