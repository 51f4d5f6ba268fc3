import { rootCertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { faultOf } from '../payments/provider-client.ts';
import type { CompanyCertificate } from './certificate.ts';
import {
  type AuthorisedNote,
  type EndedNote,
  type FiscalService,
  type GovernmentAddresses,
  GovernmentUnavailable,
  type Refusal,
  type SignedDocument,
} from './port.ts';
import { digestOfDeclaration, readEvent, readNote, unpack } from './read-note.ts';
import { signXml } from './sign-xml.ts';
import { CANCELLATION_EVENT, writeCancellation, writeDeclaration } from './write-document.ts';

export interface SefinSettings extends GovernmentAddresses {
  certificate: CompanyCertificate;
  /** The time-out of a call. */
  answerMs?: number;
}

const CONNECT_MS = 5_000;
const ANSWER_MS = 30_000;
// 1 MB of XML is less in base64 of gzip, if it is honest.
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const ACCESS_KEY = /^\d{50}$/;
const MAX_TEXT = 500;

/** Sefin Nacional over mutual TLS, by its OpenAPI document. Its calls may be repeated; none is repeated here. */
export function sefinNacional(settings: SefinSettings): FiscalService {
  const { environment, certificate, lookUpUrl } = settings;
  const { call, close } = connect(settings);
  const sign = ({ id, xml }: SignedDocument) => ({ id, xml: signXml(xml, id, certificate) });

  async function read(accessKey: string) {
    const { status, body } = await call('GET', `/nfse/${accessKey}`);
    if (status !== 200) throw unexpected(status, body);
    return readNote(unpack(field(body, 'nfseXmlGZipB64')), accessKey);
  }

  return {
    environment,
    certificate: { taxId: certificate.taxId, name: certificate.name, expiresAt: certificate.expiresAt },
    lookUpUrl: (accessKey) => lookUpUrl + accessKey,
    async requireAccess() {
      const { status, body } = await call('GET', `/dps/${unusedId(certificate.taxId)}`);
      if (status === 401 || status === 403) {
        throw new GovernmentUnavailable(`the government answers ${status}`, { fault: 'client-certificate' });
      }
      // That there is no such note is an answer; a page of a proxy is none.
      if (status >= 500 || typeof body !== 'object' || body === null) throw unexpected(status, body);
    },
    declare: (declaration) => sign(writeDeclaration(declaration, environment)),
    declareCancellation: (cancellation) => sign(writeCancellation(cancellation, environment)),

    async issue(document) {
      const { status, body } = await call('POST', '/nfse', { dpsXmlGZipB64: pack(document.xml) });
      if (status !== 201) return refusalsOf(status, body, document.id);
      const note = readNote(unpack(field(body, 'nfseXmlGZipB64')), accessKeyIn(body));
      if (!isOf(note, document)) throw new GovernmentUnavailable('the government answers with another note');
      return presented(note);
    },

    async find(document) {
      const { status, body } = await call('GET', `/dps/${document.id}`);
      if (status === 404) return undefined;
      if (status !== 200) throw unexpected(status, body);
      const note = await read(accessKeyIn(body));
      if (note.declarationId !== document.id) throw new GovernmentUnavailable('the government names another note');
      return isOf(note, document) ? presented(note) : 'another';
    },

    async cancel(accessKey, document) {
      const packed = { pedidoRegistroEventoXmlGZipB64: pack(document.xml) };
      const { status, body } = await call('POST', `/nfse/${accessKey}/eventos`, packed);
      return status === 201 ? eventOf(body, accessKey) : refusalsOf(status, body);
    },

    async findCancellation(accessKey) {
      const { status, body } = await call('GET', `/nfse/${accessKey}/eventos/${CANCELLATION_EVENT}/1`);
      if (status === 404) return undefined;
      if (status !== 200) throw unexpected(status, body);
      return eventOf(body, accessKey);
    },

    async readEnded(taxId, after) {
      const path = `/DFe/${after}?${new URLSearchParams({ cnpjConsulta: taxId, lote: 'true' })}`;
      const { status, body } = await call('GET', path, undefined, settings.distributionUrl);
      if (status === 404 && field(body, 'StatusProcessamento') !== undefined) return { ended: [], last: after };
      const listed = field(body, 'LoteDFe');
      if (status !== 200 || !Array.isArray(listed)) throw unexpected(status, body);
      return endedIn(listed, after);
    },

    close,
  };
}

interface Answer {
  status: number;
  body: unknown;
}

function connect({ apiUrl, certificate, ca, answerMs = ANSWER_MS }: SefinSettings) {
  const { cert, key, chain } = certificate;
  const agent = new Agent({
    connections: 8,
    connect: {
      ...{ cert: [cert, ...chain].join('\n'), key, timeout: CONNECT_MS },
      ...(ca && { ca: [...rootCertificates, ca] }),
    },
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  const base = apiUrl.replace(/\/$/, '');
  async function call(method: 'GET' | 'POST', path: string, body?: object, at = base): Promise<Answer> {
    try {
      const response = await request(at + path, {
        method,
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        dispatcher: agent,
        signal: AbortSignal.timeout(answerMs),
      });
      return { status: response.statusCode, body: parseJson(await response.body.text()) };
    } catch (error) {
      const failure = error as NodeJS.ErrnoException;
      const fault = faultOf(failure, true);
      const isOfCertificate = fault === 'client-certificate' || fault === 'server-certificate';
      throw new GovernmentUnavailable(explain(failure), isOfCertificate ? { fault } : {});
    }
  }
  return { call, close: async () => agent.destroy() };
}

/** The identifier of a declaration that nobody sends: the municipality with this code is none. */
const unusedId = (taxId = '0'.repeat(14)) => `DPS00000002${taxId}${'0'.repeat(19)}1`;

const pack = (xml: string) => gzipSync(xml).toString('base64');
const presented = ({ accessKey, number, authorisedAt, xml }: AuthorisedNote) => ({
  ...{ accessKey, number, authorisedAt, xml },
});

// The same identifier is another document's where a number was given twice, as after a restored backup.
function isOf(note: { declarationId: string; digest: string }, document: SignedDocument): boolean {
  return note.declarationId === document.id && note.digest === digestOfDeclaration(document.xml);
}

function eventOf(body: unknown, accessKey: string): { xml: string } {
  const xml = unpack(field(body, 'eventoXmlGZipB64'));
  readEvent(xml, accessKey);
  return { xml };
}

/** One document that cannot be read holds up no other; documents up to `after` were read before. */
function endedIn(listed: unknown[], after: number): { ended: EndedNote[]; last: number } {
  const documents = listed.flatMap((one) => {
    const number = field(one, 'NSU');
    return Number.isSafeInteger(number) && (number as number) > after ? [{ one, number: number as number }] : [];
  });
  const ended = documents.flatMap(({ one }) => {
    const accessKey = field(one, 'ChaveAcesso');
    if (field(one, 'TipoDocumento') !== 'EVENTO' || typeof accessKey !== 'string') return [];
    try {
      const xml = unpack(field(one, 'ArquivoXml'));
      const state = readEvent(xml, accessKey);
      return state ? [{ accessKey, state, xml }] : [];
    } catch (error) {
      if (error instanceof GovernmentUnavailable) return [];
      throw error;
    }
  });
  return { ended, last: Math.max(after, ...documents.map(({ number }) => number)) };
}

function accessKeyIn(body: unknown): string {
  const key = field(body, 'chaveAcesso');
  if (typeof key !== 'string' || !ACCESS_KEY.test(key)) {
    throw new GovernmentUnavailable('the government answers without a key');
  }
  return key;
}

/** Refusals of a document's content; all else may pass with the same document later. */
function refusalsOf(status: number, body: unknown, id?: string): { refusals: Refusal[] } {
  const of = field(body, 'idDPS');
  const isOfAnother = id !== undefined && typeof of === 'string' && of !== '' && of !== id;
  const refusals = listOf(body);
  if ((status !== 400 && status !== 422) || refusals.length === 0 || isOfAnother) throw unexpected(status, body);
  return { refusals };
}

function listOf(body: unknown): Refusal[] {
  const listed = field(body, 'erros') ?? field(body, 'erro');
  return [listed]
    .flat()
    .slice(0, 20)
    .flatMap((one) => {
      const code = clean(field(one, 'codigo'), 20);
      const text = [clean(field(one, 'descricao')), clean(field(one, 'complemento'))].filter(Boolean).join(' ');
      return code ? [{ code, text }] : [];
    });
}

function unexpected(status: number, body: unknown): GovernmentUnavailable {
  const said = listOf(body);
  return new GovernmentUnavailable([`the government answers ${status}`, ...said.map(({ code }) => code)].join(' '), {
    said,
  });
}

// The document names properties in lower case; servers were seen that begin them with a capital.
function field(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  return Object.entries(body).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\p{Surrogate}]+/gu;

function clean(text: unknown, max = MAX_TEXT): string {
  return typeof text === 'string' ? text.slice(0, max).replaceAll(CONTROL, ' ').trim() : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explain({ name, code = name, message }: NodeJS.ErrnoException): string {
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'the government does not answer in time';
  if (/SSL|TLS|CERT|VERIF/.test(code)) return `no secure connection (${code}): the certificate may not be accepted`;
  return `the government cannot be reached (${code}: ${message})`;
}
