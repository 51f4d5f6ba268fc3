import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { beforeAll, expect, it } from 'vitest';
import { type CertifiedKey, makeAuthority } from '../../../../demo/bank/certificates.ts';
import { ensureTool } from '../../../../scripts/debian.ts';
import { CertificateUnreadable, readCompanyCertificate } from './certificate.ts';

let company: CertifiedKey;
let other: CertifiedKey;
beforeAll(async () => {
  const authority = await makeAuthority('Autoridade', { isRsa: true });
  company = await authority.issueForCompany({ name: 'Rota das Águas', taxId: '11222333000181' });
  other = await authority.issueForCompany({ name: 'Outra', taxId: '99888777000100' });
});

function pfx({ key, cert }: CertifiedKey, algorithm: 'aes256' | '3des', certs = [cert]): Buffer {
  const chain = certs.map((one) => forge.pki.certificateFromPem(one));
  const asn1 = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(key), chain, 'segredo', { algorithm });
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');
}
const refusal = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    return error as CertificateUnreadable;
  }
  return undefined;
};

it.each(['aes256', '3des'] as const)('reads PKCS#12 with %s, and whose it is', (algorithm) => {
  const read = readCompanyCertificate(pfx(company, algorithm), 'segredo');
  expect(read).toMatchObject({ taxId: '11222333000181', key: expect.stringContaining('PRIVATE KEY') });
  expect(read.expiresAt.getTime()).toBeGreaterThan(Date.now());
});

it('reads PEM', () => {
  const file = Buffer.from(company.cert + company.key);
  expect(readCompanyCertificate(file, '').taxId).toBe('11222333000181');
});

it('says that the password is wrong, without showing it or the key', () => {
  const error = refusal(() => readCompanyCertificate(pfx(company, 'aes256'), 'outro'));
  expect(error).toBeInstanceOf(CertificateUnreadable);
  expect(error?.reason).toBe('password');
  expect(`${error?.message}${JSON.stringify(error)}`).not.toMatch(/outro|segredo|PRIVATE/);
});

/** Keys and certificates as OpenSSL writes them, by other options than forge has. */
async function withOpenssl<Result>(work: (run: (...options: string[]) => void, folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'passeio-certificates-'));
  try {
    for (const [name, { key, cert }] of Object.entries({ company, other })) {
      await writeFile(join(folder, `${name}.pem`), key + cert);
    }
    return await work((...options) => {
      const { status, stderr } = spawnSync(ensureTool('openssl'), options, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    }, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const exported = (...options: string[]) =>
  withOpenssl((run, folder) => {
    run('pkcs12', '-export', '-in', 'company.pem', '-out', 'file.pfx', '-passout', 'pass:coração', ...options);
    return readFile(join(folder, 'file.pfx'));
  });

it.each<[string, string[]]>([
  ['as OpenSSL does now, with a password that has accents', []],
  ['RC2 and 3DES, as older authorities did', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-40', '-keypbe', 'PBE-SHA1-3DES']],
  ['nothing but its key', ['-certpbe', 'NONE']],
  ['nothing at all', ['-certpbe', 'NONE', '-keypbe', 'NONE']],
])('reads PKCS#12 that encrypts %s', async (_, options) => {
  const file = await exported(...options);
  expect(readCompanyCertificate(file, 'coração').taxId).toBe('11222333000181');
  expect(refusal(() => readCompanyCertificate(file, 'coracao'))?.reason).toBe('password');
});

it('keeps the chain of its file, and signs with the certificate of its key, wherever it stands', () => {
  const { cert, chain } = readCompanyCertificate(pfx(company, 'aes256', [other.cert, company.cert]), 'segredo');
  const [own, another] = [company, other].map((one) => new X509Certificate(one.cert).toString());
  expect([cert, chain]).toEqual([own, [another]]);
});

it.each<[string, () => Promise<Buffer>, string]>([
  ['no key', () => exported('-nokeys'), 'key'],
  ['RC2 of 128 bits', () => exported('-legacy', '-certpbe', 'PBE-SHA1-RC2-128'), 'encryption'],
  ['a key that takes long to derive', () => exported('-iter', '100001'), 'encryption'],
  ['the same by its old encryption', () => exported('-iter', '100001', '-legacy', '-nomaciter'), 'encryption'],
  [
    'a key of elliptic curves',
    () =>
      withOpenssl((run, folder) => {
        run('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'key.pem');
        run('req', '-x509', '-new', '-key', 'key.pem', '-subj', '/CN=Empresa:11222333000181', '-out', 'cert.pem');
        run(
          'pkcs12',
          '-export',
          '-in',
          'cert.pem',
          '-inkey',
          'key.pem',
          '-passout',
          'pass:coração',
          '-out',
          'file.pfx',
        );
        return readFile(join(folder, 'file.pfx'));
      }),
    'other-key',
  ],
])('refuses PKCS#12 with %s', async (_, file, reason) => {
  const read = await file();
  expect(refusal(() => readCompanyCertificate(read, 'coração'))?.reason).toBe(reason);
});

it.each<[string, () => Buffer, string]>([
  ['an empty file', () => Buffer.alloc(0), 'format'],
  ['other bytes', () => Buffer.from('nada'), 'format'],
  ['half a file', () => pfx(company, 'aes256').subarray(0, 200), 'format'],
  ['a certificate without its key', () => Buffer.from(company.cert), 'key'],
  ['10 MB of zeros', () => Buffer.alloc(10_000_000), 'format'],
  ['10 MB of elements in each other', () => Buffer.alloc(10_000_000, '3080', 'hex'), 'format'],
  ['beginnings of certificates', () => Buffer.from('-----BEGIN CERTIFICATE-----\n'.repeat(100_000)), 'format'],
  ['the key of another certificate', () => Buffer.from(company.cert + other.key), 'key'],
])('refuses %s', (_, file, reason) => {
  expect(refusal(() => readCompanyCertificate(file(), 'segredo'))?.reason).toBe(reason);
});
