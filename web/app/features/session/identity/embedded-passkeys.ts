import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { IdentityError } from './error';
import type { Passkeys } from './port';

/** Sends a request to the provider, and answers what it says. */
type Ask = (path: string, body?: object) => Promise<Record<string, unknown>>;

/** Passkeys of the embedded provider; loaded where they are used. */
export function createPasskeys(ask: Ask): Passkeys {
  return {
    async list() {
      const { hasAuthenticator, passkeys } = await ask('/two-factor/methods');
      return { hasAuthenticator: hasAuthenticator === true, passkeys: passkeys as [] };
    },
    async add({ password, site, name }) {
      const optionsJSON = await ask('/passkey/begin', { password, site });
      const response = await inBrowser(startRegistration({ optionsJSON: optionsJSON as never }));
      const { recoveryCodes } = await ask('/passkey/add', { name, response });
      return recoveryCodes as string[];
    },
    async remove(id, password) {
      await ask('/passkey/remove', { id, password });
    },
    async removeAuthenticator(password) {
      await ask('/two-factor/remove-authenticator', { password });
    },
    async signIn({ isSecondStep }) {
      const optionsJSON = await ask('/passkey/begin-sign-in', { isSecondStep });
      const response = await inBrowser(startAuthentication({ optionsJSON: optionsJSON as never }));
      return String((await ask('/passkey/sign-in', { response })).email);
    },
  };
}

/** What the browser's own dialog answers. */
async function inBrowser<Result>(ceremony: Promise<Result>): Promise<Result> {
  try {
    return await ceremony;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new IdentityError('refused', codes[name] ?? 'PASSKEY_UNSUPPORTED');
  }
}

const codes: Record<string, string> = {
  NotAllowedError: 'PASSKEY_CANCELLED',
  AbortError: 'PASSKEY_CANCELLED',
  InvalidStateError: 'PASSKEY_KNOWN',
};
