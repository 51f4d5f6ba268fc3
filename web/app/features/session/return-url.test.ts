import { describe, expect, it } from 'vitest';
import { loginUrl, safeReturnUrl } from './return-url';

describe('safeReturnUrl', () => {
  it.each([
    '/minhasreservas',
    '/admin/usuarios?q=jo%C3%A3o&page=2',
    '/portal/passeio/capitolio-canions',
    '/',
    '/minhaconta#contato',
  ])('goes back to %s', (path) => {
    expect(safeReturnUrl(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    '',
    'home',
    'https://evil.example/home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2Fevil.example',
    '/%2fevil.example',
    '%2F%2Fevil.example',
    '/%5Cevil.example',
    '/%252Fevil.example',
    '/%25252525252525252Fevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    '/%0d%0a/evil.example',
    '/\u0000/evil.example',
    '\u0001//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e/%2fevil.example',
    '/%',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,hi',
    '/auth/logout',
    '/home/../auth/logout',
    '/AUTH/login?returnUrl=/home',
  ])('takes %j to /home', (path) => {
    expect(safeReturnUrl(path)).toBe('/home');
  });
});

describe('loginUrl', () => {
  it('carries path and query through the address', () => {
    const { searchParams } = new URL(loginUrl('/admin/usuarios?q=a&page=2'), 'https://passeio.invalid');
    expect(safeReturnUrl(searchParams.get('returnUrl'))).toBe('/admin/usuarios?q=a&page=2');
  });
});
