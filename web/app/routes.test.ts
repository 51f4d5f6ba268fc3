import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import { judge } from './features/session/access';
import routes from './routes';

function pathsOf({ path, children = [] }: RouteConfigEntry, parent = ''): string[] {
  const here = path === undefined ? parent : `${parent}/${path}`;
  return [...(path === undefined ? [] : [here]), ...children.flatMap((child) => pathsOf(child, here))];
}

// The guard stands before the pages of this layout; every other page is for everybody.
const paths = routes.filter(({ file }) => file === 'routes/area/layout/layout.tsx').flatMap((route) => pathsOf(route));
const administration = paths.filter((path) => /^\/(admin|template)(\/|$)/.test(path));

describe.each(administration)('%s', (path) => {
  const isForOperators = /^\/admin\/(avaliacoes|embarque|pagamentos|passeios|saidas|veiculos)(\/|$)/.test(path);

  it('is for administrators, and for operators where trips are run and payments checked', () => {
    expect(judge(path, 'ADMIN')).toBe('allow');
    expect(judge(path, 'OPERATOR')).toBe(isForOperators ? 'allow' : 'deny');
  });

  it('is for nobody else', () => {
    expect(judge(path, null)).toBe('login');
    for (const role of ['CLIENT', 'INTRUDER', '']) expect(judge(path, role)).toBe('deny');
  });
});

it('every other page of the area is for whoever is signed in', () => {
  const others = paths.filter((path) => !administration.includes(path));
  expect(others.length).toBeGreaterThan(2);
  for (const path of others) expect(judge(path, 'CLIENT'), path).toBe('allow');
});
