import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startAnotherProcess } from '../../../test/app.ts';
import {
  buildConnectable,
  type Connectable,
  connectionDeps,
  startTrustedBanks,
  valuesFor,
} from '../../../test/banks/connectable-bank.ts';
import { reservationToPay } from '../../../test/banks/connected-bank.ts';
import type { TestBank } from '../../../test/banks/demo-bank.ts';
import { call } from '../../../test/factories.ts';
import { workQueues } from '../../../test/work-queues.ts';
import { startSweeps, sweeps } from '../../background-work.ts';
import { createChangeNotifier } from '../../platform/changes/change-notifier.ts';
import { FAKE_PASSWORD } from '../../ports/identity/fake.ts';
import { watchConnections } from './index.ts';

let trusted: Awaited<ReturnType<typeof startTrustedBanks>>;
let [first, second]: [TestBank, TestBank] = [] as never;
let app: Connectable;
beforeAll(async () => {
  trusted = await startTrustedBanks(2);
  [first, second] = trusted.banks as [TestBank, TestBank];
  app = await buildConnectable();
});
afterAll(async () => {
  await app.close();
  await trusted.stop();
});

const pay = (bank: TestBank, txid: string, more: Record<string, string> = {}) =>
  bank.press(`/pagar/${txid}`, { valor: '56,70', nome: 'Maria da Silva', ...more });
const partsOf = ({ app: { deps }, jobs }: Connectable) => ({ ...deps, jobs, publicUrl: 'http://localhost' });
const retired = () => app.providers.all.filter(({ isRetired }) => isRetired);
const watch = () => watchConnections({ ...partsOf(app), atWork: app.connections });

async function poll(): Promise<void> {
  const polls = sweeps(partsOf(app)).filter(({ name }) => name.endsWith('payment-poll'));
  expect(polls).toHaveLength(app.providers.all.length);
  // Stopping waits for the first run of each.
  await startSweeps(polls, app.app.deps)();
  const noted = await app.db.selectFrom('sweep_runs').select('name').execute();
  expect(noted).toEqual(expect.arrayContaining(polls.map(({ name }) => ({ name }))));
}

it('a charge of the old account that is paid after the change counts; a new one is made by the new account', async () => {
  await app.change('pix', valuesFor(first));
  const old = app.providers.starting('pix')?.name;
  const [byNotice, byPoll] = [await reservationToPay(app), await reservationToPay(app)];
  const [noticed, polled] = [await byNotice.openCharge(), await byPoll.openCharge()];
  expect(first.system.accounts.charges.size).toBe(2);
  await workQueues(['pix-notices'], partsOf(app));

  await app.change('pix', valuesFor(second));
  expect(retired().map(({ name }) => name)).toEqual([old]);
  expect(app.providers.starting('pix')?.name).not.toBe(old);
  expect(await app.read('pix')).toMatchObject({ retired: [{ openCharges: 2 }] });

  // The old bank knows only the old address.
  await pay(first, noticed.txid);
  await vi.waitFor(async () => expect(await byNotice.amounts()).toEqual([5_670]));
  await pay(first, polled.txid, { aviso: 'lost' });
  await poll();
  expect(await byPoll.amounts()).toEqual([5_670]);

  const next = await reservationToPay(app);
  const { txid } = await next.openCharge();
  expect(second.system.accounts.charges.has(txid)).toBe(true);
  expect(first.system.accounts.charges.size).toBe(2);
  await pay(second, txid);
  await vi.waitFor(async () => expect(await next.amounts()).toEqual([5_670]));
});

it('an old account is forgotten a week after, once nothing of it is open', async () => {
  const open = await reservationToPay(app);
  await open.openCharge();
  await app.change('pix', valuesFor(first));
  const names = () => retired().map(({ name }) => name);
  const [used] = await app.db.selectFrom('charges').select('provider').where('reservation_id', '=', open.id).execute();
  expect(names()).toContain(used?.provider);
  await watch();
  expect(names()).toHaveLength(2);
  await app.db
    .updateTable('connections')
    .set({ retired_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('retired_at', 'is not', null)
    .execute();
  await watch();
  expect(names()).toEqual([used?.provider]);
});

it('new secrets of the same account keep its charges, and reach the bank at once', async () => {
  const name = app.providers.starting('pix')?.name;
  const { cert, key } = first.access.certificate;
  await app.change('pix', { certificate: cert, certificateKey: key });
  expect(app.providers.starting('pix')?.name).toBe(name);
  const { shown } = await app.read('pix');
  expect(shown.certificateKey).toBe('••••');
  await poll();
});

it('a change at one server takes effect at the other', async () => {
  const changes = createChangeNotifier({ connectionString: app.databaseUrl, onError: () => undefined });
  const { db, logger } = app.app.deps;
  const own = await connectionDeps({ db, changes, logger }, { mayBePrivate: true, publicUrl: () => app.url });
  const other = await startAnotherProcess(app, { changes, ...own });
  await vi.waitFor(() => expect(changes.isListening).toBe(true));
  const before = own.providers.starting('pix')?.name;
  await app.change('pix', valuesFor(second));
  const after = app.providers.starting('pix')?.name;
  expect(after).not.toBe(before);
  await vi.waitFor(() => expect(own.providers.starting('pix')?.name).toBe(after));
  expect(own.providers.named(before ?? '')?.isRetired).toBe(true);
  const reservation = await reservationToPay({ ...other, jobs: app.jobs } as never);
  const { txid } = await reservation.openCharge();
  expect(second.system.accounts.charges.has(txid)).toBe(true);
  await other.close();
  await changes.stop();
  await own.connections.close();
});

it('an old account that its bank refuses is forgotten by choice; its payer asks for another charge', async () => {
  await app.change('pix', valuesFor(first));
  const old = app.providers.starting('pix')?.name ?? '';
  const open = await reservationToPay(app);
  await open.openCharge();
  await app.change('pix', valuesFor(second));
  first.system.credentials = { ...first.system.credentials, clientSecret: 'trocado no banco' };
  await watch();
  const ofOld = async () => (await app.read('pix')).retired.find((one: { name: string }) => one.name === old);
  expect(await ofOld()).toMatchObject({ openCharges: 1, problem: expect.stringMatching(/não reconhece/) });

  const forget = (password: string, name = old) =>
    call(app, 'DELETE', `/api/connections/pix/retired/${name}`, { token: app.admin.token, body: { password } });
  expect((await forget('errada')).status).toBe(409);
  expect((await forget(FAKE_PASSWORD, app.providers.starting('pix')?.name)).status).toBe(404);
  expect((await forget(FAKE_PASSWORD)).status).toBe(200);
  first.forget();
  expect(await ofOld()).toBeUndefined();
  expect(app.providers.named(old)).toBeUndefined();
  const { txid } = await open.openCharge();
  expect(second.system.accounts.charges.has(txid)).toBe(true);
});

it('a connection of the server starts charges; one of the browser beside it still reports what it started', async () => {
  await app.change('pix', valuesFor(first));
  const own = app.providers.starting('pix');
  const onServer = { ...own, name: 'on_server' } as NonNullable<typeof own>;
  const { db, changes, logger } = app.app.deps;
  const restarted = await connectionDeps(
    { db, changes, logger },
    { mayBePrivate: true, given: { sources: { pix: 'server' }, providers: [onServer] } },
  );
  expect(restarted.providers.starting('pix')?.name).toBe('on_server');
  expect(restarted.providers.named(own?.name ?? '')?.isRetired).toBe(true);
  await restarted.connections.close();
});
