import { randomUUID } from 'node:crypto';
import type { IdentityProvider, VerifiedIdentity } from './port.ts';

/** A provider for tests: it knows whom it has issued a token to, and nobody else. */
export interface FakeIdentity extends IdentityProvider {
  issueToken(email: string, options?: { emailConfirmed: boolean }): { token: string; identity: VerifiedIdentity };
  signOut(token: string): void;
}

export function fakeIdentity(): FakeIdentity {
  const sessions = new Map<string, VerifiedIdentity>();
  return {
    issueToken(email, { emailConfirmed } = { emailConfirmed: true }) {
      const token = randomUUID();
      const identity = {
        issuer: 'fake',
        subject: randomUUID(),
        email: email.toLowerCase(),
        emailConfirmed,
      };
      sessions.set(token, identity);
      return { token, identity };
    },
    signOut(token) {
      sessions.delete(token);
    },
    settings: { provider: 'embedded' },
    browserOrigins: [],
    listSessions: async () => null,
    endSession: async () => false,
    async verify(token) {
      return sessions.get(token);
    },
    mount() {},
  };
}
