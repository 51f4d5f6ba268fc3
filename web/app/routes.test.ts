import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import { accessTo } from './features/session/access';
import routes from './routes';
import { templatePages } from './routes/area/layout/template-pages';

function pathsOf({ path, children = [] }: RouteConfigEntry, parent = ''): string[] {
  const here = path === undefined ? parent : `${parent}/${path}`;
  return [...(path === undefined ? [] : [here]), ...children.flatMap((child) => pathsOf(child, here))];
}

// The guard stands before the pages of this layout; every other page is for everybody.
const paths = routes.filter(({ file }) => file === 'routes/area/layout/layout.tsx').flatMap((route) => pathsOf(route));
const administration = paths.filter((path) => /^\/(admin|template)(\/|$)/.test(path));

describe.each(administration)('%s', (path) => {
  const isForOperators =
    /^\/admin\/(avaliacoes|contador|conversas|cupons|embarque|pagamentos|passeios|quem-trabalha|relatorios|reservas|saidas|veiculos|vendedores)(\/|$)/.test(
      path,
    );

  it('is for administrators, and for operators where trips are run and payments checked', () => {
    expect(accessTo(path, 'ADMIN')).toBe('allow');
    expect(accessTo(path, 'OPERATOR')).toBe(isForOperators ? 'allow' : 'deny');
  });

  it('is for nobody else', () => {
    expect(accessTo(path, null)).toBe('login');
    for (const role of ['CLIENT', 'INTRUDER', '']) expect(accessTo(path, role)).toBe('deny');
  });
});

it('every other page of the area is for signed-in people', () => {
  const others = paths.filter((path) => !administration.includes(path));
  expect(others.length).toBeGreaterThan(2);
  for (const path of others) expect(accessTo(path, 'CLIENT'), path).toBe('allow');
});

it('the style guide has a page for each entry of the menu, with its title, and nothing at other addresses', async () => {
  const area = routes.find(({ file }) => file === 'routes/area/layout/layout.tsx');
  const guide = new Map(area?.children?.map(({ path, file }) => [`/${path}`, file]));
  for (const path of guide.keys()) if (!path.startsWith('/template')) guide.delete(path);
  expect(guide.get('/template/*')).toBe('routes/area/page/not-found.tsx');
  expect(guide.size).toBe(templatePages.length + 1);
  for (const { label, to } of templatePages) {
    const source = await readFile(join(import.meta.dirname, guide.get(to) ?? ''), 'utf8');
    expect(source, to).toContain(`handle = { title: '${label}' }`);
  }
});
