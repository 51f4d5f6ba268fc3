import { randomUUID } from 'node:crypto';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CardAccount, type Preference, paymentOnTheWire, refundOnTheWire } from './account.ts';

const instant = z.coerce.date().transform((date) => date.getTime());
const newPreference = z.object({
  items: z.array(z.object({ title: z.string(), quantity: z.literal(1), unit_price: z.number().positive() })).length(1),
  external_reference: z.string().min(1),
  expires: z.boolean().default(false),
  expiration_date_to: instant.optional(),
  notification_url: z.url().optional(),
  back_urls: z.object({ success: z.url() }).optional(),
});
const expiry = z.object({ expires: z.literal(true), expiration_date_to: instant });
const span = z.object({
  range: z.enum(['date_created', 'date_last_updated']),
  begin_date: instant,
  end_date: instant,
  limit: z.coerce.number().int().max(1_000).default(30),
  offset: z.coerce.number().int().min(0).default(0),
});
const newRefund = z.object({ amount: z.number().positive().optional() });

/** The part of Mercado Pago's API that Passeio uses, on the server of the demonstration's pages. */
export function cardApi(app: FastifyInstance, account: CardAccount, accessToken: string): void {
  const guard = { preHandler: authorize(accessToken) };
  preferenceRoutes(app, account, guard);

  app.get('/users/me', guard, () => ({ id: 1, site_id: 'MLB', tags: [] }));

  app.get('/v1/payments/search', guard, (request) => {
    const { begin_date, end_date, limit, offset, range } = span.parse(request.query);
    const at = range === 'date_created' ? ('createdAt' as const) : ('updatedAt' as const);
    const found = [...account.payments.values()]
      .filter((payment) => payment[at] >= begin_date && payment[at] <= end_date)
      .sort((a, b) => a[at] - b[at]);
    const results = found.slice(offset, offset + limit).map((payment) => paymentOnTheWire(account, payment));
    return { paging: { total: found.length, limit, offset }, results };
  });

  const paymentOf = ({ params }: FastifyRequest) => account.payments.get(Number((params as { id: string }).id));
  app.get('/v1/payments/:id', guard, (request, reply) => {
    const payment = paymentOf(request);
    return payment ? paymentOnTheWire(account, payment) : missing(reply);
  });
  app.post('/v1/payments/:id/refunds', guard, async (request, reply) => {
    const payment = paymentOf(request);
    if (!payment) return missing(reply);
    const { amount } = newRefund.parse(request.body ?? {});
    const amountCents = amount === undefined ? account.leftOf(payment) : Math.round(amount * 100);
    const refund = account.refund(payment, String(request.headers['x-idempotency-key'] ?? ''), amountCents);
    if (!refund) return reply.code(400).send({ message: 'Invalid amount', error: 'bad_request', status: 400 });
    await account.save();
    return reply.code(201).send(refundOnTheWire(payment, refund));
  });
  app.get('/v1/payments/:id/refunds/:refundId', guard, (request, reply) => {
    const payment = paymentOf(request);
    const { refundId } = request.params as { refundId: string };
    const refund = payment?.refunds.find(({ id }) => String(id) === refundId);
    return payment && refund ? refundOnTheWire(payment, refund) : missing(reply);
  });
}

type Guard = { preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> };

function preferenceRoutes(app: FastifyInstance, account: CardAccount, guard: Guard): void {
  app.post('/checkout/preferences', guard, async (request, reply) => {
    const asked = newPreference.parse(request.body);
    const [item] = asked.items;
    const id = `demo-${randomUUID()}`;
    account.preferences.set(id, {
      id,
      reference: asked.external_reference,
      title: item?.title ?? '',
      amountCents: Math.round((item?.unit_price ?? 0) * 100),
      createdAt: Date.now(),
      expiresAt: asked.expires ? (asked.expiration_date_to ?? null) : null,
      noticesTo: asked.notification_url ?? null,
      returnTo: asked.back_urls?.success ?? null,
    });
    await account.save();
    const init_point = `http://${request.headers.host}/checkout/v1/redirect?pref_id=${id}`;
    return reply.code(201).send({ id, ...(request.body as object), init_point });
  });
  app.get('/checkout/preferences/search', guard, (request) => {
    const { external_reference } = request.query as { external_reference?: string };
    const found = [...account.preferences.values()].filter(({ reference }) => reference === external_reference);
    return {
      elements: found.map(({ id, reference }) => ({ id, external_reference: reference })),
      total: found.length,
      next_offset: found.length,
    };
  });
  app.put('/checkout/preferences/:id', guard, async (request, reply) => {
    const preference = account.preferences.get((request.params as { id: string }).id);
    if (!preference) return missing(reply);
    preference.expiresAt = expiry.parse(request.body).expiration_date_to;
    await account.save();
    return preferenceOnTheWire(preference);
  });
  app.get('/checkout/preferences/:id', guard, (request, reply) => {
    const preference = account.preferences.get((request.params as { id: string }).id);
    return preference ? preferenceOnTheWire(preference) : missing(reply);
  });
}

const preferenceOnTheWire = ({ id, reference, expiresAt }: Preference) => ({
  ...{ id, external_reference: reference, expires: expiresAt !== null },
  expiration_date_to: expiresAt && new Date(expiresAt).toISOString(),
});

const missing = (reply: FastifyReply) =>
  reply.code(404).send({ message: 'Not found', error: 'not_found', status: 404 });

function authorize(accessToken: string): Guard['preHandler'] {
  return async ({ headers }, reply) =>
    headers.authorization === `Bearer ${accessToken}`
      ? undefined
      : reply.code(401).send({ message: 'invalid access token', error: 'unauthorized', status: 401 });
}
