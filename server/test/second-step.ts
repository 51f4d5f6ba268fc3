import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const STEP_MS = 30_000;

/** The code that an authenticator shows `steps` half minutes from now (RFC 6238). */
export function codeOf(uri: string, steps = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...secret.replace(/=+$/, '')].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The cookies that an answer sets. */
export function cookieOf({ headers }: { headers: Headers }): string {
  return headers
    .getSetCookie()
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0])
    .join('; ');
}

interface Ceremony {
  origin: string;
  /** What the authenticator says of itself; as it should be by default. */
  isVerified?: boolean;
  counter?: number;
}

/** A passkey in software, of P-256 and without attestation (WebAuthn Level 3). */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  /** Answers options of a registration. */
  register({ challenge, rp }: { challenge: string; rp: { id: string } }, ceremony: Ceremony): object {
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id, ceremony, 0x40),
      Buffer.alloc(16),
      Buffer.from([0, 16]),
      Buffer.from(this.id, 'base64url'),
      this.#publicKey(),
    ]);
    const attestationObject = cbor(
      new Map<unknown, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#credential({
      clientDataJSON: encode(clientData('webauthn.create', challenge, ceremony)),
      attestationObject: encode(attestationObject),
      transports: ['internal'],
    });
  }

  /** Answers options of a sign-in. */
  signIn({ challenge, rpId }: { challenge: string; rpId: string }, ceremony: Ceremony): object {
    const authenticatorData = this.#authenticatorData(rpId, ceremony, 0);
    const client = clientData('webauthn.get', challenge, ceremony);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
    return this.#credential({
      clientDataJSON: encode(client),
      authenticatorData: encode(authenticatorData),
      signature: encode(sign('sha256', signed, this.#keys.privateKey)),
    });
  }

  #credential(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #authenticatorData(rpId: string, { isVerified = true, counter }: Ceremony, flags: number): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const tail = Buffer.alloc(5);
    tail[0] = flags | 0x01 | (isVerified ? 0x04 : 0);
    tail.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
  }

  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [ecKey, es256, p256] = [2, -7, 1];
    return cbor(
      new Map<unknown, unknown>([
        [1, ecKey],
        [3, es256],
        [-1, p256],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64url');

function clientData(type: string, challenge: string, { origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** As much of CBOR as a registration needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new Error('Not of CBOR as it is needed here');
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}
