import { DOMImplementation, XMLSerializer } from '@xmldom/xmldom';
import {
  type Cancellation,
  type Declaration,
  DeclarationInvalid,
  LAYOUT_VERSION,
  type NoteIssuer,
  type SignedDocument,
} from './port.ts';

const NAMESPACE = 'http://www.sped.fazenda.gov.br/nfse';
/** verAplic. */
const APPLICATION = 'Passeio';
/** Type and number of the event that cancels. */
export const CANCELLATION_EVENT = '101101';

/** An element with its content; undefined is left out. */
type Content = string | undefined | readonly Node[];
type Node = readonly [name: string, content: Content];

/** Writes a DPS, unsigned. Throws {@link DeclarationInvalid} for what the schema would refuse. */
export function writeDeclaration(declaration: Declaration, environment: '1' | '2'): SignedDocument {
  requireValid(declaration);
  const { issuer, series, number, payer, replaces } = declaration;
  // Of a registration with 14 digits, as in a CNPJ, the kind is 2.
  const id = `DPS${issuer.municipality}2${issuer.taxId}${padded(series, 5)}${padded(number, 15)}`;
  const content: Node[] = [
    ['tpAmb', environment],
    ['dhEmi', declaration.issuedAt],
    ['verAplic', APPLICATION],
    ['serie', String(series)],
    ['nDPS', String(number)],
    ['dCompet', declaration.competence],
    ['tpEmit', '1'],
    ['cLocEmi', issuer.municipality],
    [
      'subst',
      replaces && [
        ['chSubstda', replaces.accessKey],
        ['cMotivo', replaces.reason],
        ['xMotivo', replaces.text],
      ],
    ],
    [
      'prest',
      [
        ['CNPJ', issuer.taxId],
        ['IM', issuer.municipalRegistration || undefined],
        [
          'regTrib',
          [
            ['opSimpNac', issuer.simplesOption],
            ['regApTribSN', issuer.simplesRegime || undefined],
            ['regEspTrib', issuer.specialRegime],
          ],
        ],
      ],
    ],
    [
      'toma',
      payer
        ? [
            [payer.taxId.length === 11 ? 'CPF' : 'CNPJ', payer.taxId],
            ['xNome', payer.name],
          ]
        : undefined,
    ],
    [
      'serv',
      [
        ['locPrest', [['cLocPrestacao', issuer.municipality]]],
        [
          'cServ',
          [
            ['cTribNac', issuer.serviceCode],
            ['cTribMun', issuer.municipalCode || undefined],
            ['xDescServ', declaration.description],
            ['cNBS', issuer.nbsCode],
          ],
        ],
      ],
    ],
    [
      'valores',
      [
        ['vServPrest', [['vServ', decimal(declaration.amountCents)]]],
        [
          'trib',
          [
            [
              'tribMun',
              [
                ['tribISSQN', '1'],
                ['tpRetISSQN', '1'],
                ['pAliq', issuer.rate === null ? undefined : decimal(issuer.rate)],
              ],
            ],
            [
              'totTrib',
              [
                issuer.approximateTaxes === null
                  ? ['indTotTrib', '0']
                  : ['pTotTribSN', decimal(issuer.approximateTaxes)],
              ],
            ],
          ],
        ],
      ],
    ],
    ['IBSCBS', consumptionTaxes(issuer)],
  ];
  return { id, xml: write('DPS', 'infDPS', id, content) };
}

/** What is said for IBS and CBS; undefined: nothing. The payer of a note is who receives the service. */
function consumptionTaxes({ personalUse, operationIndicator, taxSituation, taxClass }: NoteIssuer): Content {
  if (personalUse === '') return undefined;
  const classes: Node[] = [
    ['CST', taxSituation],
    ['cClassTrib', taxClass],
  ];
  return [
    ['finNFSe', '0'],
    ['indFinal', personalUse],
    ['cIndOp', operationIndicator],
    ['indDest', '0'],
    ['valores', [['trib', [['gIBSCBS', classes]]]]],
  ];
}

/** Writes the request of the event that cancels a note, unsigned. */
export function writeCancellation(cancellation: Cancellation, environment: '1' | '2'): SignedDocument {
  const { accessKey, taxId, askedAt, reason, text } = cancellation;
  if (!isReason(text)) throw new DeclarationInvalid('text');
  const id = `PRE${accessKey}${CANCELLATION_EVENT}001`;
  const content: Node[] = [
    ['tpAmb', environment],
    ['verAplic', APPLICATION],
    ['dhEvento', askedAt],
    ['CNPJAutor', taxId],
    ['chNFSe', accessKey],
    ['nPedRegEvento', '1'],
    [
      `e${CANCELLATION_EVENT}`,
      [
        ['xDesc', 'Cancelamento de NFS-e'],
        ['cMotivo', reason],
        ['xMotivo', text],
      ],
    ],
  ];
  return { id, xml: write('pedRegEvento', 'infPedReg', id, content) };
}

function write(root: string, signed: string, id: string, content: readonly Node[]): string {
  const document = new DOMImplementation().createDocument(NAMESPACE, root, null);
  document.documentElement.setAttribute('versao', LAYOUT_VERSION);
  const part = document.createElementNS(NAMESPACE, signed);
  part.setAttribute('Id', id);
  document.documentElement.appendChild(part);
  append(document, part, content);
  return `<?xml version="1.0" encoding="UTF-8"?>${new XMLSerializer().serializeToString(document)}`;
}

function append(document: Document, parent: Element, content: readonly Node[]): void {
  for (const [name, value] of content) {
    if (value === undefined) continue;
    const element = document.createElementNS(NAMESPACE, name);
    parent.appendChild(element);
    if (typeof value === 'string') element.appendChild(document.createTextNode(value));
    else append(document, element, value);
  }
}

const padded = (value: number, length: number) => String(value).padStart(length, '0');

/** Hundredths as the schema writes them: "0.05", "1.00". */
const decimal = (hundredths: number) => `${Math.floor(hundredths / 100)}.${padded(hundredths % 100, 2)}`;

// What XML 1.0 has no character for, and a carriage return, which parsers turn into another character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const NOT_XML = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff\p{Surrogate}]/u;
/** TSString of the schema. */
const LATIN_LINE = /^[!-ÿ]([ -ÿ]*[!-ÿ])?$/;
const MAX_NUMBER = 999_999_999_999_999;
/** Whole hours of an offset, which alone the schema has. */
const MOMENT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(-(0\d|1[01]):00|\+(0\d|1[0-2]):00)$/;

// The schema counts characters, and a pair of surrogates is one.
function isWithin(text: string, min: number, max: number): boolean {
  if (text.length > 2 * max) return false;
  const { length } = [...text];
  return length >= min && length <= max;
}

/** TSMotivo. */
const isReason = (text: string) => isWithin(text, 15, 255) && LATIN_LINE.test(text);
const isText = (text: string, max: number) => isWithin(text, 1, max) && text.trim() !== '' && !NOT_XML.test(text);
const isWhole = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max;

function isConsumptionTax({ personalUse, operationIndicator, taxSituation, taxClass }: NoteIssuer): boolean {
  const codes = [operationIndicator, taxSituation, taxClass].join(' ');
  return personalUse === '' ? codes === '  ' : /^[01]$/.test(personalUse) && /^\d{6} \d{3} \d{6}$/.test(codes);
}

function requireValid({ issuer, payer, ...note }: Declaration): void {
  const rules: Record<string, boolean> = {
    'issuer.taxId': /^\d{14}$/.test(issuer.taxId),
    'issuer.municipality': /^\d{7}$/.test(issuer.municipality),
    'issuer.municipalRegistration': issuer.municipalRegistration === '' || isText(issuer.municipalRegistration, 15),
    'issuer.simplesOption': /^[123]$/.test(issuer.simplesOption),
    'issuer.simplesRegime': issuer.simplesOption === '3' ? /^[123]$/.test(issuer.simplesRegime) : !issuer.simplesRegime,
    'issuer.specialRegime': /^[0-6]$/.test(issuer.specialRegime),
    'issuer.serviceCode': /^\d{6}$/.test(issuer.serviceCode),
    'issuer.municipalCode': /^(\d{3})?$/.test(issuer.municipalCode),
    'issuer.nbsCode': /^\d{9}$/.test(issuer.nbsCode),
    'issuer.rate': issuer.rate === null || isWhole(issuer.rate, 0, 999),
    'issuer.approximateTaxes': issuer.approximateTaxes === null || isWhole(issuer.approximateTaxes, 0, 9_999),
    'issuer.personalUse': isConsumptionTax(issuer),
    replaces: !note.replaces || (/^\d{50}$/.test(note.replaces.accessKey) && isReason(note.replaces.text)),
    series: isWhole(note.series, 1, 49_999),
    number: isWhole(note.number, 1, MAX_NUMBER),
    issuedAt: MOMENT.test(note.issuedAt),
    competence: /^20\d\d-\d\d-\d\d$/.test(note.competence),
    'payer.taxId': payer === null || /^(\d{11}|\d{14})$/.test(payer.taxId),
    'payer.name': payer === null || isText(payer.name, 300),
    description: isText(note.description, 2_000),
    amountCents: isWhole(note.amountCents, 1, MAX_NUMBER),
  };
  const broken = Object.entries(rules).find(([, isKept]) => !isKept);
  if (broken) throw new DeclarationInvalid(broken[0]);
}
