import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import type { SigningKey } from './sign-xml.ts';

/** A certificate that signs and opens connections, with its private key, as PEM. */
export interface CompanyCertificate extends SigningKey {
  /** The authorities between it and the root. */
  chain: string[];
  /** The CNPJ that it names, 14 digits. */
  taxId: string | undefined;
  name: string;
  validFrom: Date;
  expiresAt: Date;
}

const messages = {
  password: 'another password than this',
  key: 'no private key of its certificate',
  'other-key': 'a key that is not RSA',
  encryption: 'an encryption that is unknown, or too costly to open',
  format: 'no certificate with its private key, as PKCS#12 or PEM',
};

/** What a file has instead. Its message says nothing of the key. */
export class CertificateUnreadable extends Error {
  readonly reason: keyof typeof messages;
  constructor(reason: CertificateUnreadable['reason']) {
    super(messages[reason]);
    this.reason = reason;
  }
}

/**
 * Reads PKCS#12, also with the old encryption that TLS no longer takes, or PEM with certificate and private key of RSA.
 * Throws {@link CertificateUnreadable}.
 */
export function readCompanyCertificate(file: Buffer, password: string): CompanyCertificate {
  const { key, certs } = file.includes('-----BEGIN ') ? readPem(file, password) : readPfx(file, password);
  const own = certs.find((one) => one.checkPrivateKey(key));
  if (!own) throw new CertificateUnreadable(certs.length > 0 ? 'key' : 'format');
  if (key.asymmetricKeyType !== 'rsa') throw new CertificateUnreadable('other-key');
  return {
    cert: own.toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chain: certs.filter((one) => one !== own).map((one) => one.toString()),
    taxId: taxIdOf(own.raw),
    // ICP-Brasil writes the CNPJ after the name.
    name: (/^CN=(.*)$/m.exec(own.subject)?.[1] ?? '').replace(/:\d{14}$/, ''),
    validFrom: new Date(own.validFrom),
    expiresAt: new Date(own.validTo),
  };
}

interface Contents {
  key: KeyObject;
  certs: X509Certificate[];
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function readPem(file: Buffer, password: string): Contents {
  const text = file.toString('latin1');
  const certs = text.match(CERTIFICATES) ?? [];
  const isEncrypted = text.includes('ENCRYPTED');
  const at = text.search(/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/);
  const key = attempt(
    () => createPrivateKey({ key: text.slice(at < 0 ? text.length : at), format: 'pem', passphrase: password }),
    isEncrypted ? 'password' : at < 0 && certs.length > 0 ? 'key' : 'format',
  );
  return { key, certs: attempt(() => certs.map((one) => new X509Certificate(one))) };
}

/** Of a key, encrypted or not. */
const KEY_BAGS = new Set([forge.pki.oids.keyBag, forge.pki.oids.pkcs8ShroudedKeyBag]);

// Programs ask for 2,000 to 10,000; more than this would hold up everybody else for seconds.
const MAX_ITERATIONS = 100_000;

function requireCheap(iterations: number): void {
  if (iterations > MAX_ITERATIONS) throw new CertificateUnreadable('encryption');
}

// The library does what a file says, however long it takes, and takes a password for Latin 1 where PBES2 has UTF-8.
const { pbkdf2 } = forge.pkcs5;
const { generateKey } = forge.pkcs12;
Object.assign(forge.pkcs5, {
  pbkdf2(password: string, salt: string, iterations: number, ...rest: [keySize: number]) {
    requireCheap(iterations);
    return pbkdf2(forge.util.encodeUtf8(password), salt, iterations, ...rest);
  },
});
const deriveOldKey: typeof generateKey = (password, salt, id, iterations, ...rest) => {
  requireCheap(iterations);
  return generateKey(password, salt, id, iterations, ...rest);
};
Object.assign(forge.pkcs12, { generateKey: deriveOldKey });
Object.assign((forge.pki as unknown as { pbe: object }).pbe, { generatePkcs12Key: deriveOldKey });

function readPfx(file: Buffer, password: string): Contents {
  const asn1 = attempt(() => forge.asn1.fromDer(file.toString('latin1')));
  let pfx: forge.pkcs12.Pkcs12Pfx;
  try {
    pfx = forge.pkcs12.pkcs12FromAsn1(asn1, false, password);
  } catch (error) {
    if (error instanceof CertificateUnreadable) throw error;
    const { message } = error as Error;
    throw new CertificateUnreadable(
      /Unsupported OID/.test(message) ? 'encryption' : /password|MAC/i.test(message) ? 'password' : 'format',
    );
  }
  const bags = pfx.safeContents.flatMap(({ safeBags }) => safeBags);
  const key = bags.find((bag) => bag.key)?.key;
  // The library reads keys of RSA only.
  if (!key) throw new CertificateUnreadable(bags.some(({ type }) => KEY_BAGS.has(type)) ? 'other-key' : 'key');
  const pems = bags.flatMap(({ cert }) => (cert ? [forge.pki.certificateToPem(cert)] : []));
  return attempt(() => ({
    key: createPrivateKey(forge.pki.privateKeyToPem(key)),
    certs: pems.map((one) => new X509Certificate(one)),
  }));
}

function attempt<Result>(read: () => Result, reason: CertificateUnreadable['reason'] = 'format'): Result {
  try {
    return read();
  } catch {
    throw new CertificateUnreadable(reason);
  }
}

/** OID 2.16.76.1.3.3 of ICP-Brasil: the CNPJ of a company's certificate, among its alternative names. */
const CNPJ_OID = Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, 0x03]);

// Node shows no names of this kind; the value follows its OID within a few bytes, whichever kind of string it is.
function taxIdOf(der: Buffer): string | undefined {
  const at = der.indexOf(CNPJ_OID);
  if (at < 0) return undefined;
  const [digits] = /\d{14}/.exec(der.toString('latin1', at + CNPJ_OID.length, at + CNPJ_OID.length + 24)) ?? [];
  return digits;
}
