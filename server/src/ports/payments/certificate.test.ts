import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankCertificates, makeCertificates } from '../../../../demo/bank/certificates.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { readCertificate } from './certificate.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

let folder: string;
let made: BankCertificates;
const at = (name: string) => join(folder, name);
const openssl = (...args: string[]) => expect(spawnSync('openssl', args, { cwd: folder }).status).toBe(0);
async function refusal(name: string, password?: string): Promise<string> {
  const error = await readCertificate(at(name), password).catch((failure) => failure);
  expect(error).toBeInstanceOf(StartError);
  return error.message;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-certificate-'));
  made = await makeCertificates(folder);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a PEM file', () => {
  it('holds the certificate and its private key', async () => {
    expect(await readCertificate(at('client.pem'), undefined)).toMatchObject({
      cert: made.client.cert + made.client.key,
    });
    expect(await refusal('ca.pem')).toMatch(/^PIX_CERTIFICATE: .*both the certificate and its private key/);
  });

  it('of a key that belongs to another certificate is refused', async () => {
    await writeFile(at('mixed.pem'), made.client.cert + made.server.key);
    expect(await refusal('mixed.pem')).toMatch(/^PIX_CERTIFICATE: the private key .* does not belong/);
  });
});

describe('a file that is no certificate', () => {
  it('is named by its variable', async () => {
    expect(await refusal('nowhere.pem')).toMatch(/^PIX_CERTIFICATE: .*nowhere\.pem cannot be read \(ENOENT\)/);
    await writeFile(at('text.p12'), 'no certificate');
    expect(await refusal('text.p12')).toMatch(/^PIX_CERTIFICATE: .* is neither PEM nor PKCS#12/);
  });
});

describe.skipIf(!hasOpenssl)(`a PKCS#12 file${hasOpenssl ? '' : ' (LEFT OUT: there is no openssl)'}`, () => {
  beforeAll(() => {
    openssl('pkcs12', '-export', '-in', 'client.pem', '-out', 'client.p12', '-passout', 'pass:segredo');
    openssl('pkcs12', '-export', '-in', 'client.pem', '-out', 'open.p12', '-passout', 'pass:');
  });

  it('is opened by its password, or by none', async () => {
    await readCertificate(at('client.p12'), 'segredo');
    await readCertificate(at('open.p12'), '');
    await readCertificate(at('open.p12'), undefined);
  });

  it('says which variable is missing or wrong', async () => {
    expect(await refusal('client.p12', 'errado')).toMatch(/^PIX_CERTIFICATE_PASSWORD is not the password of/);
    expect(await refusal('client.p12')).toMatch(/^PIX_CERTIFICATE_PASSWORD must be set/);
  });

  it('with an encryption of former days is to be converted', async () => {
    const legacy = ['pkcs12', '-export', '-legacy', '-in', 'client.pem', '-out', 'old.p12', '-passout', 'pass:segredo'];
    openssl(...legacy);
    expect(await refusal('old.p12', 'segredo')).toMatch(/^PIX_CERTIFICATE: .*no longer supported. Convert it: openssl/);
  });
});
