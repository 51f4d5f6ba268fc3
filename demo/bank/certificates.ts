import 'reflect-metadata';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60 * 1_000;
const VALID_DAYS = 365;

type Side = 'server' | 'client';

/** A certificate and its private key, as PEM. */
export interface CertifiedKey {
  cert: string;
  key: string;
}

/** What the bank and its client prove themselves with; both are signed by `ca`. */
export interface BankCertificates {
  ca: string;
  server: CertifiedKey;
  client: CertifiedKey;
}

/** Makes the bank's certificates and writes them into `folder`, for this user only. */
export async function makeCertificates(folder: string): Promise<BankCertificates> {
  // A client that trusts several banks tells them apart by their names.
  const authority = await makeAuthority(`Banco de demonstracao ${serial().slice(0, 8)}`);
  const server = await authority.issue('127.0.0.1', 'server');
  const client = await authority.issue('passeio', 'client');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = {
    'ca.pem': authority.ca,
    'server.pem': server.cert + server.key,
    'client.pem': client.cert + client.key,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 });
  return { ca: authority.ca, server, client };
}

/** A certificate authority of its own. */
export async function makeAuthority(name: string) {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(),
    serialNumber: serial(),
    name: `CN=${name}`,
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  return {
    ca: pem(certificate),
    /** `days`: for how long it is valid from now on. */
    issue: (subject: string, side: Side, days?: number) => issue({ certificate, keys }, subject, side, days),
  };
}

async function issue(
  issuer: { certificate: X509Certificate; keys: CryptoKeyPair },
  subject: string,
  side: Side,
  days?: number,
): Promise<CertifiedKey> {
  const keys = await generateKeys();
  const names = side === 'server' ? [{ type: 'ip' as const, value: subject }] : [];
  const certificate = await X509CertificateGenerator.create({
    ...validity(days),
    serialNumber: serial(),
    subject: `CN=${subject}`,
    issuer: issuer.certificate.subject,
    signingAlgorithm: ALGORITHM,
    signingKey: issuer.keys.privateKey,
    publicKey: keys.publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new ExtendedKeyUsageExtension([side === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth]),
      ...(names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : []),
    ],
  });
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: pem(certificate),
    key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
  };
}

const generateKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
const pem = (certificate: X509Certificate) => `${certificate.toString('pem')}\n`;
const serial = () => crypto.randomUUID().replaceAll('-', '').replace(/^./, '1');

function validity(days = VALID_DAYS) {
  const notAfter = new Date(Date.now() + days * DAY_MS);
  return { notBefore: new Date(Math.min(Date.now(), notAfter.getTime()) - DAY_MS), notAfter };
}
