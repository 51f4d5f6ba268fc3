import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { TOKEN_ALGORITHM, TokenChecker } from './embedded-tokens.ts';

const issuer = 'http://localhost';

afterEach(() => vi.useRealTimers());

it('recognises a token again without its keys, and never after its end', async () => {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM);
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: TOKEN_ALGORITHM }];
  const sign = (sid: string) =>
    new SignJWT({ sid })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: 'one' })
      .setSubject('somebody')
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
  const checker = new TokenChecker(issuer, async () => ({ keys }));
  const [known, other] = [await sign('first'), await sign('second')];

  expect(await checker.check(known)).toEqual({ subject: 'somebody', sessionId: 'first' });
  expect(await checker.check(known)).toEqual({ subject: 'somebody', sessionId: 'first' });
  expect(await checker.check(other)).toEqual({ subject: 'somebody', sessionId: 'second' });
  // The same claims with another signature are another token.
  expect(await checker.check(`${known.slice(0, known.lastIndexOf('.'))}${other.slice(other.lastIndexOf('.'))}`)).toBe(
    undefined,
  );
  vi.useFakeTimers({ now: Date.now() + 3_600_001, toFake: ['Date'] });
  expect(await checker.check(known)).toBe(undefined);
});
