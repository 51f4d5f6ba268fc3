import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import { StartError } from '../../platform/process/start-error.ts';

/** A client's certificate with its private key; `ca` for a server whose certificate no public authority has signed. */
export type ClientCertificate = Pick<SecureContextOptions, 'pfx' | 'cert' | 'key' | 'passphrase' | 'ca'>;

/** What is wrong with the files of a certificate. */
export type CertificateFault =
  | 'incomplete'
  | 'wrong-password'
  | 'password-missing'
  | 'old-encryption'
  | 'other-key'
  | 'unreadable';

export class CertificateError extends Error {
  readonly fault: CertificateFault;

  constructor(fault: CertificateFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * A certificate with its private key: PEM or PKCS#12 with both, or a certificate whose key stands in a file of its own.
 * Throws {@link CertificateError}.
 */
export function parseCertificate(
  file: Buffer,
  { password, key }: { password?: string | undefined; key?: Buffer | undefined } = {},
): ClientCertificate {
  const pem = key ? `${certificatePem(file)}\n${key.toString('utf8')}` : pemOf(file);
  if (pem && !(pem.includes('BEGIN CERTIFICATE-----') && pem.includes('PRIVATE KEY-----'))) {
    throw new CertificateError('incomplete', 'must hold both the certificate and its private key');
  }
  const passphrase = password === undefined ? {} : { passphrase: password };
  const certificate = pem ? { cert: pem, key: pem, ...passphrase } : { pfx: file, ...passphrase };
  try {
    createSecureContext(certificate);
  } catch (error) {
    const { message } = error as Error;
    throw new CertificateError(faultOf(message, password !== undefined), message);
  }
  return certificate;
}

const pemOf = (file: Buffer) => (file.includes('-----BEGIN ') ? file.toString('utf8') : undefined);

// Some banks hand certificates out in DER.
function certificatePem(file: Buffer): string {
  try {
    return pemOf(file) ?? new X509Certificate(file).toString();
  } catch (error) {
    throw new CertificateError('unreadable', (error as Error).message);
  }
}

function faultOf(message: string, hasPassword: boolean): CertificateFault {
  if (/mac verify|bad decrypt|bad password|interrupted or cancelled|password read|processing error/i.test(message)) {
    return hasPassword ? 'wrong-password' : 'password-missing';
  }
  if (/unsupported/i.test(message)) return 'old-encryption';
  return /key values mismatch/i.test(message) ? 'other-key' : 'unreadable';
}

/** What a certificate says of itself. `cnpj`: of the company that it is of, where it names one. */
export interface CertificateFacts {
  validFrom: Date;
  expiresAt: Date;
  cnpj: string | undefined;
}

// ICP-Brasil (DOC-ICP-04): an other name of type 2.16.76.1.3.3 with the CNPJ, and the CNPJ at the end of the common
// name. The first in hexadecimal DER.
const CNPJ_NAME = /0605604c010303a0[0-9a-f]{2}(?:04|0c|13|16)0e([0-9a-f]{28})/;
const CNPJ_AT_END = /^CN=.{0,200}:([0-9A-Z]{12}\d\d)$/m;
const CNPJ = /^[0-9A-Z]{12}\d\d$/;

function cnpjOf({ raw, subject }: X509Certificate): string | undefined {
  const named = Buffer.from(CNPJ_NAME.exec(raw.toString('hex'))?.[1] ?? '', 'hex').toString('latin1');
  return CNPJ.test(named) ? named : CNPJ_AT_END.exec(subject)?.[1];
}

export function certificateFacts(certificate: ClientCertificate): CertificateFacts {
  // A socket that connects nowhere shows the certificate of its context, also of PKCS#12.
  const nowhere = new Duplex({ read: () => undefined, write: (_, __, done) => done() });
  const socket = new TLSSocket(nowhere, { secureContext: createSecureContext(certificate) });
  const shown = socket.getX509Certificate();
  socket.destroy();
  if (!shown) throw new CertificateError('incomplete', 'has no certificate');
  return { validFrom: shown.validFromDate, expiresAt: shown.validToDate, cnpj: cnpjOf(shown) };
}

const CONVERT = 'openssl pkcs12 -legacy -in OLD.p12 -nodes -out certificate.pem';

/**
 * Reads PIX_CERTIFICATE: PEM with certificate and private key, or PKCS#12. Throws a StartError that names the variable.
 */
export async function readCertificate(path: string, password: string | undefined): Promise<ClientCertificate> {
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`PIX_CERTIFICATE: ${path} cannot be read (${error.code})`);
  });
  try {
    return parseCertificate(file, { password });
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new StartError(sentences[error.fault](path, error.message));
  }
}

const sentences: Record<CertificateFault, (path: string, message: string) => string> = {
  incomplete: (path, message) => `PIX_CERTIFICATE: ${path} ${message}`,
  'wrong-password': (path) => `PIX_CERTIFICATE_PASSWORD is not the password of ${path}`,
  'password-missing': (path) => `PIX_CERTIFICATE_PASSWORD must be set: ${path} is protected by a password`,
  'old-encryption': (path) =>
    `PIX_CERTIFICATE: ${path} has an encryption that is no longer supported. Convert it: ${CONVERT}`,
  'other-key': (path) => `PIX_CERTIFICATE: the private key in ${path} does not belong to its certificate`,
  unreadable: (path, message) => `PIX_CERTIFICATE: ${path} is neither PEM nor PKCS#12 (${message})`,
};
