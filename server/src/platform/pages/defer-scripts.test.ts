import { describe, expect, it } from 'vitest';
import { deferScripts } from './render-page.ts';

const module = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/home-1.js";

  window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};

import("/assets/entry.client-1.js");`;
const WAIT = 'await window.painted;\n';
const fail = (error: Error) => {
  throw error;
};
const page = (code: string) =>
  `<html><body><p>$& olá</p><script nonce="n">before()</script><script nonce="n" type="module" async="">${code}</script>` +
  '<link rel="modulepreload" href="/assets/manifest-1.js" nonce="n"/><link rel="modulepreload" href="/assets/framework-1.js" nonce="n"/></body></html>';

describe('a page whose scripts come later', () => {
  const later = deferScripts(page(module), WAIT, fail);

  it('asks for nothing before its own module does', () => {
    expect(later).not.toContain('<link rel="modulepreload"');
    expect(later).not.toMatch(/^import /m);
  });

  it('fetches all files in parallel, then runs the entry', () => {
    const order = [
      '["/assets/manifest-1.js","/assets/framework-1.js"]',
      'const [, route0, route1] = await Promise.all([import("/assets/manifest-1.js"), import("/assets/root-1.js"), import("/assets/home-1.js")]);',
      'window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};',
      'import("/assets/entry.client-1.js");',
    ].map((part) => later.indexOf(part));
    expect(order.every((at) => at > 0)).toBe(true);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('is otherwise the same', () => {
    expect(later).toContain(
      '<p>$& olá</p><script nonce="n">before()</script><script nonce="n" type="module" async="">',
    );
    expect(deferScripts('<html><p>Sem scripts</p></html>', WAIT, fail)).toBe('<html><p>Sem scripts</p></html>');
  });
});

it('stays as it is where the router has changed how it writes its module, and says so', () => {
  const errors: Error[] = [];
  const unknown = page('start();');
  expect(deferScripts(unknown, WAIT, (error) => void errors.push(error))).toBe(unknown);
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('not deferred') })]);
});
