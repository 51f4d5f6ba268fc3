import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sweeps } from '../../src/background-work.ts';
import { startDemoCards } from '../../src/demo/cards/index.ts';
import { mercadoPago } from '../../src/ports/payments/mercado-pago.ts';
import { pixApi } from '../../src/ports/payments/pix-api.ts';
import { buildTestAppWithJobs } from '../app.ts';
import { PATIENT_LIMITS, startTestBank } from '../banks/demo-bank.ts';
import { call, createPerson, fareDraft, tripDraft } from '../factories.ts';
import { workQueues } from '../work-queues.ts';
import type { Trip } from './book.ts';

const WEBHOOK_SECRET = 'a-secret-of-the-bank-0123456789abcdef';
const DAY_MS = 24 * 3_600_000;

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
    returnTo: (reference) => `https://passeio.example/reserva/${reference.slice(0, 6)}`,
  });
  const app = await buildTestAppWithJobs({
    deps: () => ({ payments, cards, pixWebhookSecret: WEBHOOK_SECRET }),
    ...(template && { template }),
  });
  const { db, changes, logger, ownKey } = app.app.deps;
  const parts = { db, changes, logger, ownKey, jobs: app.jobs, publicUrl: 'https://passeio.example' };
  await workQueues(['pix-notices', 'card-notices'], { ...parts, provider: payments, cards });
  const work = sweeps({ ...parts, provider: payments, cards });
  const admin = await createPerson(app, 'ADMIN');
  const ask = async (method: string, path: string, { token }: { token?: string } = admin, body?: unknown) =>
    call(app, method, `/api${path}`, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  const settings = (await ask('GET', '/settings/reservations')).body;
  const changed = await ask('PUT', '/settings/reservations', admin, { ...settings, ...generous });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const press = async (base: string, path: string, form: Record<string, string>) => {
    const options = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } as const;
    return (await fetch(base + path, options)).headers.get('location') ?? '';
  };
  return {
    app,
    admin,
    ask,
    /** What the bank has: each Pix with what it returned of it. */
    pix: bank.system.accounts.pix,
    cardPayments: demo.account.payments,
    client: () => createPerson(app),
    /** A departure on sale. */
    async sell(title: string, { priceCents, depositPercent, penaltyPercent }: Offer): Promise<Trip> {
      const draft = tripDraft({
        ...{ title, capacity: 500, minParticipants: 0, depositPercent },
        fares: [fareDraft({ priceCents })],
        cancellationTiers: penaltyPercent > 0 ? [{ minHoursBefore: 0, penaltyPercent }] : [],
      });
      const { body } = await ask('POST', '/trips', admin, draft);
      expect((await ask('PUT', `/trips/${body.id}/publication`, admin, { isActive: true })).status).toBe(200);
      const [fareId, boardingPointId] = [body.fares[0].id, body.boardingPoints[0].id];
      return { id: body.id, fareId, boardingPointId, priceCents, depositPercent, penaltyPercent };
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
    /** What becomes of a payment by card afterwards. */
    changeCard: (id: number, acao: 'charged_back' | 'refund') =>
      press(demo.access.apiUrl, `/pagamentos/${id}`, { acao, aviso: 'lost' }),
    /** Everything that the server does by itself, once; the bank has processed by then what it was asked for. */
    async settle(): Promise<void> {
      bank.system.accounts.skewMs = 60_000;
      for (const { name, run } of work) {
        if (!UNRELATED.has(name)) await run(new AbortController().signal);
      }
      bank.system.accounts.skewMs = 0;
    },
    async close(): Promise<void> {
      await app.close();
      await Promise.all([payments.close(), cards.close(), bank.stop(), demo.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Offer = Pick<Trip, 'priceCents' | 'depositPercent' | 'penaltyPercent'>;

// Clients pay penalties from the first day on, reserve as often as they like, and buy gift cards.
const generous = { withdrawalRight: false, unpaidPlaces: 10_000, pauseMinutes: 1, sellsGiftCards: true };

// They move no money, and have nothing to do here.
const UNRELATED = new Set(['reminders', 'seats', 'announcements', 'trip-alerts', 'webhook-registration']);
