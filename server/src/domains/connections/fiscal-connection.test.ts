import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CertifiedKey, makeAuthority } from '../../../../demo/bank/certificates.ts';
import { startDemoGovernment } from '../../../../demo/government/index.ts';
import { signerOf } from '../../../../demo/government/signature.ts';
import { startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { buildConnectable, type Connectable, connectionDeps } from '../../../test/banks/connectable-bank.ts';
import { call } from '../../../test/factories.ts';
import {
  declaration,
  fiscalSettings,
  OPERATOR_TAX_ID,
  startTestGovernment,
  type TestGovernment,
} from '../../../test/government.ts';
import { readCompanyCertificate } from '../../ports/fiscal/certificate.ts';
import type { FiscalService } from '../../ports/fiscal/port.ts';

const DAY_MS = 24 * 3_600_000;
const PASSWORD = 'segredo do cofre';

let government: TestGovernment;
let app: Connectable;
let company: CertifiedKey;
let options: Parameters<typeof connectionDeps>[1];
beforeAll(async () => {
  government = await startTestGovernment();
  company = await issue({});
  options = { governments: { production: government.access, test: government.access } };
  app = await buildConnectable(options);
  await setCnpj(OPERATOR_TAX_ID);
  await call(app, 'PUT', '/api/settings/fiscal', { token: app.admin.token, body: fiscalSettings });
});
afterAll(async () => {
  await app.close();
  await government.stop();
});
beforeEach(async () => {
  government.registry.condition = 'open';
  await app.remove('fiscal');
});

const issue = (change: { taxId?: string; expiresAt?: Date }) =>
  government.authority.issueForCompany({ name: 'Rota das Águas', taxId: OPERATOR_TAX_ID, ...change });
const setCnpj = (cnpj: string) => app.db.updateTable('operator').set({ cnpj }).execute();

/** What is typed: a PKCS#12 file in base64, and its password. */
function typed({ key, cert }: CertifiedKey = company, certificatePassword = PASSWORD) {
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    forge.pki.certificateFromPem(cert),
    PASSWORD,
  );
  const certificate = Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1').toString('base64');
  return { environment: 'test', certificate, certificatePassword };
}
/** The same of a key that is not RSA, as PEM. */
async function ofCurves() {
  const { key, cert } = await (await makeAuthority('Outra')).issue('empresa', 'client');
  return { ...typed(), certificate: cert + key };
}
const certificateOf = async (one: { url: string } & TestApp) =>
  (await call(one, 'GET', '/api/settings/fiscal', { token: app.admin.token })).body.certificate;

it('a certificate that the government takes signs notes at once, on every server, and is never answered', async () => {
  const other = await connectionDeps(app.app.deps, options);
  const second = await startAnotherProcess(app, other);
  expect((await app.test('fiscal', typed())).body).toEqual({ outcome: 'accepted', problems: [], notes: [] });
  expect(await certificateOf(app)).toBeNull();
  const { status, body } = await app.change('fiscal', typed());
  expect(status).toBe(200);
  expect(body).toMatchObject({ source: 'browser', expiresAt: expect.any(String), shown: { environment: 'test' } });
  expect(JSON.stringify(body)).not.toMatch(/segredo|PRIVATE|MII/);
  expect(await certificateOf(app)).toMatchObject({ taxId: OPERATOR_TAX_ID, isProduction: false });
  await other.connections.reload();
  expect(await certificateOf(second)).toMatchObject({ taxId: OPERATOR_TAX_ID });
  expect(JSON.stringify(app.log)).not.toContain(PASSWORD);
  await app.remove('fiscal');
  expect(await certificateOf(app)).toBeNull();
  await second.close();
  await other.connections.close();
});

describe('a certificate is refused', () => {
  it.each<[string, () => Promise<object> | object, string, RegExp]>([
    ['with a wrong password', () => typed(company, 'errada'), 'certificatePassword', /^Esta não é a senha/],
    ['without its key', () => ({ ...typed(), certificate: company.cert }), 'certificate', /^Falta a chave privada/],
    ['that is no file of one', () => ({ ...typed(), certificate: 'bmFkYQ==' }), 'certificate', /^Não deu para ler/],
    ['whose key is not RSA', ofCurves, 'certificate', /^A chave deste certificado não é RSA/],
    [
      'of another company',
      async () => typed(await issue({ taxId: '99888777000100' })),
      'certificate',
      /é do CNPJ 99\.888\.777\/0001-00, e o da empresa nas configurações é 11\.222\.333\/0001-81\.$/,
    ],
    [
      'that has ended',
      async () => typed(await issue({ expiresAt: new Date(Date.now() - 60_000) })),
      'certificate',
      /^Este certificado venceu em/,
    ],
    [
      'that is of a person',
      // What stands in its place is no CNPJ.
      async () => typed(await issue({ taxId: 'ANA LIMA (CPF)' })),
      'certificate',
      /não é de uma empresa/,
    ],
    [
      'that the government does not know',
      async () => {
        const foreign = await makeAuthority('Outra', { isRsa: true });
        return typed(await foreign.issueForCompany({ name: 'Rota', taxId: OPERATOR_TAX_ID }));
      },
      'certificate',
      /^O governo não aceita este certificado/,
    ],
  ])('%s', async (_, values, field, sentence) => {
    const { body } = await app.test('fiscal', await values());
    expect(body).toMatchObject({
      outcome: 'refused',
      problems: [{ field, sentence: expect.stringMatching(sentence) }],
    });
  });

  it.each<[string, string, number, RegExp]>([
    ['an empty file', '', 400, /^Certificado A1 da empresa: (preencha|escolha)/],
    ['a file of 30 KB more than any certificate', 'A'.repeat(40_004), 400, /o arquivo é grande demais/],
    ['a file of 10 MB', 'A'.repeat(10_000_000), 413, /./],
    ['a file in no base64', 'não é', 400, /não é um arquivo/],
  ])('%s, before it is read', async (_, certificate, status, sentence) => {
    const answer = await app.test('fiscal', { ...typed(), certificate });
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(sentence)]);
  });

  it('before the operator’s own CNPJ is known', async () => {
    await setCnpj('');
    expect((await app.test('fiscal', typed())).body.problems[0].sentence).toMatch(/^Preencha antes o CNPJ/);
    await setCnpj(OPERATOR_TAX_ID);
  });
});

it('a certificate of a branch is taken, and one that ends soon with a note', async () => {
  const expiresAt = new Date(Date.now() + 12 * DAY_MS);
  const { body } = await app.test('fiscal', typed(await issue({ taxId: '11222333000262', expiresAt })));
  expect(body).toMatchObject({
    outcome: 'accepted',
    notes: [expect.stringMatching(/^O certificado vence em 12 dias/)],
  });
});

it('a government that does not answer is saved by an explicit choice alone', async () => {
  government.registry.condition = 'closed';
  expect((await app.change('fiscal', typed())).body.code).toBe('CONNECTION_UNREACHABLE');
  const { body } = await app.change('fiscal', typed(), { evenIfUnreachable: true });
  expect(body).toMatchObject({ source: 'browser', problem: expect.stringMatching(/não respondeu/) });
});

describe('in the demonstration', () => {
  const COMPANY = { name: 'Rota das Águas', taxId: OPERATOR_TAX_ID };
  let demo: Connectable;
  let own: FiscalService;
  beforeAll(async () => {
    own = await government.connect();
    const given = { sources: { fiscal: 'demonstration' as const }, fiscal: own };
    demo = await buildConnectable({ governments: { demonstration: government.access }, given });
    await demo.db.updateTable('operator').set({ cnpj: OPERATOR_TAX_ID }).execute();
  });
  afterAll(async () => {
    await demo.close();
    await own.close();
  });
  /** What is typed of a file of the government's page. */
  async function downloaded(file: string, certificatePassword = 'demonstracao') {
    const answer = await fetch(`${government.pageUrl}/certificados/${file}`);
    const certificate = Buffer.from(await answer.arrayBuffer()).toString('base64');
    return { environment: 'demonstration', certificate, certificatePassword };
  }

  it('a certificate of the government’s page signs in the place of the demonstration’s own, until it is removed', async () => {
    expect(await demo.read('fiscal')).toMatchObject({ source: 'demonstration', demonstrationUrl: government.pageUrl });
    expect(demo.connections.fiscal).toBe(own);
    const values = await downloaded('empresa.pfx');
    expect((await demo.change('fiscal', values)).body).toMatchObject({ source: 'browser', problem: '' });
    const signing = demo.connections.fiscal as FiscalService;
    const document = signing.declare({ ...declaration, number: 4_321 });
    const { cert } = readCompanyCertificate(Buffer.from(values.certificate, 'base64'), values.certificatePassword);
    expect(signerOf(document.xml, document.id)?.toString()).toBe(new X509Certificate(cert).toString());
    expect(await signing.issue(document)).toMatchObject({ accessKey: expect.stringMatching(/^\d{50}$/) });
    expect((await demo.remove('fiscal')).body).toMatchObject({ source: 'demonstration' });
    expect(demo.connections.fiscal).toBe(own);
  });

  it.each<[string, () => Promise<object>, string, RegExp]>([
    ['with a wrong password', () => downloaded('empresa.pfx', 'errada'), 'certificatePassword', /^Esta não é a senha/],
    ['that has ended', () => downloaded('vencido.pfx'), 'certificate', /^Este certificado venceu em/],
    ['of another company', () => downloaded('outra-empresa.pfx'), 'certificate', /é do CNPJ 99\.888\.777\/0001-00/],
    [
      'for the real government',
      async () => ({ ...(await downloaded('empresa.pfx')), environment: 'production' }),
      'environment',
      /^Aqui não há este ambiente/,
    ],
  ])('a certificate %s is refused', async (_, values, field, sentence) => {
    const { body } = await demo.test('fiscal', await values());
    expect(body.problems).toEqual([{ field, sentence: expect.stringMatching(sentence) }]);
  });

  it('the government is the same after a restart', async () => {
    const again = await startDemoGovernment({ dataDir: government.dataDir, pagePort: 0, company: COMPANY });
    expect(again.access.ca).toBe(government.access.ca);
    await again.stop();
  });

  it('nothing of it is reached from any other server, not even by its database', async () => {
    const asked = await app.test('fiscal', await downloaded('empresa.pfx'));
    expect(asked.body.problems).toEqual([{ field: 'environment', sentence: expect.stringMatching(/^Aqui não há/) }]);
    expect(await app.read('fiscal')).toMatchObject({ source: 'none', demonstrationUrl: null });
    await demo.change('fiscal', await downloaded('empresa.pfx'));
    const real = await connectionDeps(demo.app.deps, options);
    expect(real.connections.fiscal).toBeUndefined();
    await real.connections.close();
    await demo.remove('fiscal');
  });
});
