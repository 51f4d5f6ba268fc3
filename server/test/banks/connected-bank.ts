import { join } from 'node:path';
import { pollProvider } from '../../src/domains/payments/provider/poll-provider.ts';
import { sweepHolds } from '../../src/domains/reservations/holds/expire-holds.ts';
import { pixApi } from '../../src/ports/payments/pix-api.ts';
import type { PaymentProvider } from '../../src/ports/payments/port.ts';
import { providerTable } from '../../src/ports/payments/providers.ts';
import { buildTestAppWithJobs, type TestApp, type TestAppOptions } from '../app.ts';
import { call } from '../factories.ts';
import { createFamily, type Family, type FamilyTrip } from '../parties.ts';
import { PATIENT_LIMITS, startTestBank, type TestBank } from './demo-bank.ts';

export const WEBHOOK_SECRET = 'a-secret-of-the-bank-0123456789abcdef';

/** The application with jobs and a demonstration bank that sends its notices there. */
export async function connectBank({ config = {} }: Pick<TestAppOptions, 'config'> = {}) {
  const bank: TestBank = await startTestBank();
  const provider = pixApi({ ...bank.access, limits: PATIENT_LIMITS });
  const app = await buildTestAppWithJobs({
    config,
    deps: () => ({ providers: providerTable([provider]), pixWebhookSecret: WEBHOOK_SECRET }),
  });
  const { db, changes, storage, logger, providers } = app.app.deps;
  const webhookUrl = `${app.url}/webhooks/pix/${WEBHOOK_SECRET}`;
  bank.system.accounts.webhookUrl = webhookUrl;
  const parts = { db, changes, storage, logger, providers, jobs: app.jobs, provider, publicUrl: 'http://localhost' };
  return {
    app,
    bank,
    provider,
    webhookUrl,
    parts,
    /** Ends holds as every process does; the bank is as `differently` says. */
    sweep: (differently: Partial<PaymentProvider> = {}) =>
      sweepHolds({ ...parts, askBank: () => pollProvider({ ...parts, provider: { ...provider, ...differently } }) }),
    /** Pays a charge in the bank, the deposit if nothing else is said. */
    pay: (txid: string, form: Record<string, string> = {}) =>
      bank.press(`/pagar/${txid}`, { valor: '56,70', nome: 'Maria da Silva', ...form }),
    async close() {
      await bank.stop();
      await app.close();
      await provider.close();
    },
  };
}

/** What a server process needs in its environment to be paid by a test bank. */
export function pixEnvironment({ access, folder }: TestBank): NodeJS.ProcessEnv {
  return {
    PAYMENTS: 'pix-api',
    PIX_API_URL: access.apiUrl,
    PIX_TOKEN_URL: access.tokenUrl,
    PIX_CLIENT_ID: access.clientId,
    PIX_CLIENT_SECRET: access.clientSecret,
    PIX_CERTIFICATE: join(folder, 'demo-bank/client.pem'),
    PIX_KEY: access.key,
    PIX_WEBHOOK_SECRET: WEBHOOK_SECRET,
    NODE_EXTRA_CA_CERTS: join(folder, 'demo-bank/ca.pem'),
  };
}

/** A reservation of one adult, whose deposit is R$ 56,70 of R$ 189,00, and its money. */
export async function reservationToPay(app: TestApp, trip?: FamilyTrip) {
  const family: Family = await createFamily(app, { adult: 1 }, trip && { trip });
  const { token } = family.payer;
  const path = `/api/reservations/${family.id}`;
  const entries = () =>
    app.db.selectFrom('transfers').selectAll().where('reservation_id', '=', family.id).orderBy('recorded_at').execute();
  return {
    ...family,
    entries,
    amounts: async () => (await entries()).map(({ amount_cents }) => amount_cents),
    openCharge: async (purpose = 'deposit', means?: 'card') =>
      (await call(app, 'POST', `${path}/charges`, { token, body: { purpose, means } })).body,
    shown: async () => (await call(app, 'GET', path, { token })).body,
  };
}
