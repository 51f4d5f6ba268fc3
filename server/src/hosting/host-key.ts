import { createCipheriv, createDecipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { StartError } from '../platform/process/start-error.ts';
import { loadOrCreateSecret } from '../secrets.ts';
import { type Queryable, readOperators } from './directory.queries.ts';
import type { HostingConfig } from './hosting-config.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key of a host, which encrypts what its directory keeps of operators. */
export interface HostKey {
  /** Names the key, and says nothing of it. */
  id: string;
  /** Encrypts `text` for one operator and purpose. */
  wrap(text: string, context: string): Buffer;
  /** Throws a StartError for what another key or context has wrapped. */
  unwrap(wrapped: Buffer, context: string): string;
  /** A secret for another purpose. */
  secretFor(purpose: string): string;
}

/** The key of 32 bytes in base64url. */
export function hostKey(encoded: string): HostKey {
  const key = Buffer.from(encoded, 'base64url');
  const id = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return {
    id,
    wrap(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    unwrap(wrapped, context) {
      try {
        const nonce = wrapped.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(context)).setAuthTag(wrapped.subarray(-TAG_BYTES));
        const text = decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        throw new StartError(
          `The secret of ${context} was encrypted with another key than ${id}. Bring back the host's key: HOSTING_KEY, or ` +
            'secrets/hosting in the data folder.',
        );
      }
    },
    secretFor: (purpose) => derivedSecret(encoded, purpose),
  };
}

/** The host's key: of the environment, or of the data folder. */
export async function readHostKey(config: Config, { key }: HostingConfig, directory: Queryable): Promise<HostKey> {
  const isNeeded = async () => (await readOperators(directory)).some(({ wrapped_secret }) => wrapped_secret);
  return hostKey(key ?? (await loadOrCreateSecret(config.dataDir, 'hosting', isNeeded)));
}

/** A random secret for a new operator. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What an operator's secret gives for other purposes: nothing that one is good for is good for another. */
function derivedSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url');
}

/** The operator's private key for notifications on devices. */
export function pushKeyOf(secret: string): string {
  // Nearly every text of 32 bytes is a key on this curve.
  for (let turn = 0; ; turn += 1) {
    const key = derivedSecret(secret, `push ${turn}`);
    try {
      createECDH('prime256v1').setPrivateKey(Buffer.from(key, 'base64url'));
      return key;
    } catch {}
  }
}
