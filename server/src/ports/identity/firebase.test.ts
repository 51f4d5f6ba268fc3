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
