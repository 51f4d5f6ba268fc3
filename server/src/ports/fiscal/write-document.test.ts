import { spawnSync } from 'node:child_process';
import { createHash, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLSerializer } from '@xmldom/xmldom';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeAuthority } from '../../../../demo/bank/certificates.ts';
import { canonicalForm, schemaErrors } from '../../../../demo/government/schema.ts';
import { parseXml, signerOf, textIn } from '../../../../demo/government/signature.ts';
import { ensureTool } from '../../../../scripts/debian.ts';
import { declaration } from '../../../test/government.ts';
import { type Declaration, DeclarationInvalid } from './port.ts';
import { readNote } from './read-note.ts';
import { signXml } from './sign-xml.ts';
import { writeCancellation, writeDeclaration } from './write-document.ts';

// NFSE_RUNS=10000 takes minutes.
const RUNS = Number(process.env.NFSE_RUNS ?? 300);
const BATCH = 100;

const digits = (length: number) =>
  fc.string({ minLength: length, maxLength: length, unit: fc.constantFrom(...'0123456789') });
const text = (max: number) =>
  fc.oneof(
    fc.string({ minLength: 1, maxLength: max, unit: 'grapheme' }),
    fc.string({ minLength: 1, maxLength: max, unit: fc.constantFrom(...'<>&"\'ção \n-]]>') }),
    fc.constant('x'.repeat(max)),
    fc.constant('😀'.repeat(max)),
  );
const simples = fc.oneof(
  fc.record({
    simplesOption: fc.constantFrom('1', '2'),
    simplesRegime: fc.constant(''),
    approximateTaxes: fc.constant(null),
  }),
  fc.record({
    simplesOption: fc.constant('3'),
    simplesRegime: fc.constantFrom('1', '2', '3'),
    approximateTaxes: fc.integer({ min: 0, max: 9_999 }),
  }),
);
const consumption = fc.oneof(
  fc.constant({ personalUse: '', operationIndicator: '', taxSituation: '', taxClass: '' }),
  fc.record({
    personalUse: fc.constantFrom('0', '1'),
    operationIndicator: digits(6),
    taxSituation: digits(3),
    taxClass: digits(6),
  }),
);
const issuer = fc
  .tuple(
    simples,
    consumption,
    fc.record({
      taxId: digits(14),
      municipality: digits(7),
      municipalRegistration: fc.oneof(fc.constant(''), text(15)),
      specialRegime: fc.constantFrom(...'0123456'),
      serviceCode: digits(6),
      municipalCode: fc.oneof(fc.constant(''), digits(3)),
      nbsCode: digits(9),
      rate: fc.option(fc.integer({ min: 0, max: 999 })),
    }),
  )
  .map(([one, other, third]) => ({ ...one, ...other, ...third }));
const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
const declarations: fc.Arbitrary<Declaration> = fc.record({
  issuer,
  series: fc.integer({ min: 1, max: 49_999 }),
  number: fc.integer({ min: 1, max: 999_999_999_999_999 }),
  issuedAt: fc
    .tuple(day, fc.constantFrom('-02:00', '-03:00', '-04:00', '-05:00'))
    .map(([at, offset]) => at.toISOString().slice(0, 19) + offset),
  competence: day.map((at) => at.toISOString().slice(0, 10)),
  payer: fc.option(fc.record({ taxId: fc.oneof(digits(11), digits(14)), name: text(300) })),
  description: text(2_000),
  amountCents: fc.integer({ min: 1, max: 10_000_000 }),
  replaces: fc.option(
    fc.record({
      accessKey: digits(50),
      reason: fc.constantFrom('01', '02', '03', '04', '05', '99'),
      text: fc.string({ minLength: 15, maxLength: 255, unit: fc.constantFrom(...'abcç &<>"\'') }),
    }),
    { nil: undefined },
  ),
});

/** Undefined for what is refused before it is sent. */
function written(one: Declaration): string | undefined {
  try {
    return writeDeclaration(one, '1').xml;
  } catch (error) {
    expect(error).toBeInstanceOf(DeclarationInvalid);
    return undefined;
  }
}

it('every note that is not refused before is valid by the official schema, and says what it was given', async () => {
  let count = 0;
  for (let first = 0; count < RUNS; first += BATCH) {
    const sample = fc.sample(declarations, { numRuns: BATCH, seed: first + 1 });
    const documents = sample.flatMap((one) => {
      const xml = written(one);
      if (xml === undefined) return [];
      const element = parseXml(xml);
      expect(textIn(element, 'xDescServ')).toBe(one.description);
      expect(textIn(element, 'xNome')).toBe(one.payer?.name ?? '');
      return [xml];
    });
    // Almost all are sent.
    expect(documents.length).toBeGreaterThan(BATCH / 2);
    expect(await schemaErrors('DPS', documents)).toEqual([]);
    count += documents.length;
  }
}, 3_600_000);

/** The canonical form of an element of a document, by libxml2. */
async function canonical(xml: string, name: string, namespace: string): Promise<string> {
  const element = xml.slice(xml.indexOf(`<${name}`), xml.indexOf(`</${name}>`) + name.length + 3);
  const contents = element.includes('xmlns=') ? element : element.replace(`<${name}`, `<${name} xmlns="${namespace}"`);
  return canonicalForm(contents);
}

it('a note that the government authorised is read, and its declaration written back equal', async () => {
  const sample = await readFile(
    join(import.meta.dirname, '../../../../demo/government/schemas/authorised-note.xml'),
    'utf8',
  );
  const accessKey = '21113002211222333000181000000000146726037032711025';
  const read = readNote(sample, accessKey);
  expect(read).toMatchObject({ number: '1467', digest: 'g9sL3mvqBtUaOqaBLruGjB5j33c=' });
  const root = parseXml(sample);
  const given = root.getElementsByTagName('infDPS')[0] as Element;
  const of = (name: string) => textIn(given, name);
  const { id, xml } = writeDeclaration(
    {
      issuer: {
        ...declaration.issuer,
        ...{ taxId: '11222333000181', municipality: of('cLocEmi'), municipalRegistration: of('IM') },
        ...{ simplesOption: of('opSimpNac'), simplesRegime: of('regApTribSN'), specialRegime: of('regEspTrib') },
        ...{ serviceCode: of('cTribNac'), municipalCode: '', approximateTaxes: 0 },
      },
      ...{ series: Number(of('serie')), number: Number(of('nDPS')), issuedAt: of('dhEmi'), competence: of('dCompet') },
      payer: { taxId: '52998224725', name: 'NOME DE EXEMPLO' },
      ...{ description: of('xDescServ'), amountCents: 5_160 },
    },
    '1',
  );
  expect(id).toBe(given.getAttribute('Id'));
  const written = parseXml(xml).getElementsByTagName('infDPS')[0] as Element;
  // What issuers of that municipality add, and what we add; the amount of taxes has one more digit of ours.
  const removeFrom = (element: Element, name: string) => {
    const found = element.getElementsByTagName(name)[0];
    found?.parentNode?.removeChild(found);
  };
  for (const name of ['end', 'cIntContrib']) removeFrom(given, name);
  removeFrom(written, 'cNBS');
  for (const element of [given, written]) {
    const [application, taxes] = ['verAplic', 'pTotTribSN'].map((name) => element.getElementsByTagName(name)[0]);
    if (application) application.textContent = '';
    if (taxes) taxes.textContent = String(Number(taxes.textContent));
  }
  const [before, after] = [given, written].map((element) =>
    canonicalForm(new XMLSerializer().serializeToString(element)),
  );
  expect(await after).toBe(await before);
});

it('signatures are valid by other libraries, and end with any change', async () => {
  const authority = await makeAuthority('Teste');
  const key = await authority.issueForCompany({ name: 'Empresa', taxId: '11222333000181' });
  const { id, xml } = writeDeclaration({ ...declaration, description: '<b> & "aspas" 😀\nlinha' }, '2');
  const signed = signXml(xml, id, key);
  expect(signerOf(signed, id)?.subject).toContain('11222333000181');
  expect(await schemaErrors('DPS', [signed])).toEqual([]);
  const declared = (await canonical(signed, 'infDPS', 'http://www.sped.fazenda.gov.br/nfse')).replace(
    /<Signature.*/s,
    '',
  );
  expect(createHash('sha1').update(declared).digest('base64')).toBe(textIn(parseXml(signed), 'DigestValue'));
  const info = await canonical(signed, 'SignedInfo', 'http://www.w3.org/2000/09/xmldsig#');
  const value = Buffer.from(textIn(parseXml(signed), 'SignatureValue'), 'base64');
  expect(verify('sha1', Buffer.from(info), key.cert, value)).toBe(true);
  const folder = await mkdtemp(join(tmpdir(), 'passeio-xmlsec-'));
  const byXmlsec = async (document: string) => {
    await writeFile(join(folder, 'ca.pem'), authority.ca);
    await writeFile(join(folder, 'note.xml'), document);
    const options = ['--verify', '--trusted-pem', 'ca.pem', '--id-attr:Id', 'infDPS', 'note.xml'];
    return spawnSync(ensureTool('xmlsec1'), options, { cwd: folder }).status === 0;
  };
  expect(await byXmlsec(signed)).toBe(true);
  expect(await byXmlsec(signed.replace('189.00', '188.00'))).toBe(false);
  await rm(folder, { recursive: true });
  for (const [before, after] of [
    ['189.00', '188.00'],
    ['Ana Lima', 'Ana  Lima'],
    ['<nDPS>1</nDPS>', '<nDPS>2</nDPS>'],
  ] as const) {
    expect(signed).toContain(before);
    expect(signerOf(signed.replace(before, after), id)).toBeUndefined();
  }
});

it('the request of a cancellation is valid by the official schema', async () => {
  const accessKey = '31707012211222333000181000000000000126118765432101';
  const asked = { accessKey, taxId: '11222333000181', askedAt: '2026-11-20T10:00:00-03:00', reason: '2' as const };
  const { xml } = writeCancellation({ ...asked, text: 'O passeio não aconteceu & <fim>' }, '2');
  expect(await schemaErrors('pedRegEvento', [xml])).toEqual([]);
  for (const text of ['curto', 'x'.repeat(256), 'texto com emoji 😀 no meio', 'quebra de\nlinha no meio do texto']) {
    expect(() => writeCancellation({ ...asked, text }, '2')).toThrow(DeclarationInvalid);
  }
});

it.each<[string, Partial<Declaration>]>([
  ['no amount', { amountCents: 0 }],
  ['a negative amount', { amountCents: -1 }],
  ['a part of a centavo', { amountCents: 0.5 }],
  ['an empty description', { description: ' ' }],
  ['a description of 2,001 characters', { description: 'x'.repeat(2_001) }],
  ['a control character', { description: 'a\u0007b' }],
  ['a carriage return', { description: 'a\rb' }],
  ['half a character', { description: 'a\ud800b' }],
  ['a CNPJ with letters', { payer: { taxId: '12ABC34501DE35', name: 'Empresa' } }],
  ['a CPF with 10 digits', { payer: { taxId: '1234567890', name: 'Ana' } }],
  ['a payer without a name', { payer: { taxId: '52998224725', name: '' } }],
  ['series 0', { series: 0 }],
  ['a series of other applications', { series: 50_000 }],
  ['number 0', { number: 0 }],
  ['an instant without an offset', { issuedAt: '2026-11-20T10:00:00Z' }],
  ['half hours of an offset', { issuedAt: '2026-11-20T10:00:00-03:30' }],
  ['an issuer with letters', { issuer: { ...declaration.issuer, taxId: '12ABC34501DE35' } }],
  ['a replaced note without its key', { replaces: { accessKey: '', reason: '99', text: 'O valor estava errado' } }],
  ['half of the codes of IBS and CBS', { issuer: { ...declaration.issuer, personalUse: '1' } }],
  ['a regime that is not the option’s', { issuer: { ...declaration.issuer, simplesOption: '2' } }],
])('refuses %s before anything is sent', (_, change) => {
  expect(() => writeDeclaration({ ...declaration, ...change }, '2')).toThrow(DeclarationInvalid);
});
