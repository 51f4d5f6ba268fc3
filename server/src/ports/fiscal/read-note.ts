import { gunzipSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { type AuthorisedNote, type EndedNote, GovernmentUnavailable } from './port.ts';

const NAMESPACE = 'http://www.sped.fazenda.gov.br/nfse';
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const MAX_XML_BYTES = 1024 * 1024;
// A note has some twenty.
const MAX_ATTRIBUTES = 1_000;

/** A note with the declaration that it was made of. */
export interface ReadNote extends AuthorisedNote {
  declarationId: string;
  /** Of the declaration's content, as its signature has it. */
  digest: string;
}

/** The XML of base64 and gzip. Throws {@link GovernmentUnavailable}, also for more than 1 MB. */
export function unpack(packed: unknown): string {
  if (typeof packed !== 'string') throw new GovernmentUnavailable('the government answers without its document');
  try {
    const xml = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_XML_BYTES });
    return new TextDecoder('utf-8', { fatal: true }).decode(xml);
  } catch {
    throw new GovernmentUnavailable('the government answers with a document that cannot be unpacked');
  }
}

/** Reads a note (NFS-e). Throws {@link GovernmentUnavailable} for anything else, and for another note. */
export function readNote(xml: string, accessKey: string): ReadNote {
  const note = child(parse(xml), NAMESPACE, 'infNFSe');
  const declaration = child(note, NAMESPACE, 'DPS');
  if (note.getAttribute('Id') !== `NFS${accessKey}`) throw new GovernmentUnavailable('the note has another key');
  const authorisedAt = new Date(textOf(note, 'dhProc'));
  if (Number.isNaN(authorisedAt.getTime())) throw unreadable();
  return {
    accessKey,
    authorisedAt,
    xml,
    number: digits(textOf(note, 'nNFSe'), 13),
    declarationId: child(declaration, NAMESPACE, 'infDPS').getAttribute('Id') ?? '',
    digest: digestOf(declaration),
  };
}

/** The digest in the signature of a signed declaration. */
export const digestOfDeclaration = (xml: string) => digestOf(parse(xml));

/** Events that end a note: its cancellation, also after review or by the municipality, and its replacement. */
const endings: Readonly<Record<string, EndedNote['state']>> = {
  ...{ e101101: 'cancelled', e105104: 'cancelled', e305101: 'cancelled', e105102: 'replaced' },
};

/**
 * The state in which an event (evento) leaves this note; undefined where it changes nothing for us. Throws
 * {@link GovernmentUnavailable}, also for an event of another note.
 */
export function readEvent(xml: string, accessKey: string): EndedNote['state'] | undefined {
  const request = child(child(parse(xml), NAMESPACE, 'infEvento'), NAMESPACE, 'pedRegEvento');
  const content = child(request, NAMESPACE, 'infPedReg');
  if (textOf(content, 'chNFSe') !== accessKey) throw new GovernmentUnavailable('the event is of another note');
  const kinds = Array.from(content.childNodes, ({ nodeName }) => nodeName).filter((name) =>
    Object.hasOwn(endings, name),
  );
  return endings[kinds[0] ?? ''];
}

function digestOf(declaration: Element): string {
  const info = child(child(declaration, SIGNATURES, 'Signature'), SIGNATURES, 'SignedInfo');
  const digest = child(child(info, SIGNATURES, 'Reference'), SIGNATURES, 'DigestValue').textContent ?? '';
  return digest.replaceAll(/\s/g, '');
}

const unreadable = () => new GovernmentUnavailable('the government answers with a document that cannot be read');

/** What a document says it is encoded in, where that is not how it was read. */
const OTHER_ENCODING = /^<\?xml[^>]{0,100}encoding\s*=\s*["'](?!utf-?8["'])/i;

/** The element of a document in UTF-8 without DTD, hence without entities of its own. */
function parse(xml: string): Element {
  if (xml.length > MAX_XML_BYTES || /<!(?!--|\[CDATA\[)/.test(xml) || OTHER_ENCODING.test(xml)) throw unreadable();
  if (takesLong(xml)) throw unreadable();
  const fail = () => {
    throw unreadable();
  };
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
  const root = parser.parseFromString(xml, 'text/xml')?.documentElement;
  if (root?.namespaceURI !== NAMESPACE) throw unreadable();
  return root;
}

/** Whether the parser, whose time grows with the square of these, would take minutes for 1 MB. */
function takesLong(xml: string): boolean {
  const attributes = xml.match(/=\s*["']/g) ?? [];
  return xml.indexOf('<?', 1) >= 0 || attributes.length > MAX_ATTRIBUTES;
}

/** The only child of this name: of two, readers might take different ones. */
function child(parent: Element, namespace: string, name: string): Element {
  const [found, ...others] = Array.from(parent.childNodes as NodeListOf<Element>).filter(
    (node) => node.localName === name && node.namespaceURI === namespace,
  );
  if (!found || others.length > 0) throw unreadable();
  return found;
}

function textOf(parent: Element, name: string): string {
  const text = child(parent, NAMESPACE, name).textContent ?? '';
  if (text.length > 2_000) throw unreadable();
  return text;
}

function digits(text: string, max: number): string {
  if (text.length > max || !/^\d+$/.test(text)) throw unreadable();
  return text;
}
