import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../../../demo/bank/certificates.ts';
import {
  buildConnectable,
  type Connectable,
  startTrustedBanks,
  valuesFor,
} from '../../../test/banks/connectable-bank.ts';
import type { TestBank } from '../../../test/banks/demo-bank.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { FAKE_CODE, FAKE_PASSWORD } from '../../ports/identity/fake.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

let trusted: Awaited<ReturnType<typeof startTrustedBanks>>;
let bank: TestBank;
let app: Connectable;
beforeAll(async () => {
  trusted = await startTrustedBanks(1);
  [bank] = trusted.banks as [TestBank];
});
afterAll(() => trusted.stop());
beforeEach(async () => {
  bank.forget();
  app = await buildConnectable();
});
afterEach(() => app.close());

/** What is wrong with values, as the test says it, by field. */
async function problems(more: object): Promise<Record<string, string>> {
  const { body } = await app.test('pix', { ...valuesFor(bank), ...more });
  expect(body.outcome).not.toBe('accepted');
  return Object.fromEntries(body.problems.map(({ field, sentence }: Record<string, string>) => [field, sentence]));
}

async function certificateOf(subject: string, days?: number): Promise<string> {
  const { cert, key } = await (await makeAuthority('Autoridade')).issue(subject, 'client', days);
  return cert + key;
}

const setCnpj = (cnpj: string) => app.db.updateTable('operator').set({ cnpj }).execute();

it('an administrator connects the bank, which starts charges at once; the answer has no secret', async () => {
  expect((await app.test('pix', valuesFor(bank))).body).toEqual({ outcome: 'accepted', problems: [], notes: [] });
  expect(await app.read('pix')).toMatchObject({ source: 'none', shown: {} });
  expect(app.providers.starting('pix')).toBeUndefined();

  const { status, body } = await app.change('pix', valuesFor(bank));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    source: 'browser',
    connectedBy: expect.stringMatching(/^Pessoa/),
    expiresAt: expect.any(String),
    problem: '',
    shown: { clientId: 'passeio', clientSecret: '••••acao', certificate: '••••', key: bank.access.key },
  });
  expect(app.providers.starting('pix')?.name).toMatch(/^pix_[a-z]{8}$/);
  expect(bank.system.accounts.webhookUrl).toMatch(/\/webhooks\/pix_[a-z]{8}\/[\w-]{32}$/);
  const { has_payment_provider } = await app.db
    .selectFrom('operator')
    .select('has_payment_provider')
    .executeTakeFirstOrThrow();
  expect(has_payment_provider).toBe(true);
  expect((await call(app, 'GET', '/api/audit?subject=connection', app.admin)).body.data).toMatchObject([
    { action: 'connection.made', subject: { label: 'Pix automático', isThere: true }, changes: {} },
  ]);
});

describe('what is wrong is said in plain words', () => {
  it('a wrong client secret', async () => {
    const sentence = expect.stringMatching(/^O banco não reconhece estas credenciais/);
    expect(await problems({ clientSecret: 'errado' })).toEqual({ clientId: sentence, clientSecret: sentence });
    const { status, body } = await app.change('pix', { ...valuesFor(bank), clientSecret: 'errado' });
    expect([status, body.code, body.fields.clientSecret]).toEqual([409, 'CONNECTION_REFUSED', sentence]);
    expect(await app.read('pix')).toMatchObject({ source: 'none' });
  });

  it('a certificate that the bank does not know', async () => {
    expect(await problems({ certificate: await certificateOf('estranho') })).toEqual({
      certificate: expect.stringMatching(/^O banco não aceita este certificado/),
    });
  });

  it('a certificate of another CNPJ than the operator, not one of a branch', async () => {
    const certificate = await certificateOf('OUTRA EMPRESA LTDA:11222333000181');
    await setCnpj('11444777000161');
    expect(await problems({ certificate })).toEqual({
      certificate:
        'Este certificado é do CNPJ 11.222.333/0001-81, e o da empresa nas configurações é 11.444.777/0001-61.',
    });
    await setCnpj('11222333000262');
    expect(await problems({ certificate })).toEqual({
      certificate: expect.stringMatching(/não aceita este certificado/),
    });
  });

  it('a certificate that has ended', async () => {
    expect(await problems({ certificate: await certificateOf('passeio', -2) })).toEqual({
      certificate: expect.stringMatching(/^Este certificado venceu em \d\d\/\d\d\/\d{4}\. Peça um novo ao banco\.$/),
    });
  });

  it('a key that belongs to another certificate, and a file that is none', async () => {
    const authority = await makeAuthority('Autoridade');
    const [one, other] = [await authority.issue('um', 'client'), await authority.issue('outro', 'client')];
    expect(await problems({ certificate: one.cert, certificateKey: other.key })).toEqual({
      certificateKey: expect.stringMatching(/não é deste certificado/),
    });
    expect(await problems({ certificate: one.cert })).toEqual({
      certificateKey: expect.stringMatching(/^Falta a chave/),
    });
    expect(await problems({ certificate: Buffer.from('nada').toString('base64') })).toEqual({
      certificate: expect.stringMatching(/^Não deu para ler o arquivo/),
    });
  });

  it.skipIf(!hasOpenssl)('a wrong password of a PKCS#12 file; the right one connects', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'passeio-p12-'));
    await writeFile(join(folder, 'client.pem'), valuesFor(bank).certificate ?? '');
    spawnSync('openssl', ['pkcs12', '-export', '-in', 'client.pem', '-out', 'c.p12', '-passout', 'pass:segredo'], {
      cwd: folder,
    });
    const certificate = (await readFile(join(folder, 'c.p12'))).toString('base64');
    await rm(folder, { recursive: true });
    expect(await problems({ certificate, certificatePassword: 'errada' })).toEqual({
      certificatePassword: 'Esta não é a senha do certificado.',
    });
    expect(await problems({ certificate })).toEqual({ certificatePassword: expect.stringMatching(/tem senha/) });
    const right = { ...valuesFor(bank), certificate, certificatePassword: 'segredo' };
    expect((await app.test('pix', right)).body.outcome).toBe('accepted');
  });

  it('a certificate that ends soon is a note, and no reason against it', async () => {
    const { problemsAre, notes } = await trialOfEnding(12);
    expect(problemsAre).not.toContain('venceu');
    expect(notes).toMatch(/^O certificado vence em 12 dias, em /);
  });

  async function trialOfEnding(days: number) {
    const { body } = await app.test('pix', { ...valuesFor(bank), certificate: await certificateOf('passeio', days) });
    return { problemsAre: JSON.stringify(body.problems), notes: body.notes[0] as string };
  }

  it('a field that is missing or no address', async () => {
    const { status, body } = await app.test('pix', { bank: 'other', apiUrl: 'http://banco.example/v2' });
    expect(status).toBe(400);
    expect(body.fields).toMatchObject({
      apiUrl: expect.stringMatching(/use um endereço como https/),
      clientId: 'Client id: preencha este campo.',
      certificate: 'Certificado: preencha este campo.',
    });
    expect(body.fields).not.toHaveProperty('clientSecret');
  });
});

it('a bank that does not answer is saved only by an explicit choice, and says so', async () => {
  bank.system.condition = 'closed';
  expect((await app.test('pix', valuesFor(bank))).body.outcome).toBe('unreachable');
  const refused = await app.change('pix', valuesFor(bank));
  expect([refused.status, refused.body.code]).toEqual([409, 'CONNECTION_UNREACHABLE']);
  const { status, body } = await app.change('pix', valuesFor(bank), { evenIfUnreachable: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({ source: 'browser', problem: expect.stringMatching(/./) });
});

it('an address of a private network is refused before anything is sent there', async () => {
  const strict = await buildConnectable({ mayBePrivate: false });
  for (const host of ['127.0.0.1:8443', '10.0.0.8', '[::ffff:10.0.0.8]', '169.254.169.254', '[fe80::1]', 'localhost']) {
    const values = { ...valuesFor(bank), apiUrl: `https://${host}/v2`, tokenUrl: `https://${host}/token` };
    const { body } = await strict.test('pix', values);
    expect(body).toMatchObject({ outcome: 'refused', problems: [{ field: 'apiUrl' }] });
    expect(body.problems[0].sentence).toMatch(/rede interna/);
  }
  expect(bank.seen).toEqual([]);
  await strict.close();
});

it('a field that is left empty keeps what it had, unless it would be sent to another address', async () => {
  await app.change('pix', valuesFor(bank));
  const [before] = app.providers.all;
  const kept = await app.change('pix', { key: bank.access.key });
  expect(kept.status).toBe(200);
  expect(app.providers.all.map(({ name }) => name)).toEqual([before?.name]);
  const elsewhere = await app.test('pix', { tokenUrl: `${bank.access.apiUrl}/outro/token` });
  expect(elsewhere.status).toBe(400);
  expect(elsewhere.body.fields).toHaveProperty('certificate');
});

it('only an administrator who proves who they are connects', async () => {
  const body = { values: valuesFor(bank), password: FAKE_PASSWORD };
  for (const role of ['OPERATOR', 'GUIDE', 'CLIENT'] as const) {
    const { token } = await createPerson(app, role);
    expect((await call(app, 'PUT', '/api/connections/pix', { token, body })).status).toBe(403);
    expect((await call(app, 'GET', '/api/connections', { token })).status).toBe(403);
  }
  expect((await call(app, 'GET', '/api/connections')).status).toBe(401);
  const wrong = await app.change('pix', valuesFor(bank), { password: 'errada' });
  expect([wrong.status, wrong.body.fields]).toEqual([409, { password: 'A senha não confere. Tente de novo.' }]);

  const { token, identity: who } = app.identity.issueToken('com.codigo@exemplo.com.br', { hasTwoFactor: true });
  const { issuer, subject } = who;
  await app.db.updateTable('users').set({ issuer, subject }).where('id', '=', app.admin.id).execute();
  const withCode = (code?: string) =>
    call(app, 'PUT', '/api/connections/pix', { token, body: { ...body, ...(code && { code }) } });
  expect((await withCode()).body.fields).toEqual({ code: expect.stringMatching(/^Digite o código/) });
  expect((await withCode('000000')).body.fields).toEqual({ code: expect.stringMatching(/não confere/) });
  expect((await withCode(FAKE_CODE)).status).toBe(200);
});

it('what the server defines wins, and is not changed in the browser', async () => {
  const given = await buildConnectable({ given: { sources: { mail: 'server', cards: 'demonstration' } } });
  const { body } = await call(given, 'GET', '/api/connections', given.admin);
  expect(body.data.map(({ kind, source }: Record<string, string>) => [kind, source])).toEqual([
    ['pix', 'none'],
    ['cards', 'demonstration'],
    ['mail', 'server'],
    ['google', 'none'],
    ['whatsapp', 'none'],
  ]);
  const refused = await given.change('mail', { host: 'smtp.example.com' });
  expect([refused.status, refused.body.code]).toEqual([409, 'CONNECTION_ON_SERVER']);
  await given.close();
});

it('a removed connection starts nothing; one that is not there is said to be gone', async () => {
  await app.change('pix', valuesFor(bank));
  expect((await app.remove('pix')).body).toMatchObject({ source: 'none', retired: [{ openCharges: 0 }] });
  expect(app.providers.starting('pix')).toBeUndefined();
  expect((await app.remove('pix')).status).toBe(404);
});
