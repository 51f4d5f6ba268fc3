import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { StartError } from '../../platform/process/start-error.ts';

/** A client's certificate with its private key; `ca` for a server whose certificate no public authority has signed. */
export type ClientCertificate = Pick<SecureContextOptions, 'pfx' | 'cert' | 'key' | 'passphrase' | 'ca'>;

const CONVERT = 'openssl pkcs12 -legacy -in OLD.p12 -nodes -out certificate.pem';

/**
 * Reads PIX_CERTIFICATE: PEM with certificate and private key, or PKCS#12. Throws a StartError that names the variable.
 */
export async function readCertificate(path: string, password: string | undefined): Promise<ClientCertificate> {
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`PIX_CERTIFICATE: ${path} cannot be read (${error.code})`);
  });
  const pem = file.includes('-----BEGIN ') ? file.toString('utf8') : undefined;
  if (pem && !(pem.includes('BEGIN CERTIFICATE-----') && pem.includes('PRIVATE KEY-----'))) {
    throw new StartError(`PIX_CERTIFICATE: ${path} must hold both the certificate and its private key`);
  }
  const passphrase = password === undefined ? {} : { passphrase: password };
  const certificate = pem ? { cert: pem, key: pem, ...passphrase } : { pfx: file, ...passphrase };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new StartError(explain(path, (error as Error).message, password !== undefined));
  }
  return certificate;
}

function explain(path: string, message: string, hasPassword: boolean): string {
  if (/mac verify|bad decrypt|bad password|interrupted or cancelled|password read|processing error/i.test(message)) {
    return hasPassword
      ? `PIX_CERTIFICATE_PASSWORD is not the password of ${path}`
      : `PIX_CERTIFICATE_PASSWORD must be set: ${path} is protected by a password`;
  }
  if (/unsupported/i.test(message)) {
    return `PIX_CERTIFICATE: ${path} has an encryption that is no longer supported. Convert it: ${CONVERT}`;
  }
  if (/key values mismatch/i.test(message)) {
    return `PIX_CERTIFICATE: the private key in ${path} does not belong to its certificate`;
  }
  return `PIX_CERTIFICATE: ${path} is neither PEM nor PKCS#12 (${message})`;
}
