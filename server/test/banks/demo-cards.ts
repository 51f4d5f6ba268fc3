import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoCards } from '../../../demo/cards/index.ts';
import { signedNotice } from '../../../demo/cards/notices.ts';
import { mercadoPago } from '../../src/ports/payments/mercado-pago.ts';
import type { PaymentProvider } from '../../src/ports/payments/port.ts';
import { providerTable } from '../../src/ports/payments/providers.ts';
import { buildTestAppWithJobs } from '../app.ts';
import { workQueues } from '../work-queues.ts';
import { PATIENT_LIMITS } from './demo-bank.ts';

/**
 * The application with jobs and the demonstration's provider of cards, which sends its notices there. `beside`: other
 * providers, which start no charges of cards.
 */
export async function connectCards({ beside = [] }: { beside?: PaymentProvider[] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'passeio-cards-'));
  const demo = await startDemoCards({ dataDir: folder, port: 0 });
  const provider = mercadoPago({
    ...demo.access,
    limits: PATIENT_LIMITS,
    returnTo: (reference) => `https://passeio.example/reserva/${reference.slice(0, 6)}`,
    // Known once the application listens.
    get noticesTo() {
      return `${app.url}/webhooks/card`;
    },
  });
  const app = await buildTestAppWithJobs({ deps: () => ({ providers: providerTable([provider, ...beside]) }) });
  const { db, changes, storage, logger, providers } = app.app.deps;
  const parts = { db, changes, storage, logger, providers, jobs: app.jobs, provider, publicUrl: 'http://localhost' };
  await workQueues(['card-notices'], parts);
  const press = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const response = await fetch(demo.access.apiUrl + path, { method: 'POST', body, redirect: 'manual' });
    return response.headers.get('location') ?? `${response.status}`;
  };
  return {
    app,
    demo,
    provider,
    parts,
    /** Answers as the bank of a card does on the page to which a charge leads; returns the payment's id. */
    async answer({ address }: { address: string }, decisao: string, aviso = 'once'): Promise<number> {
      const id = new URL(address).searchParams.get('pref_id');
      return Number((await press(`/pagar/${id}`, { decisao, aviso })).split('/').at(-1));
    },
    /** What becomes of a payment afterwards. */
    change: (id: number, acao: string, aviso = 'once') => press(`/pagamentos/${id}`, { acao, aviso }),
    /** Sends a notice, signed with `secret` at a time. Returns the status of the answer. */
    async notify(id: number | string, { secret = demo.access.webhookSecret, at = Date.now() } = {}): Promise<number> {
      const { url, ...notice } = signedNotice(`${app.url}/webhooks/card`, id, secret, at);
      return (await fetch(url, { method: 'POST', ...notice })).status;
    },
    async close() {
      await app.close();
      await provider.close();
      await demo.stop();
      await rm(folder, { recursive: true });
    },
  };
}
