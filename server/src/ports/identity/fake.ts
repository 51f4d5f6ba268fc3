import { randomUUID } from 'node:crypto';
import type { IdentityProvider, VerifiedIdentity } from './port.ts';

/** Everybody's. */
export const FAKE_PASSWORD = 'a senha de todos';
/** Of the authenticators of people who have one. */
export const FAKE_CODE = '123456';

/** An identity provider for tests that accepts only tokens it issued. */
export interface FakeIdentity extends IdentityProvider {
  issueToken(
    email: string,
    options?: { emailConfirmed?: boolean; hasTwoFactor?: boolean },
  ): { token: string; identity: VerifiedIdentity };
  signOut(token: string): void;
  /** Another token for the same identity. */
  signInAgain(token: string): string;
}

export function fakeIdentity(): FakeIdentity {
  const sessions = new Map<string, VerifiedIdentity>();
  const issued = new Map<string, VerifiedIdentity>();
  return {
    issueToken(email, { emailConfirmed = true, hasTwoFactor } = {}) {
      const token = randomUUID();
      const identity = {
        issuer: 'fake',
        subject: randomUUID(),
        email: email.toLowerCase(),
        emailConfirmed,
        ...(hasTwoFactor !== undefined && { hasTwoFactor }),
      };
      sessions.set(token, identity);
      issued.set(token, identity);
      return { token, identity };
    },
    signOut(token) {
      sessions.delete(token);
    },
    signInAgain(token) {
      const identity = issued.get(token);
      if (!identity) throw new Error('this token was never issued');
      const another = randomUUID();
      sessions.set(another, identity);
      issued.set(another, identity);
      return another;
    },
    settings: { provider: 'embedded' },
    browserOrigins: [],
    listSessions: async () => null,
    endSession: async () => false,
    async endSessionsOf({ subject }) {
      for (const [token, identity] of sessions) if (identity.subject === subject) sessions.delete(token);
    },
    removeTwoFactor: async () => true,
    provesSecondStep: async ({ hasTwoFactor }, code) => !hasTwoFactor || code === FAKE_CODE,
    checkPassword: async (_, password) => password === FAKE_PASSWORD,
    deleteOwn: async () => undefined,
    async changeEmail({ subject }, email) {
      const people = [...issued.values()];
      if (people.some((other) => other.subject !== subject && other.email === email)) return 'taken';
      for (const [token, identity] of issued) {
        if (identity.subject === subject) issued.set(token, { ...identity, email, emailConfirmed: false });
      }
      for (const [token, identity] of sessions) if (identity.subject === subject) sessions.delete(token);
      return 'changed';
    },
    async isEmailConfirmed({ subject }) {
      return [...issued.values()].find((identity) => identity.subject === subject)?.emailConfirmed ?? null;
    },
    holderOf: async (token) => issued.get(token),
    verify: async (token) => sessions.get(token),
    mount() {},
  };
}
