import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { firebaseIdentity } from './firebase.ts';

const PROJECT = 'demo-passeio';
const ISSUER = `https://securetoken.google.com/${PROJECT}`;
const base = { projectId: PROJECT, apiKey: 'key', authDomain: 'demo-passeio.firebaseapp.com' };
const withEmulator = firebaseIdentity({ ...base, emulatorHost: '127.0.0.1:9099' });
const real = firebaseIdentity({ ...base, emulatorHost: undefined });

const unsigned = ({ issuer = ISSUER, audience = PROJECT, expires = '1h' } = {}) =>
  new UnsecuredJWT({ email: 'Ana@Exemplo.com.br', email_verified: true })
    .setSubject('abc')
    .setIssuedAt()
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(expires)
    .encode();

describe('a token of the emulator', () => {
  it('is believed where its address is configured', async () => {
    expect(await withEmulator.verify(unsigned())).toEqual({
      issuer: ISSUER,
      subject: 'abc',
      email: 'ana@exemplo.com.br',
      emailConfirmed: true,
    });
  });

  it('is refused where it is not', async () => {
    expect(await real.verify(unsigned())).toBeUndefined();
  });

  it.each([
    ['of another project', unsigned({ audience: 'other' })],
    ['of another issuer', unsigned({ issuer: 'https://evil.example' })],
    ['that expired', unsigned({ expires: '-1h' })],
    ['that is none', 'abc'],
  ])('is refused: one %s', async (_, token) => {
    expect(await withEmulator.verify(token)).toBeUndefined();
  });

  it('is refused when it pretends to be signed', async () => {
    const token = await new SignJWT({ email: 'a@b.example' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('abc')
      .setIssuer(ISSUER)
      .setAudience(PROJECT)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('x'.repeat(32)));
    expect(await withEmulator.verify(token)).toBeUndefined();
    expect(await real.verify(token)).toBeUndefined();
  });
});

describe('deleting the own account', () => {
  /** Firebase with one account; says what was asked of it. */
  async function withAccount(run: (parts: { asked: unknown[]; emulatorHost: string }) => Promise<void>) {
    const asked: unknown[] = [];
    const server = createServer(async (request, response) => {
      const body = (await json(request)) as { password?: string };
      asked.push([/accounts:(\w+)/.exec(request.url ?? '')?.[1], body]);
      const isRefused = 'password' in body && body.password !== 'certa';
      response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRefused ? {} : { localId: 'abc', idToken: 'own-token' }));
    });
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    try {
      await run({ asked, emulatorHost: `127.0.0.1:${(server.address() as AddressInfo).port}` });
    } finally {
      server.close();
    }
  }
  const who = { issuer: ISSUER, subject: 'abc', email: 'ana@exemplo.com.br' };

  it('is done with the token that the password gives', () =>
    withAccount(async ({ asked, emulatorHost }) => {
      await firebaseIdentity({ ...base, emulatorHost }).deleteOwn(who, 'certa');
      expect(asked.at(-1)).toEqual(['delete', { idToken: 'own-token' }]);
    }));

  it('fails with a wrong password, and of somebody else, and deletes nothing', () =>
    withAccount(async ({ asked, emulatorHost }) => {
      const identity = firebaseIdentity({ ...base, emulatorHost });
      await expect(identity.deleteOwn(who, 'errada')).rejects.toThrow('did not delete');
      await expect(identity.deleteOwn({ ...who, subject: 'xyz' }, 'certa')).rejects.toThrow('did not delete');
      expect(JSON.stringify(asked)).not.toContain('"delete"');
    }));
});

describe('the configuration', () => {
  const firebase = { IDENTITY_PROVIDER: 'firebase', FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'key' };

  it('refuses the emulator in production', () => {
    const env = {
      ...firebase,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://x.example',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    };
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig({ ...env, FIREBASE_AUTH_EMULATOR_HOST: '' })).not.toThrow();
  });

  it('names missing settings', () => {
    expect(() => readConfig({ IDENTITY_PROVIDER: 'firebase' })).toThrow('FIREBASE_PROJECT_ID');
  });
});
