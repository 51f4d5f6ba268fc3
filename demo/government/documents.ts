import { randomInt } from 'node:crypto';
import { XMLSerializer } from '@xmldom/xmldom';
import type { CertifiedKey } from '../bank/certificates.ts';
import type { RegisteredNote } from './registry.ts';
import { MUNICIPALITY, type ReadDeclaration, serviceText } from './rules.ts';
import { parseXml, signAsGovernment, textIn } from './signature.ts';

const NAMESPACE = 'http://www.sped.fazenda.gov.br/nfse';
const APPLICATION = 'Demonstracao_1.0';

/** A moment as the layout has it, at Brasília. */
const moment = (at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO('America/Sao_Paulo')
    .toString({ smallestUnit: 'second', timeZoneName: 'never' });

/** The note (NFS-e) of a declaration, signed by the government. */
export function writeNote(
  { element, taxId }: ReadDeclaration,
  xml: string,
  number: number,
  signer: CertifiedKey,
): { accessKey: string; xml: string } {
  const now = new Date();
  const month = moment(now).slice(2, 4) + moment(now).slice(5, 7);
  const withoutCheck = `${MUNICIPALITY}22${taxId}${String(number).padStart(13, '0')}${month}${randomInt(1e8, 1e9)}`;
  const accessKey = withoutCheck + checkDigit(withoutCheck);
  const id = `NFS${accessKey}`;
  const declaration = new XMLSerializer().serializeToString(parseXml(xml));
  const note = `<?xml version="1.0" encoding="UTF-8"?><NFSe xmlns="${NAMESPACE}" versao="1.01"><infNFSe Id="${id}">${[
    ['xLocEmi', 'Varginha'],
    ['xLocPrestacao', 'Varginha'],
    ['nNFSe', number],
    ['cLocIncid', MUNICIPALITY],
    ['xLocIncid', 'Varginha'],
    ['xTribNac', serviceText(textIn(element, 'cTribNac'))],
    ['verAplic', APPLICATION],
    ['ambGer', 2],
    ['tpEmis', 1],
    ['procEmi', 1],
    ['cStat', 100],
    ['dhProc', moment(now)],
    ['nDFSe', number],
  ]
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join(
      '',
    )}<emit><CNPJ>${taxId}</CNPJ><xNome>Empresa da demonstração</xNome><enderNac><xLgr>Rua das Águas</xLgr><nro>100</nro><xBairro>Centro</xBairro><cMun>${MUNICIPALITY}</cMun><UF>MG</UF><CEP>37000000</CEP></enderNac></emit><valores><vLiq>${textIn(element, 'vServ')}</vLiq></valores>${declaration}</infNFSe></NFSe>`;
  return { accessKey, xml: signAsGovernment(note, id, signer) };
}

type Ended = Pick<RegisteredNote, 'accessKey' | 'number' | 'taxId'>;

/** The event by which a note is cancelled elsewhere, as at the government's own page. */
export function writeCancelledElsewhere(note: Ended, signer: CertifiedKey): string {
  const content =
    '<e101101><xDesc>Cancelamento de NFS-e</xDesc><cMotivo>9</cMotivo><xMotivo>Cancelada no site do governo</xMotivo></e101101>';
  return writeEvent(requestOf(note, '101101', content, signer), note.accessKey, note.number, signer);
}

/** The event by which another note replaces this one, for the reason in its declaration. */
export function writeReplaced(note: Ended, by: { accessKey: string; element: Element }, signer: CertifiedKey): string {
  const said = ['cMotivo', 'xMotivo']
    .flatMap((name) => by.element.getElementsByTagName(name)[0] ?? [])
    .map((element) => new XMLSerializer().serializeToString(element))
    .join('');
  const content = `<e105102><xDesc>Cancelamento de NFS-e por Substituicao</xDesc>${said}<chSubstituta>${by.accessKey}</chSubstituta></e105102>`;
  return writeEvent(requestOf(note, '105102', content, signer), note.accessKey, note.number, signer, '105102');
}

function requestOf({ accessKey, taxId }: Ended, kind: string, content: string, signer: CertifiedKey): string {
  const id = `PRE${accessKey}${kind}001`;
  const request = `<?xml version="1.0" encoding="UTF-8"?><pedRegEvento xmlns="${NAMESPACE}" versao="1.01"><infPedReg Id="${id}"><tpAmb>2</tpAmb><verAplic>${APPLICATION}</verAplic><dhEvento>${moment(new Date())}</dhEvento><CNPJAutor>${taxId}</CNPJAutor><chNFSe>${accessKey}</chNFSe><nPedRegEvento>1</nPedRegEvento>${content}</infPedReg></pedRegEvento>`;
  return signAsGovernment(request, id, signer);
}

/** The event that a request asks for, signed by the government. */
export function writeEvent(
  request: string,
  accessKey: string,
  number: number,
  signer: CertifiedKey,
  kind = '101101',
): string {
  const id = `EVT${accessKey}${kind}001`;
  const asked = new XMLSerializer().serializeToString(parseXml(request));
  const event = `<?xml version="1.0" encoding="UTF-8"?><evento xmlns="${NAMESPACE}" versao="1.01"><infEvento Id="${id}"><verAplic>${APPLICATION}</verAplic><ambGer>2</ambGer><nSeqEvento>1</nSeqEvento><dhProc>${moment(new Date())}</dhProc><nDFe>${number}</nDFe>${asked}</infEvento></evento>`;
  return signAsGovernment(event, id, signer);
}

/** By module 11, as in the keys of other fiscal documents. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
