import type { FastifyInstance } from 'fastify';
import forge from 'node-forge';
import type { CertifiedKey, Company, makeAuthority } from '../bank/certificates.ts';
import { type Html, html } from '../page.ts';

const PASSWORD = 'demonstracao';
const HOUR_MS = 3_600_000;

/** Files that its page offers, with what they are for. */
const files = {
  'empresa.pfx': { label: 'Da empresa', use: 'Com ele, as notas saem.' },
  'vencido.pfx': { label: 'Vencido', use: 'É da empresa, mas venceu há uma hora.' },
  'outra-empresa.pfx': { label: 'De outra empresa', use: 'O CNPJ é outro.' },
} as const;
type FileName = keyof typeof files;

const OTHER_COMPANY: Company = { name: 'Outra Empresa Ltda.', taxId: '99888777000100' };

/** Certificates to upload as a company would, made anew at every download. */
export function certificatePages(
  pages: FastifyInstance,
  authority: Awaited<ReturnType<typeof makeAuthority>>,
  company: Company,
): void {
  const companyOf = (file: FileName): Company => {
    if (file === 'outra-empresa.pfx') return OTHER_COMPANY;
    return file === 'vencido.pfx' ? { ...company, expiresAt: new Date(Date.now() - HOUR_MS) } : company;
  };
  pages.get('/certificados/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    if (!Object.hasOwn(files, file)) return reply.code(404).send();
    const certified = await authority.issueForCompany(companyOf(file as FileName));
    return reply
      .header('content-type', 'application/x-pkcs12')
      .header('content-disposition', `attachment; filename="${file}"`)
      .send(writePfx(certified, authority.ca));
  });
}

/** The list of these files, and their password. */
export const certificateList = (): Html => html`<section><h2>Certificados de teste</h2>
<p>Envie um deles em “Conexões”, “Notas fiscais (NFS-e)”. A senha de todos é <strong class="code">${PASSWORD}</strong></p>
<ul>${Object.entries(files).map(
  ([file, { label, use }]) => html`<li><div>${label}<div class="soft">${use}</div></div>
<a class="button plain" href="/certificados/${file}" download aria-label="Baixar ${file}">Baixar</a></li>`,
)}</ul></section>`;

/** PKCS#12 as certification authorities hand it out: with the chain, and encrypted in the old way. */
function writePfx({ cert, key }: CertifiedKey, ca: string): Buffer {
  const chain = [cert, ca].map((one) => forge.pki.certificateFromPem(one));
  const asn1 = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(key), chain, PASSWORD, { algorithm: '3des' });
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');
}
