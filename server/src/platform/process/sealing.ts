import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;

/** A text that only the holders of a secret read. `keyId`: names the secret without saying it. */
export interface Sealed {
  keyId: string;
  sealed: Buffer;
}

/** Seals texts for the database: AES-256-GCM. `about` is authenticated with a text, so that none stands for another. */
export interface Sealer {
  keyId: string;
  seal(text: string, about: string): Sealed;
  /** Undefined where no secret of this server opens it. */
  open(sealed: Sealed, about: string): string | undefined;
}

/** Seals with the first of these secrets, and opens what any of them sealed. */
export function createSealer(purpose: string, [current, ...former]: readonly [string, ...string[]]): Sealer {
  const own = keyOf(purpose, current);
  const keys = new Map([own, ...former.map((secret) => keyOf(purpose, secret))].map((one) => [one.id, one.key]));
  return {
    keyId: own.id,
    seal(text, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, own.key, iv).setAAD(Buffer.from(about));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { keyId: own.id, sealed: Buffer.concat([iv, cipher.getAuthTag(), content]) };
    },
    open({ keyId, sealed }, about) {
      const key = keys.get(keyId);
      if (!key) return undefined;
      const iv = sealed.subarray(0, IV_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

function keyOf(purpose: string, secret: string): { id: string; key: Buffer } {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', info, bytes));
  return { id: derive(`${purpose}: key id`, KEY_ID_BYTES).toString('hex'), key: derive(purpose, KEY_BYTES) };
}
