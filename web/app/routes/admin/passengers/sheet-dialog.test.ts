import { usualColumns } from '@passeio/contract/boarding/passengers';
import { expect, it, vi } from 'vitest';
import { readColumns, readSheetChoice, rememberChoice, rememberedChoice, sheetPath } from './sheet-dialog';

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
  const usual = { columns: usualColumns, group: 'boarding' };
  rememberChoice('ana', { columns: ['name', 'cpf'], group: 'reservation' });
  expect(rememberedChoice('ana')).toEqual({ columns: ['name', 'cpf'], group: 'reservation' });
  expect(rememberedChoice('rui')).toEqual(usual);
  vi.stubGlobal('localStorage', undefined);
  rememberChoice('ana', { columns: ['name'], group: 'reservation' });
  expect(rememberedChoice('ana')).toEqual(usual);
  vi.unstubAllGlobals();
});

it('names them in the address of the page to print', () => {
  const path = sheetPath('t1', { columns: ['number', 'name'], group: 'boarding' });
  expect(path).toBe('/admin/passeios/t1/lista?colunas=number,name');
  const choice = { columns: ['name', 'code'], group: 'reservation' } as const;
  const { searchParams } = new URL(sheetPath('t1', choice), 'http://localhost');
  expect(readSheetChoice(searchParams)).toEqual(choice);
});
