import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../../../demo/bank/certificates.ts';
import { schemaErrors } from '../../../../demo/government/schema.ts';
import { signerOf } from '../../../../demo/government/signature.ts';
import { declaration, startTestGovernment, type TestGovernment } from '../../../test/government.ts';
import { readCompanyCertificate } from './certificate.ts';
import { type AuthorisedNote, type FiscalService, GovernmentUnavailable, type SignedDocument } from './port.ts';
import { sefinNacional } from './sefin-nacional.ts';

let government: TestGovernment;
let service: FiscalService;
let number = 0;
beforeAll(async () => {
  government = await startTestGovernment();
  service = await government.connect();
});
afterAll(async () => {
  await service.close();
  await government.stop();
});
beforeEach(() => {
  number += 1;
  government.registry.condition = 'open';
});

const next = (change = {}) => service.declare({ ...declaration, number, ...change });
async function issued(document: SignedDocument): Promise<AuthorisedNote> {
  const answer = await service.issue(document);
  if ('refusals' in answer) throw new Error(JSON.stringify(answer.refusals));
  return answer;
}
const codesOf = async (document: SignedDocument, by = service) => {
  const answer = await by.issue(document);
  return 'refusals' in answer ? answer.refusals.map(({ code }) => code) : [];
};

describe('with a government', () => {
  it('issues a note, which is valid by the schema, and finds it again', async () => {
    const document = next();
    expect(await service.find(document)).toBeUndefined();
    const note = await issued(document);
    expect(note.accessKey).toMatch(/^\d{50}$/);
    expect(await schemaErrors('NFSe', [note.xml])).toEqual([]);
    expect(signerOf(note.xml, `NFS${note.accessKey}`)).toBeDefined();
    expect(await service.find(document)).toEqual(note);
  });

  it('cancels a note once, and finds its event', async () => {
    const { accessKey } = await issued(next());
    expect(await service.findCancellation(accessKey)).toBeUndefined();
    const asked = { accessKey, taxId: '11222333000181', askedAt: '2026-11-21T10:00:00-03:00', reason: '2' as const };
    const request = service.declareCancellation({ ...asked, text: 'O passeio não aconteceu' });
    const event = await service.cancel(accessKey, request);
    if ('refusals' in event) throw new Error(JSON.stringify(event.refusals));
    expect(await schemaErrors('evento', [event.xml])).toEqual([]);
    expect(await service.findCancellation(accessKey)).toEqual(event);
    expect(await service.cancel(accessKey, request)).toMatchObject({ refusals: [{ code: 'E0840' }] });
  });

  it('knows a note of the same number with other content as another', async () => {
    await issued(next());
    const other = next({ amountCents: 1_00 });
    expect(await service.find(other)).toBe('another');
    expect(await codesOf(other)).toEqual(['E0014']);
  });

  it('finds the note of which the answer was lost', async () => {
    government.registry.condition = 'dying';
    const document = next();
    await expect(service.issue(document)).rejects.toBeInstanceOf(GovernmentUnavailable);
    government.registry.condition = 'open';
    expect(await service.find(document)).toMatchObject({ accessKey: expect.stringMatching(/^\d{50}$/) });
  });

  it('is refused by whom does not know its certificate', async () => {
    const foreign = await (await makeAuthority('Outra')).issueForCompany({ name: 'X', taxId: '11222333000181' });
    const certificate = readCompanyCertificate(Buffer.from(foreign.cert + foreign.key), '');
    const stranger = sefinNacional({ ...government.access, certificate });
    await expect(stranger.issue(next())).rejects.toBeInstanceOf(GovernmentUnavailable);
    await stranger.close();
  });

  it('says nothing yet where the government is closed', async () => {
    government.registry.condition = 'closed';
    await expect(service.issue(next())).rejects.toMatchObject({ said: [{ code: 'E0000' }] });
  });
});

describe('the government of the demonstration refuses', () => {
  const changed = (before: string | RegExp, after: string) => {
    const { id, xml } = next();
    expect(xml).toMatch(before);
    return { id, xml: xml.replace(before, after) };
  };

  it.each<[string, () => SignedDocument, string]>([
    ['a note twice', () => next({ number: 1 }), 'E0014'],
    ['a changed amount', () => changed('189.00', '188.00'), 'E0714'],
    ['no signature', () => changed(/<Signature.*<\/Signature>/s, ''), 'E0717'],
    ['a missing field', () => changed(/<cNBS>\d+<\/cNBS>/, ''), 'E1235'],
    ['an unknown field', () => changed('<tpEmit>', '<extra>1</extra><tpEmit>'), 'E1235'],
    ['another municipality', () => next({ issuer: { ...declaration.issuer, municipality: '3550308' } }), 'E0037'],
    ['a note of tomorrow', () => next({ issuedAt: '2090-01-01T00:00:00-03:00', competence: '2026-11-20' }), 'E0008'],
    ['a CPF with wrong digits', () => next({ payer: { taxId: '52998224724', name: 'Ana' } }), 'E0206'],
    ['a note to the operator itself', () => next({ payer: { taxId: '11222333000181', name: 'Nós' } }), 'E0202'],
  ])('%s', async (_, document, code) => {
    if (code === 'E0014') await service.issue(next({ number: 1 }));
    expect(await codesOf(document())).toEqual([code]);
  });

  it('the certificate of another company', async () => {
    const other = await government.connect({ taxId: '99888777000100' });
    expect(await codesOf(other.declare({ ...declaration, number }), other)).toEqual(['E0718']);
    await other.close();
  });
});

describe('with a hostile server', () => {
  let server: ReturnType<typeof createServer>;
  let hostile: FiscalService;
  let answer: () => { status?: number; body: string | Buffer };
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      const { status = 201, body } = answer();
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { cert, key } = await government.authority.issueForCompany({ name: 'X', taxId: '11222333000181' });
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const certificate = readCompanyCertificate(Buffer.from(cert + key), '');
    hostile = sefinNacional({ ...government.access, apiUrl, certificate });
  });
  afterAll(async () => {
    await hostile.close();
    server.close();
  });

  const KEY = '31707012211222333000181000000000000126118765432101';
  const packed = (xml: string | Buffer, chaveAcesso = KEY) =>
    JSON.stringify({ chaveAcesso, nfseXmlGZipB64: gzipSync(xml).toString('base64') });
  const NAMESPACE = 'http://www.sped.fazenda.gov.br/nfse';
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(100)}">${Array.from('bcdefgh', (name, index) => `<!ENTITY ${name} "${`&${'abcdefg'[index]};`.repeat(10)}">`).join('')}]><NFSe xmlns="${NAMESPACE}"><infNFSe>&h;</infNFSe></NFSe>`;
  const many = (write: (at: number) => string, count = 100_000) =>
    Array.from({ length: count }, (_, at) => write(at)).join(' ');
  const deep = `${`<NFSe xmlns="${NAMESPACE}">`}${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</NFSe>`;

  it.each<[string, () => { status?: number; body: string | Buffer }]>([
    ['an XML bomb', () => ({ body: packed(bomb) })],
    [
      'an entity of a file',
      () => ({
        body: packed(`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><NFSe xmlns="${NAMESPACE}">&f;</NFSe>`),
      }),
    ],
    ['a gzip bomb', () => ({ body: packed(Buffer.alloc(50 * 1024 * 1024)) })],
    ['100 MB', () => ({ body: Buffer.alloc(100 * 1024 * 1024, 'x') })],
    ['another namespace', () => ({ body: packed('<NFSe xmlns="urn:other"><infNFSe/></NFSe>') })],
    ['no namespace', () => ({ body: packed('<NFSe><infNFSe/></NFSe>') })],
    ['50,000 elements deep', () => ({ body: packed(deep) })],
    ['XML that does not end', () => ({ body: packed(`<NFSe xmlns="${NAMESPACE}"><infNFSe>`) })],
    ['no XML', () => ({ body: packed('{}') })],
    ['a DTD without entities', () => ({ body: packed(`<!DOCTYPE NFSe><NFSe xmlns="${NAMESPACE}"/>`) })],
    ['instructions that do not end', () => ({ body: packed(`<NFSe xmlns="${NAMESPACE}">${'<?a'.repeat(300_000)}`) })],
    ['100,000 attributes', () => ({ body: packed(`<NFSe xmlns="${NAMESPACE}" ${many((at) => `a${at}=""`)}/>`) })],
    [
      '20,000 namespaces',
      () => ({ body: packed(`<NFSe xmlns="${NAMESPACE}">${many((at) => `<a xmlns:n${at}="u">`, 20_000)}`) }),
    ],
    ['gzip in gzip', () => ({ body: packed(gzipSync(`<NFSe xmlns="${NAMESPACE}"/>`)) })],
    ['half of its base64', () => ({ body: packed(`<NFSe xmlns="${NAMESPACE}"/>`).replace(/.{12}"}$/, '"}') })],
    ['UTF-16', () => ({ body: packed(Buffer.from(`\ufeff<NFSe xmlns="${NAMESPACE}"/>`, 'utf16le')) })],
    [
      'UTF-16 that may be UTF-8',
      () => ({ body: packed(Buffer.from(`<NFSe xmlns="${NAMESPACE}"/>`, 'utf16le').swap16()) }),
    ],
    ['JSON that is 500,000 deep', () => ({ body: '['.repeat(500_000) + ']'.repeat(500_000) })],
    ['no gzip', () => ({ body: JSON.stringify({ chaveAcesso: KEY, nfseXmlGZipB64: 'AAAA' }) })],
    ['bytes that are no UTF-8', () => ({ body: packed(Buffer.from([0x3c, 0xff, 0xfe, 0x3e])) })],
    ['no key', () => ({ body: JSON.stringify({ nfseXmlGZipB64: gzipSync('<a/>').toString('base64') }) })],
    ['a key with a path', () => ({ body: packed('<a/>', '../../nfse') })],
    ['HTML', () => ({ body: '<html>Manutenção</html>' })],
    ['an empty answer', () => ({ body: '' })],
    ['400 without a code', () => ({ status: 400, body: JSON.stringify({ erros: [{ descricao: 'x' }] }) })],
    ['400 of a proxy', () => ({ status: 400, body: '<html>' })],
    [
      '400 about another note',
      () => ({ status: 400, body: JSON.stringify({ idDPS: 'DPS1', erros: [{ codigo: 'E1' }] }) }),
    ],
    ['403 with a code', () => ({ status: 403, body: JSON.stringify({ erros: [{ codigo: 'E0718' }] }) })],
    ['500 with a code', () => ({ status: 500, body: JSON.stringify({ erros: [{ codigo: 'E0001' }] }) })],
  ])('leaves a note open after %s', async (_, given) => {
    answer = given;
    await expect(hostile.issue(hostile.declare({ ...declaration, number }))).rejects.toBeInstanceOf(
      GovernmentUnavailable,
    );
  });

  it.each<[string, (xml: string) => string]>([
    ['two numbers', (xml) => xml.replace(/<nNFSe>/, '<nNFSe>9</nNFSe><nNFSe>')],
    ['two declarations', (xml) => xml.replace(/<DPS .*<\/DPS>/s, '$&$&')],
    ['two signatures of its declaration', (xml) => xml.replace(/(<Signature .*?<\/Signature>)<\/DPS>/s, '$1$1</DPS>')],
    ['two contents', (xml) => xml.replace(/<infNFSe .*<\/infNFSe>/s, '$&$&')],
    ['a negative number', (xml) => xml.replace(/<nNFSe>/, '<nNFSe>-')],
    ['a number of 14 digits', (xml) => xml.replace(/<nNFSe>\d+/, `<nNFSe>${'1'.repeat(14)}`)],
    ['a moment in words', (xml) => xml.replace(/<dhProc>[^<]*/, '<dhProc>ontem')],
    ['another encoding than its own', (xml) => xml.replace('"UTF-8"', '"ISO-8859-1"')],
    ['the digest of something else', (xml) => xml.replace(/<DigestValue>[^<]*/, '<DigestValue>AAAA')],
    ['somebody else’s declaration', (xml) => xml.replace(/Id="DPS\d{42}"/, `Id="DPS${'1'.repeat(42)}"`)],
  ])('takes its own note, but not with %s', async (_, change) => {
    const document = next();
    const { xml, accessKey } = await issued(document);
    answer = () => ({ body: packed(xml, accessKey) });
    expect(await hostile.issue(document)).toMatchObject({ accessKey });
    const changed = change(xml);
    expect(changed).not.toBe(xml);
    answer = () => ({ body: packed(changed, accessKey) });
    await expect(hostile.issue(document)).rejects.toBeInstanceOf(GovernmentUnavailable);
  });

  it('takes no other note for the one that it sent', async () => {
    const other = await issued(next());
    answer = () => ({ body: packed(other.xml, other.accessKey) });
    const document = hostile.declare({ ...declaration, number: 7_777 });
    await expect(hostile.issue(document)).rejects.toBeInstanceOf(GovernmentUnavailable);
    answer = () => ({ status: 200, body: packed(other.xml, other.accessKey) });
    await expect(hostile.find(document)).rejects.toBeInstanceOf(GovernmentUnavailable);
  });

  it('reads refusals with names in capitals, without their control characters', async () => {
    answer = () => ({
      status: 400,
      body: JSON.stringify({ Erros: [{ Codigo: 'E0160', Descricao: 'Opção\u0000 errada' }] }),
    });
    expect(await hostile.issue(hostile.declare({ ...declaration, number }))).toEqual({
      refusals: [{ code: 'E0160', text: 'Opção  errada' }],
    });
  });
});

describe('with a server that breaks HTTP', () => {
  const CREATED = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\n';
  const CHUNKED = `${CREATED}transfer-encoding: chunked\r\n\r\n`;
  /** Sends without end, as fast as it is read. */
  function pour(socket: Socket, text: string): void {
    const more = () => {
      while (!socket.destroyed && socket.write(text));
    };
    socket.on('drain', more);
    more();
  }
  /** Sends without end, too slowly for a time-out between two bytes. */
  function drip(socket: Socket, text: string): void {
    const timer = setInterval(() => socket.write(text), 50);
    socket.on('close', () => clearInterval(timer));
  }

  it.each<[string, (socket: Socket) => void]>([
    ['a negative length', (socket) => socket.write(`${CREATED}content-length: -1\r\n\r\n{}`)],
    ['two lengths', (socket) => socket.write(`${CREATED}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `)],
    ['a negative chunk', (socket) => socket.write(`${CHUNKED}-2\r\n{}\r\n0\r\n\r\n`)],
    ['chunks without end', (socket) => socket.write(CHUNKED) && pour(socket, `400\r\n${' '.repeat(1024)}\r\n`)],
    ['chunks that drip', (socket) => socket.write(CHUNKED) && drip(socket, '1\r\n \r\n')],
    ['headers without end', (socket) => socket.write(CREATED) && pour(socket, `x-a: ${'a'.repeat(1024)}\r\n`)],
    ['headers that drip', (socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
    ['half of its answer', (socket) => socket.end(`${CREATED}content-length: 100\r\n\r\n{"chave`)],
    ['a redirect', (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n')],
    ['nothing', () => undefined],
  ])('leaves a note open after %s', async (_, speak) => {
    let asked = 0;
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        asked += 1;
        speak(socket);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { cert, key } = await government.authority.issueForCompany({ name: 'X', taxId: '11222333000181' });
    const certificate = readCompanyCertificate(Buffer.from(cert + key), '');
    const broken = sefinNacional({ ...government.access, apiUrl, certificate, answerMs: 1_000 });
    await expect(broken.issue(next())).rejects.toBeInstanceOf(GovernmentUnavailable);
    expect(asked).toBe(1);
    await broken.close();
    server.close();
  });
});
