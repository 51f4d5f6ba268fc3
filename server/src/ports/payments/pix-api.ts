import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import type { z } from '@passeio/contract/zod';
import { inStandardForm } from './bank-dialects.ts';
import type { ClientCertificate } from './certificate.ts';
import { newTxid } from './own-key.ts';
import {
  amountOf,
  chargeResponse,
  noticeBody,
  pixListResponse,
  pixResponse,
  reasonOf,
  refundResponse,
} from './pix-api-messages.ts';
import { TokenSource } from './pix-api-token.ts';
import {
  type ChargeToStart,
  type Payment,
  type PaymentProvider,
  type ProviderRefundState,
  ProviderRefused,
  ProviderUnavailable,
  type RefundToSend,
  type UnreadablePayment,
} from './port.ts';
import { type ProviderAccess, ProviderClient, type ProviderResponse } from './provider-client.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
// For charges that have no deadline, or a later one: some banks refuse more.
const LONGEST_S = 365 * 24 * 60 * 60;
const SHORTEST_S = 60;
// Clocks are compared, and spans are asked for, in whole seconds.
const CLOCK_STEP_MS = 2_000;
const PAGE_SIZE = '100';
// Pages of one list: more is no operator's business, but a list without end.
const MAX_PAGES = 1_000;
const MAX_DESCRIPTION = 140;
// A charge that takes no payment any more.
const OVER = /^(CONCLUIDA|REMOVIDA_PELO_)/;
const IN_HEADER = /^[\x21-\x7e]+$/;
// Some banks refuse an end of the span that their clock has not reached, also by the second.
const EARLIER_MS = 5_000;
// The standard asks for 26 to 35 letters and digits.
const TXID_LENGTH = 32;

/** How to reach a bank that speaks the API Pix. */
export interface PixApiSettings extends ProviderAccess {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  certificate: ClientCertificate;
  /** The Pix key that receives. */
  key: string;
}

/** A bank that speaks the Central Bank's API Pix 2.x. */
export function pixApi(settings: PixApiSettings): PaymentProvider {
  const tokenUrl = new URL(settings.tokenUrl);
  const { clientId } = settings;
  const client = new ProviderClient(
    // Sicoob wants it beside the token; others ignore it.
    { ...settings, headers: IN_HEADER.test(clientId) ? { client_id: clientId } : {} },
    (exchange) =>
      new TokenSource(settings, (form, headers) =>
        exchange(tokenUrl, 'POST', form.toString(), {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ),
  );
  return {
    name: 'pix_api',
    issuer: 'pix',
    kind: 'pix',
    isReported: true,
    hasDueDates: true,
    newReference: (code) => newTxid(code, TXID_LENGTH),

    async start(charge) {
      const path = chargePath(charge.reference, charge.due !== undefined);
      const response = await client.call({ method: 'PUT', path, body: chargeBody(charge, settings.key) });
      if (response.status < 300) return { code: codeOf(understood(chargeResponse, response), charge) };
      // Some banks refuse a txid that is there, although it is the same charge.
      const existing = await client.call({ method: 'GET', path });
      const found = existing.status < 300 ? chargeResponse.safeParse(existing.body).data : undefined;
      if (found?.status !== 'ATIVA') throw refused(response);
      return { code: codeOf(found, charge) };
    },

    async changeExpiry(txid, expiresAt) {
      const path = chargePath(txid);
      const found = understood(chargeResponse, await client.call({ method: 'GET', path }));
      if (found.status !== 'ATIVA' || !found.calendario) {
        throw new ProviderRefused('the provider does not have the charge open, or does not say since when');
      }
      // The bank counts from when it created the charge, by its own clock.
      const lifeMs = expiresAt.getTime() + client.skewMs - found.calendario.criacao.getTime();
      const body = { calendario: { expiracao: lifetimeOf(lifeMs) } };
      const response = await client.call({ method: 'PATCH', path, body });
      if (response.status >= 300) throw refused(response);
    },

    async withdraw(txid, { hasDueDate } = {}) {
      const path = chargePath(txid, hasDueDate);
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
      const response = await client.call({ method: 'PATCH', path, body });
      // A bank may answer before it has withdrawn it, or know nothing of one that it has: what it then says counts.
      const existing = await client.call({ method: 'GET', path });
      if (existing.status === 404 || OVER.test(understood(chargeResponse, existing).status ?? '')) return;
      if (response.status >= 300) throw refused(response);
      throw new ProviderUnavailable('the provider still takes payments of a charge that was withdrawn');
    },

    async find(endToEndId) {
      const response = await client.call({ method: 'GET', path: `/pix/${encodeURIComponent(endToEndId)}` });
      // Ids of another form are refused instead of not found.
      if (response.status === 404 || response.status === 400) return undefined;
      const pix = understood(pixResponse, response);
      if (pix.reference.toUpperCase() === endToEndId.toUpperCase()) return pix;
      throw new ProviderUnavailable('the provider answered another Pix than was asked for');
    },

    async refund(refund) {
      const body = { valor: amountOf(refund.amountCents) };
      const response = await client.call({ method: 'PUT', path: refundPath(refund), body });
      if (response.status < 300) return { state: stateOf(response, refund) };
      const state = await refundState(client, refund);
      if (!state) throw refused(response);
      return { state };
    },

    refundState: (refund) => refundState(client, refund),

    notices: {
      path: 'pix',
      // Banks add fields, and some send a test without any Pix.
      read: (body) => noticeBody.safeParse(inStandardForm(body)).data ?? [],
      async register(url) {
        const path = `/webhook/${encodeURIComponent(settings.key)}`;
        // Efí calls servers without mutual TLS only with this header; others ignore it. The path's secret replaces it.
        const headers = { 'x-skip-mtls-checking': 'true' };
        const response = await client.call({ method: 'PUT', path, body: { webhookUrl: url }, headers });
        if (response.status >= 300) throw refused(response);
      },
      async checkRegistration() {
        const response = await client.call({ method: 'GET', path: `/webhook/${encodeURIComponent(settings.key)}` });
        // None is set yet.
        if (response.status >= 300 && response.status !== 404) throw refused(response);
      },
      list: (from, to) => listPix(client, from, to),
      listReturned: (from, to) => listPix(client, from, to, { devolucaoPresente: 'true' }),
    },

    close: () => client.close(),
  };
}

// The standard has a kind of charge for those with a due date.
const chargePath = (txid: string, hasDueDate = false) => `/${hasDueDate ? 'cobv' : 'cob'}/${encodeURIComponent(txid)}`;

/** In whole seconds. */
const lifetimeOf = (ms: number) => Math.min(Math.max(Math.ceil(ms / 1_000), SHORTEST_S), LONGEST_S);

function chargeBody({ amountCents, expiresAt, description, payer, due }: ChargeToStart, key: string): object {
  const expiracao = expiresAt ? lifetimeOf(expiresAt.getTime() - Date.now()) : LONGEST_S;
  return {
    calendario: due ? { dataDeVencimento: due.on, validadeAposVencimento: due.validDays } : { expiracao },
    ...(payer && { devedor: { cpf: payer.cpf, nome: payer.name.slice(0, 200) } }),
    valor: { original: amountOf(amountCents) },
    chave: key,
    solicitacaoPagador: description.slice(0, MAX_DESCRIPTION),
  };
}

function codeOf(charge: z.output<typeof chargeResponse>, { reference, amountCents }: ChargeToStart): string {
  if (charge.valor.original !== amountCents || (charge.txid ?? reference) !== reference) {
    throw new ProviderRefused('the provider has a charge of another amount or txid than was asked for');
  }
  if (charge.pixCopiaECola) return charge.pixCopiaECola;
  // Banks of version 2.0 send only the location. The payer's bank reads the receiver's name there.
  const url = (charge.location ?? charge.loc?.location)?.replace(/^https?:\/\//, '');
  const payload = url && generatePixPayload({ url, merchantName: 'Pix', merchantCity: 'Brasil' });
  if (!payload) throw new ProviderUnavailable('the provider created the charge without a code');
  return payload;
}

async function* listPix(
  client: ProviderClient,
  from: Date,
  to: Date,
  only: Record<string, string> = {},
): AsyncGenerator<Payment | UnreadablePayment> {
  const seen = new Set<string>();
  let pagesLeft = MAX_PAGES;
  let missing: Error | undefined;
  // Both clocks count: the provider's stamps what it reports, but is only known by what its last answer says.
  const first = from.getTime() + Math.min(client.skewMs, 0);
  const last = to.getTime() + Math.max(client.skewMs, 0);
  // In days: some banks refuse longer spans.
  for (let start = first; start < last; start += DAY_MS) {
    const span = { inicio: stamp(start), fim: stamp(Math.min(start + DAY_MS, last) + CLOCK_STEP_MS) };
    const earlier = stamp(Date.now() + client.skewMs - EARLIER_MS);
    const mayBeEarlier = span.fim > earlier && span.inicio < earlier;
    let count = 0;
    let total = 0;
    for (let page = 0, pages = 1; page < pages; page += 1, pagesLeft -= 1) {
      if (pagesLeft === 0) throw new ProviderUnavailable(`the provider lists more than ${MAX_PAGES} pages of Pix`);
      const paging = { 'paginacao.paginaAtual': String(page), 'paginacao.itensPorPagina': PAGE_SIZE };
      const ask = () => client.call({ method: 'GET', path: '/pix', query: { ...span, ...only, ...paging } });
      let response = await ask();
      if (page === 0 && response.status === 400 && mayBeEarlier) {
        span.fim = earlier;
        response = await ask();
      }
      const isRefused = page > 0 && response.status >= 300;
      const list = isRefused ? {} : understood(pixListResponse, response);
      const { quantidadeDePaginas = pages, quantidadeTotalDeItens } = list.parametros?.paginacao ?? {};
      const listed = list.pix ?? [];
      const fresh = [...new Map(listed.map((pix) => [idOf(pix), pix])).values()].filter((pix) => !seen.has(idOf(pix)));
      // Some banks announce a page too many, which they refuse, or which is empty or the last one once more.
      if (page > 0 && fresh.length === 0) {
        const isComplete = (listed.length === 0 && !isRefused) || page === pages - 1;
        if (!isComplete || count < total) missing ??= new ProviderUnavailable('the provider leaves pages of Pix out');
        break;
      }
      yield* fresh;
      for (const pix of fresh) seen.add(idOf(pix));
      count += listed.length;
      pages = quantidadeDePaginas;
      total = quantidadeTotalDeItens ?? 0;
    }
  }
  if (missing) throw missing;
}

const idOf = (pix: Payment | UnreadablePayment) => ('unreadable' in pix ? `? ${pix.unreadable}` : pix.reference);

const stamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

const refundPath = ({ of, reference }: RefundToSend) =>
  `/pix/${encodeURIComponent(of)}/devolucao/${encodeURIComponent(reference)}`;

async function refundState(client: ProviderClient, refund: RefundToSend): Promise<ProviderRefundState | undefined> {
  const response = await client.call({ method: 'GET', path: refundPath(refund) });
  return response.status === 404 ? undefined : stateOf(response, refund);
}

function stateOf(response: ProviderResponse, { amountCents }: RefundToSend): ProviderRefundState {
  const refund = understood(refundResponse, response);
  if ((refund.amountCents ?? amountCents) === amountCents) return refund.state;
  throw new ProviderUnavailable('the provider reports a refund of another amount than was asked for');
}

function understood<T>(schema: { safeParse(body: unknown): { data?: T } }, response: ProviderResponse): T {
  if (response.status >= 300) throw refused(response);
  const { data } = schema.safeParse(response.body);
  if (data === undefined) throw new ProviderUnavailable('the provider answered something that is no API Pix');
  return data;
}

const refused = ({ status, body }: ProviderResponse) =>
  new ProviderRefused(`the provider refuses: ${reasonOf(status, body)}`);
