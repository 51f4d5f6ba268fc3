import { X509Certificate } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { CertifiedKey } from '../bank/certificates.ts';
import { writeEvent, writeNote, writeReplaced } from './documents.ts';
import type { RegisteredNote, Registry } from './registry.ts';
import { checkDeclaration, checkEvent, type Fault, type Sender } from './rules.ts';
import { taxIdOf, textIn } from './signature.ts';

const LATE_MS = 8_000;
const MAX_BODY = 2 * 1024 * 1024;
const MAX_XML = 1024 * 1024;

/** The certificates of the government: its authority, its server's and the one that signs notes. */
export interface GovernmentCertificates {
  ca: string;
  server: CertifiedKey;
  signer: CertifiedKey;
}

/** Sefin Nacional and ADN as their OpenAPI documents describe them, over mutual TLS. */
export function buildGovernmentApi(
  registry: Registry,
  { ca, server, signer }: GovernmentCertificates,
): FastifyInstance {
  const https = { ca, cert: server.cert, key: server.key, requestCert: true, rejectUnauthorized: true };
  const api = fastify({ https, bodyLimit: MAX_BODY, forceCloseConnections: true }) as unknown as FastifyInstance;
  const authority = new X509Certificate(ca);
  const senderOf = (request: FastifyRequest): Sender => {
    const { raw } = (request.raw.socket as TLSSocket).getPeerCertificate();
    return { peer: new X509Certificate(raw), authority };
  };
  api.addHook('onRequest', async (_request, reply) => {
    if (registry.condition === 'closed') return refuse(reply, 503, fault('E0000', 'Serviço em manutenção.'));
    if (registry.condition === 'late') await wait(LATE_MS, undefined, { ref: false });
    return undefined;
  });
  declarationRoutes(api, registry, senderOf, signer);
  eventRoutes(api, registry, senderOf, signer);
  distributionRoutes(api, registry, senderOf);
  return api;
}

function declarationRoutes(
  api: FastifyInstance,
  registry: Registry,
  senderOf: (request: FastifyRequest) => Sender,
  signer: CertifiedKey,
): void {
  api.post('/nfse', async (request, reply) => {
    const xml = unpack((request.body as { dpsXmlGZipB64?: unknown } | null)?.dpsXmlGZipB64);
    if (xml === undefined) return refuse(reply, 400, fault('E1226', 'Falha na descompactação do documento.'));
    const read = await checkDeclaration(xml, senderOf(request), (id) => registry.notes.has(id));
    if (Array.isArray(read)) return refuse(reply, 400, ...read);
    const replacedKey = textIn(read.element, 'chSubstda');
    const replaced = registry.byKey(replacedKey);
    if (replacedKey && replaced?.taxId !== read.taxId)
      return refuse(reply, 400, fault('E0042', 'Chave de NFS-e a ser substituída é inválida.'));
    if (replaced?.event)
      return refuse(
        reply,
        400,
        fault(
          'E0046',
          'Uma NFS-e cancelada não pode ser substituída. Informe uma chave de NFS-e não cancelada anteriormente.',
        ),
      );
    if (registry.condition === 'refusing')
      return refuse(reply, 400, fault('E0207', 'CPF do tomador não encontrado no cadastro CPF.'));
    const number = registry.notes.size + 1;
    const { accessKey, xml: note } = writeNote(read, xml, number, signer);
    const { id: declarationId, taxId } = read;
    registry.add({ declarationId, taxId, accessKey, number, xml: note, event: null, authorisedAt: Date.now() });
    if (replaced) {
      const event = writeReplaced(replaced, { accessKey, element: read.element }, signer);
      registry.end(replaced, event, 'CANCELAMENTO_POR_SUBSTITUICAO');
    }
    await registry.save();
    if (registry.condition === 'dying') return request.raw.socket.destroy();
    return reply
      .code(201)
      .send({ ...stamp(), idDps: declarationId, chaveAcesso: accessKey, nfseXmlGZipB64: pack(note) });
  });

  api.get('/dps/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const note = registry.notes.get(id);
    if (!/^DPS\d{42}$/.test(id)) return refuse(reply, 400, fault('E0004', 'Identificador de DPS inválido.'));
    if (!note)
      return refuse(reply, 404, fault('E2404', 'Não foi gerada uma NFS-e com o identificador de DPS informado.'));
    if (!isOf(note, senderOf(request))) return refuse(reply, 403, fault('E2403', 'Consulta não permitida.'));
    return reply.send({ ...stamp(), idDps: id, chaveAcesso: note.accessKey });
  });

  api.get('/nfse/:key', (request, reply) => {
    const note = registry.byKey((request.params as { key: string }).key);
    if (!note) return refuse(reply, 404, fault('E2404', 'Chave de acesso não encontrada.'));
    if (!isOf(note, senderOf(request))) return refuse(reply, 403, fault('E2403', 'Consulta não permitida.'));
    return reply.send({ ...stamp(), chaveAcesso: note.accessKey, nfseXmlGZipB64: pack(note.xml) });
  });
}

function eventRoutes(
  api: FastifyInstance,
  registry: Registry,
  senderOf: (request: FastifyRequest) => Sender,
  signer: CertifiedKey,
): void {
  const noteOf = (request: FastifyRequest) => registry.byKey((request.params as { key: string }).key);

  api.post('/nfse/:key/eventos', async (request, reply) => {
    const note = noteOf(request);
    if (!note) return refuse(reply, 400, fault('E0820', 'NFS-e não encontrada.'));
    const packed = (request.body as { pedidoRegistroEventoXmlGZipB64?: unknown } | null)
      ?.pedidoRegistroEventoXmlGZipB64;
    const xml = unpack(packed);
    if (xml === undefined) return refuse(reply, 400, fault('E1226', 'Falha na descompactação do documento.'));
    const faults = await checkEvent(xml, note.accessKey, note.taxId, senderOf(request));
    if (faults.length > 0) return refuse(reply, 400, ...faults);
    if (registry.condition === 'refusing') {
      return refuse(reply, 400, fault('E0835', 'Prazo de cancelamento estabelecido pelo município ultrapassado.'));
    }
    if (note.event)
      return refuse(reply, 400, fault('E0840', 'O evento de cancelamento já está vinculado a esta NFS-e.'));
    const event = writeEvent(xml, note.accessKey, note.number, signer);
    registry.end(note, event, 'CANCELAMENTO');
    await registry.save();
    if (registry.condition === 'dying') return request.raw.socket.destroy();
    return reply.code(201).send({ ...stamp(), eventoXmlGZipB64: pack(event) });
  });

  api.get('/nfse/:key/eventos/101101/1', (request, reply) => {
    const note = noteOf(request);
    if (!note?.event || note.isReplaced)
      return refuse(reply, 404, fault('E2404', 'Nenhum evento encontrado para a NFS-e.'));
    return reply.send({ ...stamp(), eventoXmlGZipB64: pack(note.event) });
  });
}

const LOT = 50;

/** ADN: what is distributed to the company of a certificate, in lots after a number. */
function distributionRoutes(
  api: FastifyInstance,
  registry: Registry,
  senderOf: (request: FastifyRequest) => Sender,
): void {
  api.get('/contribuintes/DFe/:number', (request, reply) => {
    const after = Number((request.params as { number: string }).number);
    const company = taxIdOf(senderOf(request).peer).slice(0, 8);
    const documents = registry.distributed
      .map((document, index) => ({ ...document, number: index + 1 }))
      .filter(({ taxId, number }) => taxId.startsWith(company) && number > after)
      .slice(0, LOT);
    const stamped = { TipoAmbiente: 'HOMOLOGACAO', DataHoraProcessamento: new Date().toISOString() };
    if (documents.length === 0)
      return reply.code(404).send({ ...stamped, StatusProcessamento: 'NENHUM_DOCUMENTO_LOCALIZADO', LoteDFe: [] });
    return reply.send({
      ...{ ...stamped, StatusProcessamento: 'DOCUMENTOS_LOCALIZADOS' },
      LoteDFe: documents.map(({ number, accessKey, kind, event, xml }) => ({
        ...{ NSU: number, ChaveAcesso: accessKey, TipoDocumento: kind, TipoEvento: event, ArquivoXml: pack(xml) },
      })),
    });
  });
}

const isOf = (note: RegisteredNote, { peer }: Sender) => taxIdOf(peer).startsWith(note.taxId.slice(0, 8));
const fault = (codigo: string, descricao: string): Fault => ({ codigo, descricao });
const stamp = () => ({
  ...{ tipoAmbiente: 2, versaoAplicativo: 'Demonstracao_1.0', dataHoraProcessamento: new Date().toISOString() },
});

function refuse(reply: FastifyReply, status: number, ...faults: Fault[]): FastifyReply {
  return reply.code(status).send({ ...stamp(), erros: faults, erro: faults[0] });
}

const pack = (xml: string) => gzipSync(xml).toString('base64');

function unpack(packed: unknown): string | undefined {
  if (typeof packed !== 'string') return undefined;
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_XML }).toString('utf8');
  } catch {
    return undefined;
  }
}
