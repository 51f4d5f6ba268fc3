import { expect, it } from 'vitest';
import { currentPath, menuFor, shortcutsFor } from './menu';

const pagesOf = (...of: Parameters<typeof menuFor>) =>
  menuFor(...of).flatMap((item) => ('pages' in item ? item.pages : item));
const labelAt = (role: string, path: string) => {
  const items = pagesOf(role);
  return items.find(({ to }) => to === currentPath(items, path))?.label;
};

it('leads staff to the reservations', () => {
  const reservationsOf = (role: string) => pagesOf(role).find(({ label }) => label === 'Reservas')?.to;
  expect(reservationsOf('ADMIN')).toBe('/admin/reservas');
  expect(reservationsOf('OPERATOR')).toBe('/admin/reservas');
  expect(reservationsOf('CLIENT')).toBeUndefined();
});

it('marks the entry that a page belongs to, and one only', () => {
  expect(labelAt('ADMIN', '/admin/configuracoes/marca')).toBe('Configurações');
  expect(labelAt('ADMIN', '/admin/passeios/1/passageiros')).toBe('Passeios');
  expect(labelAt('OPERATOR', '/admin/reservas/A3K7QX')).toBe('Reservas');
  expect(labelAt('OPERATOR', '/admin/pagamentos/extrato')).toBe('Pagamentos');
  expect(labelAt('ADMIN', '/admin/qualquer')).toBeUndefined();
});

it('has shortcuts for staff alone', () => {
  for (const role of ['ADMIN', 'OPERATOR']) {
    expect(shortcutsFor(role).map(({ label }) => label)).toEqual(['Início', 'Passeios', 'Reservas', 'Pagamentos']);
  }
  for (const role of ['CLIENT', 'GUIDE', null]) expect(shortcutsFor(role)).toEqual([]);
});

it('leaves out what an operator has no permission for', () => {
  expect(pagesOf('OPERATOR', { permissions: ['edit_trips'] }).map(({ label }) => label)).not.toContain('Pagamentos');
  expect(menuFor('OPERATOR', { permissions: ['edit_trips'] }).map(({ label }) => label)).not.toContain('Números');
  expect(shortcutsFor('OPERATOR', []).map(({ label }) => label)).toEqual(['Início', 'Passeios', 'Reservas']);
});

it('has the sales of people who sell, whatever their role', () => {
  for (const role of ['CLIENT', 'GUIDE', 'OPERATOR', 'ADMIN']) {
    expect(pagesOf(role, { isSeller: true }).map(({ label }) => label)).toContain('Vendas');
    expect(pagesOf(role).map(({ label }) => label)).not.toContain('Vendas');
  }
});
