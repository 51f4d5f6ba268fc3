import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { PixApiClient, type PixApiSettings } from './pix-api-client.ts';
import {
  amountOf,
  chargeResponse,
  pixListResponse,
  pixResponse,
  reasonOf,
  refundResponse,
} from './pix-api-messages.ts';
import {
  type ChargeToCreate,
  type PaymentProvider,
  type Pix,
  type ProviderRefundState,
  ProviderRefused,
  ProviderUnavailable,
  type RefundToSend,
} from './port.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
// For charges that have no deadline.
const LONGEST_S = 365 * 24 * 60 * 60;
const SHORTEST_S = 60;
// Clocks are compared, and spans are asked for, in whole seconds.
const CLOCK_STEP_MS = 2_000;
const PAGE_SIZE = '100';
const MAX_DESCRIPTION = 140;

/** A bank that speaks the Central Bank's API Pix 2.x. */
export function pixApi(settings: PixApiSettings): PaymentProvider {
  const client = new PixApiClient(settings);
  return {
    async createCharge(charge) {
      const path = `/cob/${encodeURIComponent(charge.txid)}`;
      const answer = await client.call({ method: 'PUT', path, body: chargeBody(charge, settings.key) });
      if (answer.status < 300) return { payload: payloadOf(answer.body) };
      // Some banks refuse a txid that is there, although it is the same charge.
      const existing = await client.call({ method: 'GET', path });
      const found = existing.status < 300 ? chargeResponse.safeParse(existing.body).data : undefined;
      if (found?.status !== 'ATIVA' || found.valor.original !== charge.amountCents) throw refused(answer);
      return { payload: payloadOf(existing.body) };
    },

    async withdrawCharge(txid) {
      const path = `/cob/${encodeURIComponent(txid)}`;
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
      const answer = await client.call({ method: 'PATCH', path, body });
      if (answer.status < 300 || answer.status === 404) return;
      const existing = await client.call({ method: 'GET', path });
      const isActive = existing.status < 300 && (existing.body as { status?: string } | undefined)?.status === 'ATIVA';
      if (isActive) throw refused(answer);
    },

    async findPix(endToEndId) {
      const answer = await client.call({ method: 'GET', path: `/pix/${encodeURIComponent(endToEndId)}` });
      // Ids of another form are refused instead of not found.
      if (answer.status === 404 || answer.status === 400) return undefined;
      return understood(pixResponse, answer);
    },

    listPix: (from, to) => listPix(client, from, to),

    async refund({ endToEndId, reference, amountCents }: RefundToSend) {
      const path = refundPath(endToEndId, reference);
      const answer = await client.call({ method: 'PUT', path, body: { valor: amountOf(amountCents) } });
      if (answer.status < 300) return { state: understood(refundResponse, answer) };
      const state = await refundState(client, path);
      if (!state) throw refused(answer);
      return { state };
    },

    refundState: (endToEndId, reference) => refundState(client, refundPath(endToEndId, reference)),

    async registerWebhook(url) {
      const path = `/webhook/${encodeURIComponent(settings.key)}`;
      // Asks Efí to call servers that do not ask for a certificate; others ignore it. The secret in the path stands in.
      const headers = { 'x-skip-mtls-checking': 'true' };
      const answer = await client.call({ method: 'PUT', path, body: { webhookUrl: url }, headers });
      if (answer.status >= 300) throw refused(answer);
    },

    close: () => client.close(),
  };
}

function chargeBody({ amountCents, expiresAt, description, payer }: ChargeToCreate, key: string): object {
  const seconds = expiresAt ? Math.ceil((expiresAt.getTime() - Date.now()) / 1_000) : LONGEST_S;
  return {
    calendario: { expiracao: Math.max(seconds, SHORTEST_S) },
    ...(payer && { devedor: { cpf: payer.cpf, nome: payer.name.slice(0, 200) } }),
    valor: { original: amountOf(amountCents) },
    chave: key,
    solicitacaoPagador: description.slice(0, MAX_DESCRIPTION),
  };
}

function payloadOf(body: unknown): string {
  const charge = chargeResponse.parse(body);
  if (charge.pixCopiaECola) return charge.pixCopiaECola;
  // Banks of version 2.0 tell only the location. The payer's bank reads the receiver's name there.
  const url = (charge.location ?? charge.loc?.location)?.replace(/^https?:\/\//, '');
  const payload = url && generatePixPayload({ url, merchantName: 'Pix', merchantCity: 'Brasil' });
  if (!payload) throw new ProviderUnavailable('the provider created the charge without a code');
  return payload;
}

async function* listPix(client: PixApiClient, from: Date, to: Date): AsyncGenerator<Pix> {
  const told = new Set<string>();
  // In days: some banks refuse longer spans. By the provider's clock, which stamps what it tells.
  for (let start = from.getTime(); start < to.getTime(); start += DAY_MS) {
    const end = Math.min(start + DAY_MS, to.getTime());
    const span = { inicio: stamp(start + client.skewMs), fim: stamp(end + client.skewMs + CLOCK_STEP_MS) };
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const query = { ...span, 'paginacao.paginaAtual': String(page), 'paginacao.itensPorPagina': PAGE_SIZE };
      const list = understood(pixListResponse, await client.call({ method: 'GET', path: '/pix', query }));
      for (const pix of list.pix ?? []) {
        if (!told.has(pix.endToEndId)) yield pix;
        told.add(pix.endToEndId);
      }
      pages = list.parametros?.paginacao?.quantidadeDePaginas ?? 1;
    }
  }
}

const stamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

const refundPath = (endToEndId: string, reference: string) =>
  `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(reference)}`;

async function refundState(client: PixApiClient, path: string): Promise<ProviderRefundState | undefined> {
  const answer = await client.call({ method: 'GET', path });
  return answer.status === 404 ? undefined : understood(refundResponse, answer);
}

interface Answer {
  status: number;
  body: unknown;
}

function understood<T>(schema: { safeParse(body: unknown): { data?: T } }, answer: Answer): T {
  if (answer.status >= 300) throw refused(answer);
  const { data } = schema.safeParse(answer.body);
  if (data === undefined) throw new ProviderUnavailable('the provider answered something that is no API Pix');
  return data;
}

const refused = ({ status, body }: Answer) => new ProviderRefused(`the provider refuses: ${reasonOf(status, body)}`);
