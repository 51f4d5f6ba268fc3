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

/** A file that holds no certificate with its key, or not under this password. Its message says nothing of the key. */
export class CertificateUnreadable extends Error {
  readonly reason: 'password' | 'key' | 'format';
  constructor(reason: CertificateUnreadable['reason']) {
    super(
      reason === 'password' ? 'the password is not that of the certificate' : 'no certificate with its private key',
    );
    this.reason = reason;
  }
}

/**
 * Reads PKCS#12, also with the old encryption that TLS no longer takes, or PEM with certificate and private key. Throws
 * {@link CertificateUnreadable}.
 */
export function readCompanyCertificate(file: Buffer, password: string): CompanyCertificate {
  const { key, certs } = file.includes('-----BEGIN ') ? readPem(file, password) : readPfx(file, password);
  const own = certs.find((one) => one.checkPrivateKey(key));
  if (!own) throw new CertificateUnreadable(certs.length > 0 ? 'key' : 'format');
  if (key.asymmetricKeyType !== 'rsa') throw new CertificateUnreadable('format');
  return {
    cert: own.toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chain: certs.filter((one) => one !== own).map((one) => one.toString()),
    taxId: taxIdOf(own.raw),
    name: /^CN=(.*)$/m.exec(own.subject)?.[1] ?? '',
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

function readPfx(file: Buffer, password: string): Contents {
  const asn1 = attempt(() => forge.asn1.fromDer(file.toString('latin1')));
  let pfx: forge.pkcs12.Pkcs12Pfx;
  try {
    pfx = forge.pkcs12.pkcs12FromAsn1(asn1, false, password);
  } catch (error) {
    throw new CertificateUnreadable(/password|MAC/i.test((error as Error).message) ? 'password' : 'format');
  }
  const bags = pfx.safeContents.flatMap(({ safeBags }) => safeBags);
  const key = bags.find((bag) => bag.key)?.key;
  if (!key) throw new CertificateUnreadable('key');
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
