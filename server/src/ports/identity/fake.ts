import { randomUUID } from 'node:crypto';
import type { IdentityProvider, VerifiedIdentity } from './port.ts';

/** A provider for tests: it knows whom it has issued a token to, and nobody else. */
export interface FakeIdentity extends IdentityProvider {
  issueToken(email: string): { token: string; identity: VerifiedIdentity };
  endSession(token: string): void;
}

export function fakeIdentity(): FakeIdentity {
  const sessions = new Map<string, VerifiedIdentity>();
  return {
    issueToken(email) {
      const token = randomUUID();
      const identity = { issuer: 'fake', subject: randomUUID(), email: email.toLowerCase() };
      sessions.set(token, identity);
      return { token, identity };
    },
    endSession(token) {
      sessions.delete(token);
    },
    async verify(token) {
      return sessions.get(token);
    },
    mount() {},
  };
}
