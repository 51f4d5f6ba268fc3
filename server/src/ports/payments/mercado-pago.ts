import { WebhookSignatureValidator } from 'mercadopago';
import type { PaymentSearchOptions } from 'mercadopago/dist/clients/payment/search/types.js';
import type { PreferenceRequest } from 'mercadopago/dist/clients/preference/commonTypes.js';
import {
  expiryResponse,
  ID,
  ISSUER,
  noticeQuery,
  paymentList,
  paymentResponse,
  preferenceList,
  preferenceResponse,
  reaisOf,
  refundId,
  refundResponse,
  unreadable,
} from './mercado-pago-messages.ts';
import { newTxid } from './own-key.ts';
import {
  type ChargeToStart,
  type Listed,
  type Notice,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
  type RefundToSend,
  type SignedNotice,
  type Started,
} from './port.ts';
import { type ProviderAccess, ProviderClient, type ProviderResponse } from './provider-client.ts';

// Allows for clocks, and for notices on their way; an older one is found by polling.
const FRESH_MS = 10 * 60_000;
// Separates seconds, of former notices, from milliseconds, of later ones.
const SECONDS_UNTIL = 100_000_000_000;
const PAGE_SIZE = 100;
// Pages of one list: more is no operator's business, but a list without end.
const MAX_PAGES = 1_000;
const REFERENCE_LENGTH = 32;
const MAX_DESCRIPTION = 140;

/** How to reach Mercado Pago. The SDK knows one address of it, and so only its types and signatures are used. */
export interface MercadoPagoSettings extends ProviderAccess {
  accessToken: string;
  /** The secret with which it signs notices. */
  webhookSecret: string;
  /** Where it sends notices; undefined if it cannot reach us. */
  noticesTo?: string | undefined;
  /** The page to which the payer of a charge comes back. */
  returnTo: (reference: string) => string;
}

/** Cards by Mercado Pago's Checkout Pro: the payer goes there, and no data of a card comes here. */
export function mercadoPago(settings: MercadoPagoSettings): PaymentProvider {
  const { accessToken, webhookSecret, apiUrl } = settings;
  const client = new ProviderClient(settings, () => ({ get: async () => accessToken, forget: () => undefined }));
  return {
    name: 'mercado_pago',
    issuer: ISSUER,
    kind: 'card',
    isReported: true,
    newReference: (code) => newTxid(code, REFERENCE_LENGTH),

    async start(charge) {
      const response = await client.call({
        method: 'POST',
        path: '/checkout/preferences',
        body: preferenceOf(charge, settings),
        headers: { 'x-idempotency-key': charge.reference },
      });
      return addressOf(understood(preferenceResponse, response), charge, apiUrl);
    },

    async changeExpiry(reference, expiresAt) {
      if (!(await expireAt(client, reference, expiresAt))) {
        throw new ProviderRefused('the provider does not have the charge');
      }
    },
    withdraw: async (reference) => void (await expireAt(client, reference, new Date())),

    async find(reference) {
      return (await readPayment(client, reference))?.came ?? undefined;
    },
    findReview: async (reference) => (await readPayment(client, reference))?.review ?? undefined,

    async refund({ of, reference, amountCents }) {
      const response = await client.call({
        method: 'POST',
        path: `/v1/payments/${encodeURIComponent(of)}/refunds`,
        body: { amount: reaisOf(amountCents) },
        headers: { 'x-idempotency-key': reference },
      });
      const made = understood(refundResponse, response);
      if (made.amountCents !== amountCents) throw anotherAmount();
      return { state: made.state, reference: made.reference };
    },
    refundState: (refund) => refundState(client, refund),

    notices: {
      path: 'card',
      read: () => [],
      readSigned: (notice) => readSigned(notice, webhookSecret),
      // Each preference says where its notices go.
      register: async () => undefined,
      list: (from, to) => listPayments(client, from, to),
    },
    close: () => client.close(),
  };
}

function preferenceOf(
  { reference, amountCents, expiresAt, description }: ChargeToStart,
  { noticesTo, returnTo }: MercadoPagoSettings,
): PreferenceRequest {
  const page = returnTo(reference);
  const title = description.slice(0, MAX_DESCRIPTION);
  return {
    items: [{ id: reference, title, quantity: 1, currency_id: 'BRL', unit_price: reaisOf(amountCents) }],
    external_reference: reference,
    // What is paid days later, or as a Pix, has its own way.
    payment_methods: { excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }, { id: 'bank_transfer' }] },
    ...(expiresAt && { expires: true, expiration_date_to: stamp(expiresAt) }),
    ...(noticesTo && { notification_url: noticesTo }),
    back_urls: { success: page, pending: page, failure: page },
  };
}

function addressOf(
  { external_reference, items, init_point }: ReturnType<typeof preferenceResponse.parse>,
  { reference, amountCents }: ChargeToStart,
  apiUrl: string,
): Started {
  const asked = items.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0);
  if (external_reference !== reference || asked !== amountCents) {
    throw new ProviderRefused('the provider has a charge of another amount or reference than was asked for');
  }
  if (init_point.startsWith('https:') || apiUrl.startsWith('http:')) return { address: init_point };
  throw new ProviderRefused('the provider sends payers to an address without encryption');
}

/** Has all preferences of a charge end: one that was asked for twice may be there twice. False if there is none. */
async function expireAt(client: ProviderClient, reference: string, end: Date): Promise<boolean> {
  const query = { external_reference: reference, limit: '50' };
  const found = await client.call({ method: 'GET', path: '/checkout/preferences/search', query });
  const { elements } = understood(preferenceList, found);
  const own = (elements ?? []).filter(({ external_reference }) => external_reference === reference);
  for (const { id } of own) {
    const path = `/checkout/preferences/${id}`;
    const response = await client.call({
      method: 'PUT',
      path,
      body: { expires: true, expiration_date_to: stamp(end) },
    });
    if (response.status >= 300) throw refused(response);
    // What it then says counts.
    const { expires, expiration_date_to } = understood(expiryResponse, await client.call({ method: 'GET', path }));
    if (expires && expiration_date_to && expiration_date_to.getTime() < end.getTime() + 1_000) continue;
    throw new ProviderUnavailable('the provider still takes payments of a charge that was to end');
  }
  return own.length > 0;
}

/** Undefined if there is no such payment. */
async function readPayment(client: ProviderClient, reference: string) {
  if (!ID.test(reference)) return undefined;
  const response = await client.call({ method: 'GET', path: `/v1/payments/${reference}` });
  if (response.status === 404) return undefined;
  const payment = understood(paymentResponse, response);
  if (payment.id === reference) return payment;
  throw new ProviderUnavailable('the provider answered another payment than was asked for');
}

async function refundState(client: ProviderClient, { of, reference, amountCents }: RefundToSend) {
  const id = refundId(reference);
  // It knows none by our reference; sending it again is the same refund.
  if (!id) return undefined;
  const path = `/v1/payments/${encodeURIComponent(of)}/refunds/${id}`;
  const response = await client.call({ method: 'GET', path });
  if (response.status === 404) return undefined;
  const found = understood(refundResponse, response);
  if (found.amountCents !== amountCents) throw anotherAmount();
  return found.state;
}

/**
 * What has changed since then, so that payments approved late, refunds and chargebacks are found too. Each page begins
 * where the last ended: what changes meanwhile leaves the span, and would shift pages by number, by which only the
 * payments of one millisecond are read.
 */
async function* listPayments(client: ProviderClient, from: Date, to: Date): AsyncGenerator<Listed> {
  const seen = new Set<string>();
  const end = new Date(to.getTime() + Math.max(client.skewMs, 0) + 1_000);
  let begin = new Date(from.getTime() + Math.min(client.skewMs, 0));
  let offset = 0;
  let before = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = {
      range: 'date_last_updated',
      begin_date: stamp(begin),
      end_date: stamp(end),
      sort: 'date_last_updated',
      criteria: 'asc',
      limit: PAGE_SIZE,
      offset,
    } satisfies PaymentSearchOptions;
    const response = await client.call({
      method: 'GET',
      path: '/v1/payments/search',
      query: { ...query, limit: String(PAGE_SIZE), offset: String(offset) },
    });
    const { results } = understood(paymentList, response);
    let last = begin;
    for (const value of results) {
      const { data } = paymentResponse.safeParse(value);
      if (!data) {
        const broken = unreadable(value);
        if (!seen.has(broken.unreadable)) yield broken;
        seen.add(broken.unreadable);
        continue;
      }
      last = data.updatedAt;
      if (seen.has(data.id)) continue;
      seen.add(data.id);
      if (data.review) yield data.review;
      if (!data.came) continue;
      // A list leaves out what went back.
      const payment = isAllThere(value) ? data.came : (await readPayment(client, data.id))?.came;
      if (payment) yield payment;
    }
    if (results.length < PAGE_SIZE) return;
    const shown = JSON.stringify(results);
    if (offset > 0 && shown === before) throw new ProviderUnavailable('the provider lists the same payments again');
    before = shown;
    offset = last > begin ? 0 : offset + results.length;
    begin = last;
  }
  throw new ProviderUnavailable(`the provider lists more than ${MAX_PAGES} pages of payments`);
}

// Nothing of it went back.
function isAllThere(value: unknown): boolean {
  const { status, transaction_amount_refunded } = value as { status: string; transaction_amount_refunded?: unknown };
  return status === 'approved' && (transaction_amount_refunded ?? 0) === 0;
}

function readSigned({ headers, query }: SignedNotice, secret: string): Notice[] | undefined {
  const { 'data.id': dataId = '', type, topic, id } = noticeQuery.safeParse(query).data ?? {};
  const one = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '');
  const signature = one('x-signature');
  // Notices of former days are not signed and name nothing that is believed: they are taken, so that they are not sent
  // again, and the poll finds what they are about.
  if (!signature && topic && id) return [];
  const isSigned = (signedId: string) => {
    try {
      const signed = { xSignature: signature, xRequestId: one('x-request-id'), dataId: signedId, secret };
      WebhookSignatureValidator.validate(signed);
      return true;
    } catch {
      return false;
    }
  };
  // Documented in small letters; some are signed as they are written.
  if (!isSigned(dataId.toLowerCase()) && !isSigned(dataId)) return undefined;
  const ts = Number(/(?:^|,)\s*ts=(\d{1,16})/.exec(signature)?.[1]);
  const signedAt = ts < SECONDS_UNTIL ? ts * 1_000 : ts;
  if (!(Math.abs(Date.now() - signedAt) <= FRESH_MS)) return undefined;
  return type === 'payment' && ID.test(dataId) ? [{ reference: dataId, chargeReference: '' }] : [];
}

// An instant with its offset in numbers, as the provider's documents have it.
const stamp = (at: Date) => at.toISOString().replace('Z', '+00:00');

function understood<T>(schema: { safeParse(body: unknown): { data?: T } }, response: ProviderResponse): T {
  if (response.status >= 300) throw refused(response);
  const { data } = schema.safeParse(response.body);
  if (data === undefined) throw new ProviderUnavailable('the provider answered something that cannot be read');
  return data;
}

const anotherAmount = () =>
  new ProviderUnavailable('the provider reports a refund of another amount than was asked for');
// Without its words, which may quote a person's data.
const refused = ({ status }: ProviderResponse) => new ProviderRefused(`the provider refuses: ${status}`);
