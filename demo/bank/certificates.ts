import 'reflect-metadata';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const DAY_MS = 24 * 60 * 60 * 1_000;
const VALID_DAYS = 365;
const KEPT_DAYS = 3_650;

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

/**
 * A certificate authority of its own. `isRsa`: as those of companies are; `keptIn`: the file from which it is the same
 * after a restart.
 */
export async function makeAuthority(
  name: string,
  { isRsa = false, keptIn }: { isRsa?: boolean; keptIn?: string } = {},
) {
  const algorithm = isRsa ? RSA : ALGORITHM;
  const kept = keptIn && (await readFile(keptIn, 'utf8').catch(() => undefined));
  const { cert, key } = kept ? (JSON.parse(kept) as CertifiedKey) : await signItself(name, algorithm, keptIn);
  const privateKey = await crypto.subtle.importKey('pkcs8', bytesOfPem(key), algorithm, false, ['sign']);
  const issuer: Issuer = { certificate: new X509Certificate(cert), privateKey, algorithm };
  return {
    ca: cert,
    /** `days`: for how long it is valid from now on. */
    issue: (subject: string, side: Side, days?: number) => issue(issuer, subject, side, days),
    issueForCompany: (company: Company) => issueForCompany(issuer, company),
  };
}

async function signItself(name: string, algorithm: Algorithm, keptIn?: string): Promise<CertifiedKey> {
  const keys = await generateKeys(algorithm);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(keptIn ? KEPT_DAYS : VALID_DAYS),
    serialNumber: serial(),
    name: `CN=${name}`,
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  const made = { cert: pem(certificate), key: await privateKeyAsPem(keys) };
  if (keptIn) await writeFile(keptIn, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/** Whom a company's certificate names; `expiresAt`: in a year, unless given. */
export interface Company {
  name: string;
  /** CNPJ, 14 digits. */
  taxId: string;
  expiresAt?: Date;
}

/** A certificate as Brazilian companies have them: an RSA key, and the CNPJ among its alternative names. */
async function issueForCompany(issuer: Issuer, { name, taxId, expiresAt }: Company): Promise<CertifiedKey> {
  // OID 2.16.76.1.3.3 with an octet string of 14 digits, as another name.
  const names = Buffer.concat([Buffer.from('301ba0190605604c010303a010040e', 'hex'), Buffer.from(taxId, 'latin1')]);
  return certify(issuer, await generateKeys(RSA), {
    ...{ ...validity(), ...(expiresAt && { notAfter: expiresAt }) },
    subject: `CN=${name}:${taxId}`,
    usage: ExtendedKeyUsage.clientAuth,
    names: [new Extension('2.5.29.17', false, names)],
  });
}

type Algorithm = typeof ALGORITHM | typeof RSA;

interface Issuer {
  certificate: X509Certificate;
  privateKey: CryptoKey;
  algorithm: Algorithm;
}

async function issue(issuer: Issuer, subject: string, side: Side, days?: number): Promise<CertifiedKey> {
  return certify(issuer, await generateKeys(), {
    ...validity(days),
    subject: `CN=${subject}`,
    usage: side === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth,
    names: side === 'server' ? [new SubjectAlternativeNameExtension([{ type: 'ip', value: subject }])] : [],
  });
}

interface Certified extends ReturnType<typeof validity> {
  subject: string;
  usage: ExtendedKeyUsage;
  names: Extension[];
}

async function certify(
  issuer: Issuer,
  keys: CryptoKeyPair,
  { usage, names, ...certified }: Certified,
): Promise<CertifiedKey> {
  const certificate = await X509CertificateGenerator.create({
    ...certified,
    serialNumber: serial(),
    issuer: issuer.certificate.subject,
    signingAlgorithm: issuer.algorithm,
    signingKey: issuer.privateKey,
    publicKey: keys.publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new ExtendedKeyUsageExtension([usage]),
      ...names,
    ],
  });
  return { cert: pem(certificate), key: await privateKeyAsPem(keys) };
}

async function privateKeyAsPem({ privateKey }: CryptoKeyPair): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
}

const bytesOfPem = (text: string) => Buffer.from(text.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
const generateKeys = (algorithm: Algorithm = ALGORITHM) =>
  crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
const pem = (certificate: X509Certificate) => `${certificate.toString('pem')}\n`;
const serial = () => crypto.randomUUID().replaceAll('-', '').replace(/^./, '1');

function validity(days = VALID_DAYS) {
  const notAfter = new Date(Date.now() + days * DAY_MS);
  return { notBefore: new Date(Math.min(Date.now(), notAfter.getTime()) - DAY_MS), notAfter };
}
