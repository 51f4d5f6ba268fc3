import forge from 'node-forge';
import { beforeAll, expect, it } from 'vitest';
import { type CertifiedKey, makeAuthority } from '../../../../demo/bank/certificates.ts';
import { CertificateUnreadable, readCompanyCertificate } from './certificate.ts';

let company: CertifiedKey;
let other: CertifiedKey;
beforeAll(async () => {
  const authority = await makeAuthority('Autoridade', { isRsa: true });
  company = await authority.issueForCompany({ name: 'Rota das Águas', taxId: '11222333000181' });
  other = await authority.issueForCompany({ name: 'Outra', taxId: '99888777000100' });
});

function pfx({ key, cert }: CertifiedKey, algorithm: 'aes256' | '3des' | 'aes128', password = 'segredo'): Buffer {
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    [forge.pki.certificateFromPem(cert)],
    password,
    {
      algorithm,
    },
  );
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

it.each<[string, () => Buffer, string]>([
  ['an empty file', () => Buffer.alloc(0), 'format'],
  ['other bytes', () => Buffer.from('nada'), 'format'],
  ['half a file', () => pfx(company, 'aes256').subarray(0, 200), 'format'],
  ['a certificate without its key', () => Buffer.from(company.cert), 'key'],
  ['the key of another certificate', () => Buffer.from(company.cert + other.key), 'key'],
])('refuses %s', (_, file, reason) => {
  expect(refusal(() => readCompanyCertificate(file(), 'segredo'))?.reason).toBe(reason);
});
