import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { startDemoCards } from '../../../demo/cards/index.ts';
import { sweeps } from '../../src/background-work.ts';
import { applyOverdueChoices, notifyCancelled } from '../../src/domains/departures/index.ts';
import { makeGiftCardLink } from '../../src/domains/payments/index.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { mercadoPago } from '../../src/ports/payments/mercado-pago.ts';
import { pixApi } from '../../src/ports/payments/pix-api.ts';
import { providerTable } from '../../src/ports/payments/providers.ts';
import { buildTestAppWithJobs } from '../app.ts';
import { PATIENT_LIMITS, startTestBank } from '../banks/demo-bank.ts';
import { call, couponDraft, createPerson, crewOfGuides, extraDraft, fareDraft, tripDraft } from '../factories.ts';
import { workQueues } from '../work-queues.ts';
import type { Coupon, Seller, Trip } from './reservation.ts';

const WEBHOOK_SECRET = 'a-secret-of-the-bank-0123456789abcdef';
const PUBLIC_URL = 'https://passeio.example';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CENTURY_HOURS = 24 * 36_524;

/** What a sequence of money needs to know of the server: that it answers HTTP, and does its background work. */
export type Window = Awaited<ReturnType<typeof openWindow>>;

/**
 * The server between a bank, a provider of cards and people; nobody looks into its database, which is a copy of
 * `template`, by default the empty one.
 */
export async function openWindow(template?: string) {
  const bank = await startTestBank();
  const folder = await mkdtemp(join(tmpdir(), 'passeio-cards-'));
  const demo = await startDemoCards({ dataDir: folder, port: 0 });
  const payments = pixApi({ ...bank.access, limits: PATIENT_LIMITS });
  const cards = mercadoPago({
    ...demo.access,
    limits: PATIENT_LIMITS,
    returnTo: (reference) => `${PUBLIC_URL}/reserva/${reference.slice(0, 6)}`,
  });
  const app = await buildTestAppWithJobs({
    deps: () => ({ providers: providerTable([payments, cards]), pixWebhookSecret: WEBHOOK_SECRET }),
    ...(template && { template }),
  });
  const { db, changes, storage, logger, providers, giftCardKey } = app.app.deps;
  const parts = { db, changes, storage, logger, providers, jobs: app.jobs, publicUrl: PUBLIC_URL };
  await workQueues(['pix-notices', 'card-notices'], parts);
  const work = sweeps(parts);
  const [admin, guide] = [await createPerson(app, 'ADMIN'), await createPerson(app, 'GUIDE')];
  const ask = async (method: string, path: string, { token }: { token?: string } = admin, body?: unknown) =>
    call(app, method, `/api${path}`, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  /** Asks for what must succeed. */
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, admin, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  /** A file that staff exports. */
  const download = async (path: string) => {
    const answer = await fetch(`${app.url}/api${path}`, { headers: { authorization: `Bearer ${admin.token}` } });
    expect(answer.status, path).toBe(200);
    return answer.text();
  };
  const settings = { ...(await must('GET', '/settings/reservations')), ...generous };
  await must('PUT', '/settings/reservations', settings);
  const press = async (base: string, path: string, form: Record<string, string>) => {
    const options = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } as const;
    return (await fetch(base + path, options)).headers.get('location') ?? '';
  };
  const run = async (names?: string[]) => {
    // The bank has processed by then what it was asked for.
    bank.system.accounts.skewMs = 60_000;
    for (const { name, run } of work) {
      if (names ? names.includes(name) : !UNRELATED.has(name)) await run(new AbortController().signal);
    }
    bank.system.accounts.skewMs = 0;
  };
  return {
    app,
    admin,
    guide,
    ask,
    must,
    download,
    coupons: await makeCoupons(must),
    /** What the bank has: each Pix with what it returned of it. */
    pix: bank.system.accounts.pix,
    cardPayments: demo.account.payments,
    client: () => createPerson(app),
    async seller(rate: number): Promise<Seller> {
      const { id, code } = await must('POST', '/sellers', { kind: 'person', name: 'Vende de Tudo' });
      const rule = { kind: 'percent_of_received', value: rate };
      await must('POST', '/commission-rules', { sellerId: id, tripId: null, seriesId: null, ...rule });
      return { id, code, rate, statements: [] };
    },
    /** A departure on sale; one that boards already departs in some hours. */
    async sell(title: string, { isBoarding = false, ...offer }: Offer): Promise<Trip> {
      const { priceCents, depositPercent, penaltyPercent, instalments = 0 } = offer;
      const departs = Date.now() + (isBoarding ? 10 * HOUR_MS : 120 * DAY_MS);
      const draft = tripDraft({
        ...{ title, capacity: 500, minParticipants: 0, depositPercent },
        ...{ date: new Date(departs).toISOString(), returnDate: new Date(departs + DAY_MS).toISOString() },
        fares: [fareDraft({ priceCents }), fareDraft({ label: 'Meia', priceCents: halfOf(priceCents) })],
        extras: [
          extraDraft({ stock: null, maxQuantity: 1 }),
          { ...extraDraft({ label: 'Seguro', priceCents: 1_237, per: 'reservation', stock: null, maxQuantity: 1 }) },
        ].map((one) => ({ ...one, refundable: one.per === 'participant' })),
        paymentPlan: instalments > 0 ? { instalments, lastDueDaysBefore: 5 } : null,
        cancellationTiers: penaltyPercent > 0 ? [{ minHoursBefore: 0, penaltyPercent }] : [],
      });
      const trip = await must('POST', '/trips', draft);
      await must('PUT', `/trips/${trip.id}/publication`, { isActive: true });
      if (isBoarding) await must('PUT', `/trips/${trip.id}/crew`, crewOfGuides([guide.id]));
      const sold = ({ id, priceCents: cents }: { id: string; priceCents: number }) => ({ id, cents });
      return {
        ...{ id: trip.id, title, boardingPointId: trip.boardingPoints[0].id, fares: trip.fares.map(sold) },
        ...{ lunch: sold(trip.extras[0]), insurance: sold(trip.extras[1]) },
        ...{ depositPercent, penaltyPercent, instalments, isBoarding, isCancelled: false },
        session: isBoarding ? await this.openSession(trip.id) : '',
      };
    },
    /** A guide without an account, who has a link and its PIN. */
    async openSession(tripId: string): Promise<string> {
      const { url, pin } = await must('POST', `/trips/${tripId}/guide-links`, { name: 'Júlia' });
      return (await must('POST', '/guide/session', { token: url.split('#')[1], pin })).session;
    },
    /** As if all that was paid had been paid earlier, so that polls do not list it any more. */
    ageMoney(): void {
      for (const pix of bank.system.accounts.pix.values()) pix.at -= HOUR_MS;
    },
    /** As if all trips were back since long ago, for as long as something takes. */
    async withTripsBack<Answer>(act: () => Promise<Answer>): Promise<Answer> {
      await moveTrips(app.db, -CENTURY_HOURS);
      try {
        return await act();
      } finally {
        await moveTrips(app.db, CENTURY_HOURS);
      }
    },
    /** What paying by each means adds from now on, or takes off, in tenths of a percent. */
    async changePrices(pixPermille: number, cardPermille: number): Promise<void> {
      await must('PUT', '/settings/reservations', { ...settings, pixPermille, cardPermille });
    },
    /** Pays at the bank; nobody notices yet. `daysAgo`: when it was. Returns the id of the Pix. */
    transfer(txid: string, amountCents: number, daysAgo = 0): string {
      const { accounts } = bank.system;
      const charge = accounts.charges.get(txid);
      if (!charge) throw new Error(`the bank has no charge ${txid}`);
      const pix = accounts.pay(charge, { amountCents, payerName: 'PAGADOR' });
      pix.at -= daysAgo * DAY_MS;
      return pix.endToEndId;
    },
    /** Returns money of a Pix in the bank's own application, or by a dispute; it reaches the payer at once. */
    async returnAtBank(id: string, cents: number, isDisputed: boolean): Promise<void> {
      const form = { valor: (cents / 100).toFixed(2), aviso: 'lost' };
      await press(bank.pageUrl, `/${isDisputed ? 'contestar' : 'devolver'}/${id}`, form);
      for (const refund of bank.system.accounts.pix.get(id)?.refunds ?? []) refund.requestedAt -= 60_000;
    },
    /** The bank says that something is new about a Pix. */
    async noticePix(id: string): Promise<void> {
      const pix = bank.system.accounts.pix.get(id);
      const said = { endToEndId: id, txid: pix?.txid || undefined, valor: ((pix?.amountCents ?? 0) / 100).toFixed(2) };
      const horario = new Date(pix?.at ?? 0).toISOString();
      const body = JSON.stringify({ pix: [{ ...said, horario, chave: 'pix@demonstracao.example' }] });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${app.url}/webhooks/pix/${WEBHOOK_SECRET}/pix`, { method: 'POST', headers, body });
    },
    /** Pays by card at the address of a charge; returns the id of the payment. */
    async payByCard({ address }: { address: string }): Promise<number> {
      const id = new URL(address).searchParams.get('pref_id');
      const path = await press(demo.access.apiUrl, `/pagar/${id}`, { decisao: 'approved', aviso: 'lost' });
      return Number(path.split('/').at(-1));
    },
    /** A card that its bank refuses. */
    async refuseCard({ address }: { address: string }): Promise<void> {
      const id = new URL(address).searchParams.get('pref_id');
      await press(demo.access.apiUrl, `/pagar/${id}`, { decisao: 'rejected', aviso: 'lost' });
    },
    /** What becomes of a payment by card afterwards. */
    changeCard: (id: number, acao: 'charged_back' | 'refund') =>
      press(demo.access.apiUrl, `/pagamentos/${id}`, { acao, aviso: 'lost' }),
    /** The code of a gift card, by the link of its e-mail. */
    async codeOf(giftCardId: string): Promise<string> {
      const url = (await makeGiftCardLink(db, giftCardKey, PUBLIC_URL, giftCardId)) ?? '';
      const token = decodeURIComponent(url.split('#')[1] ?? '');
      return (await ask('POST', '/gift-cards/link/read', {}, { token })).body.code;
    },
    /** Everything that the server does by itself, once. */
    settle: () => run(),
    sweepHolds: () => run(['holds']),
    /** As if the time to undo a cancelled departure had passed: its people are notified. */
    notifyCancelled: () => notifyCancelled(parts, { now: new Date(Date.now() + HOUR_MS) }),
    /** As if the last day of choosing had passed for everybody. */
    endChoices: () => applyOverdueChoices(parts, { now: new Date(Date.now() + 90 * DAY_MS) }),
    async close(): Promise<void> {
      await app.close();
      await Promise.all([payments.close(), cards.close(), bank.stop(), demo.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Offer extends Pick<Trip, 'depositPercent' | 'penaltyPercent'> {
  priceCents: number;
  instalments?: number;
  isBoarding?: boolean;
}

/** Without what follows a change of their dates. */
const moveTrips = (db: Database, hours: number) =>
  inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update trips set departs_at = departs_at + make_interval(hours => ${hours}),
      returns_at = returns_at + make_interval(hours => ${hours})`.execute(trx);
  });

const halfOf = (cents: number) => Math.floor(cents / 2);

async function makeCoupons(must: (method: string, path: string, body: object) => Promise<unknown>): Promise<Coupon[]> {
  const [percent, amount] = [couponDraft({ value: 7 }), couponDraft({ effect: 'amount', value: 3_331 })];
  for (const draft of [percent, amount]) await must('POST', '/coupons', draft);
  return [
    { code: percent.code, percent: 7 },
    { code: amount.code, cents: 3_331 },
  ];
}

// Clients pay penalties from the first day on, reserve as often as they like, and buy gift cards. Who let places go
// reserves them no more in the time of a sequence.
const generous = { withdrawalRight: false, unpaidPlaces: 10_000, pauseMinutes: 1_440, sellsGiftCards: true };

// They move no money, and have nothing to do here.
const UNRELATED = new Set([
  ...['reminders', 'seats', 'announcements', 'trip-alerts', 'webhook-registration', 'new-reservations'],
  ...['instalments', 'guaranteed-departures', 'lost-imports'],
]);
