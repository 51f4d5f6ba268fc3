import { readFile } from 'node:fs/promises';
import { StartError } from '../../platform/process/start-error.ts';
import { CertificateUnreadable, readCompanyCertificate } from './certificate.ts';
import { type FiscalService, governments } from './port.ts';
import { sefinNacional } from './sefin-nacional.ts';

/** Hosts of the government's environment for tests have this in their names. */
const TESTING = /producaorestrita/;

/**
 * Sefin Nacional as the environment configures it. Throws a StartError that names the variable, without anything of the
 * key.
 */
export async function openSefinNacional(settings: {
  certificate: string;
  certificatePassword: string;
  apiUrl: string;
}): Promise<FiscalService> {
  const { certificate: path, certificatePassword, apiUrl } = settings;
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`NFSE_CERTIFICATE: ${path} cannot be read (${error.code})`);
  });
  const government = governments[TESTING.test(new URL(apiUrl).hostname) ? 'test' : 'production'];
  try {
    const certificate = readCompanyCertificate(file, certificatePassword);
    return sefinNacional({ ...government, apiUrl, certificate });
  } catch (error) {
    if (!(error instanceof CertificateUnreadable)) throw error;
    throw new StartError(
      error.reason === 'password'
        ? `NFSE_CERTIFICATE_PASSWORD is not the password of ${path}`
        : `NFSE_CERTIFICATE: ${path} has ${error.message}`,
    );
  }
}
