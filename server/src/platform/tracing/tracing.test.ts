import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SpanStatusCode } from '@opentelemetry/api';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { buildTestApp, buildTestAppWithJobs, type TestApp } from '../../../test/app.ts';
import { connectBank, reservationToPay, WEBHOOK_SECRET } from '../../../test/banks/connected-bank.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { workEmails, workNotices } from '../../../test/work-queues.ts';
import { emailReader } from '../../domains/email-facts/index.ts';
import { notifyNewReservations } from '../../domains/reminders/index.ts';
import { smtpTransport } from '../../ports/mail/smtp.ts';
import { withCause } from '../process/cause.ts';
import { beginRequest, startTracing } from './tracing.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
}

/** A collector, which takes what is sent, or never answers. */
async function startCollector({ answers = true } = {}) {
  const received: string[] = [];
  const server: Server = createServer(async (request, response) => {
    received.push(await text(request));
    if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: (): SentSpan[] =>
      received.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: SentSpan[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A span and those above it, the topmost last. */
function wayUp(spans: SentSpan[], from: SentSpan | undefined): string[] {
  if (!from) return [];
  const above = spans.find(({ spanId, traceId }) => spanId === from.parentSpanId && traceId === from.traceId);
  return [from.name, ...wayUp(spans, above)];
}

const settings = { serviceName: 'passeio', ratio: 1 };
const soon = { timeout: 30_000, interval: 50 };

let warnings: object[];
const logger = { warn: (facts: object) => void warnings.push(facts) };
let stops: (() => Promise<unknown>)[];
beforeEach(() => {
  warnings = [];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** Traces to a collector, until the test ends or `flush` is called. */
async function traceTo(endpoint: string, ratio = 1): Promise<() => Promise<void>> {
  const stop = await startTracing({ ...settings, endpoint, ratio }, logger);
  stops.push(stop);
  return stop;
}

async function collected(ratio?: number) {
  const collector = await startCollector();
  stops.push(collector.close);
  return { ...collector, flush: await traceTo(collector.endpoint, ratio) };
}

/** The product with a bank and a mail server, which works its queues. */
async function startProduct() {
  const mails: string[] = [];
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _, answer) {
      mails.push(await text(stream));
      answer();
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'Rota <oi@rota.example>');
  const connected = await connectBank();
  const { app, parts } = connected;
  await workNotices(parts);
  const readEmail = emailReader(app.db, app.url, app.app.deps.emailCodeKey);
  const { storage } = app.app.deps;
  await workEmails({ jobs: app.jobs, db: app.db, storage, transport, makeLink: async () => undefined, readEmail });
  stops.push(async () => {
    await connected.close();
    transport.close();
    await new Promise<void>((resolve) => mailServer.close(resolve));
  });
  return { ...connected, mails };
}

describe('a reservation that is paid', () => {
  it('is one trace from the click to each e-mail, with statements, jobs and the bank, and nothing of people', async () => {
    const collector = await collected();
    const { app, parts, pay, mails, bank } = await startProduct();
    const reservation = await reservationToPay(app);
    await notifyNewReservations(parts);
    const charge = await reservation.openCharge();
    await pay(charge.txid, { aviso: 'twice' });
    // Their spans have ended by then.
    const sent = "select from pgboss.job where name = 'emails' and state = 'completed'";
    await expect.poll(async () => (await app.pool.query(sent)).rowCount, soon).toBe(2);
    await expect.poll(() => mails.length, soon).toBe(2);
    await collector.flush();

    const spans = collector.spans();
    const ways = spans.map((span) => wayUp(spans, span));
    const reserving = 'POST /api/trips/enrrol/:tripId';
    const paying = ['process pix-notices', 'POST /webhooks/:provider/:secret/pix'];
    expect(ways).toContainEqual(['WITH trips', reserving]);
    expect(ways).toContainEqual(['send e-mail', 'process emails', reserving]);
    expect(ways).toContainEqual(['PUT /cob/…', 'POST /api/reservations/:reservationId/charges']);
    expect(ways).toContainEqual(['GET /pix/…', ...paying]);
    expect(ways).toContainEqual(['INSERT transfers', ...paying]);
    expect(ways).toContainEqual(['send e-mail', 'process emails', ...paying]);

    const { payer } = reservation;
    const { rows } = await app.pool.query('select name from users where id = $1', [payer.id]);
    const personal = [rows[0].name, 'Maria da Silva', '999990000', payer.email, payer.cpf, payer.token];
    const ofMoney = [charge.txid, charge.payload, ...bank.system.accounts.pix.keys()];
    const ids = [payer.id, reservation.id, reservation.reservation.code, WEBHOOK_SECRET];
    const all = collector.received.join('\n');
    expect(ofMoney).not.toContain(undefined);
    for (const secret of [...personal, ...ofMoney, ...ids]) expect(all).not.toContain(secret);
    expect(all).not.toMatch(/br\.gov\.bcb|@/i);
  });
});

describe('a request', () => {
  it('continues the trace that its header names, and is not traced where that was not', async () => {
    const collector = await collected();
    const app = await buildTestApp();
    stops.push(app.close);
    const ask = (traceparent: string) => fetch(`${app.url}/api/users/me?text=segredo`, { headers: { traceparent } });
    await ask('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01');
    await ask('00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00');
    await ask('00-6bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01');
    await fetch(`${app.url}/healthz`);
    await expect.poll(() => completed(app)).toBe(4);
    await collector.flush();
    const requests = collector.spans().filter(({ name }) => name === 'GET /api/users/me');
    expect(requests).toMatchObject([
      { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentSpanId: '00f067aa0ba902b7' },
      { traceId: expect.not.stringMatching(/^6bf/) },
    ]);
    expect(collector.received.join()).not.toMatch(/segredo|healthz|5bf92f/);
  });

  it('has its id as that of its trace, so that the code of an error finds it', async () => {
    const collector = await collected();
    const app = await buildTestApp();
    stops.push(app.close);
    const { body } = await call(app, 'GET', `/api/reservations/${crypto.randomUUID()}`);
    expect(body.code).toBe('UNAUTHENTICATED');
    await expect.poll(() => completed(app)).toBe(1);
    await collector.flush();
    expect(collector.spans()).toMatchObject([
      { name: 'GET /api/reservations/:reservationId', traceId: body.requestId.replaceAll('-', '') },
    ]);
  });

  it('is left out by the ratio that is asked for', async () => {
    const collector = await collected(0);
    const app = await buildTestApp();
    stops.push(app.close);
    await call(app, 'GET', '/api/trips');
    await expect.poll(() => completed(app)).toBe(1);
    await collector.flush();
    expect(collector.received).toEqual([]);
  });
});

it.each([
  ['begin', undefined],
  ['continue what a header names', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
])('at most a hundred traces a second %s, so that a rush costs no more', async (_, traceparent) => {
  const collector = await collected();
  const beganMs = performance.now();
  for (let number = 0; number < 1_000; number += 1) {
    beginRequest('GET /', crypto.randomUUID(), { traceparent, attributes: {} })?.end();
  }
  const seconds = Math.ceil((performance.now() - beganMs) / 1_000) + 1;
  await collector.flush();
  expect(collector.spans().length).toBeGreaterThanOrEqual(100);
  expect(collector.spans().length).toBeLessThanOrEqual(100 * seconds);
});

const completed = ({ log }: TestApp) => log.filter(({ msg }) => msg === 'request completed').length;

describe('a job that a request caused', () => {
  it('names the request in what it logs, with and without traces', async () => {
    for (const isTraced of [true, false]) {
      const collector = isTraced ? await collected() : undefined;
      const app = await buildTestAppWithJobs();
      stops.push(app.close);
      const queue = { name: 'slow', batchSize: 1, retryLimit: 0, retryDelay: 0, retryDelayMax: 1 };
      await app.jobs.work(queue, async () => Promise.reject(new Error('no')));
      const requestId = crypto.randomUUID();
      await withCause({ requestId }, () => app.jobs.enqueue(queue, { some: 'data' }));
      const line = () => app.log.find(({ msg }) => msg === 'a job failed for the last time');
      await expect.poll(line, soon).toMatchObject({ reqId: requestId });
      expect(line()?.trace_id).toBe(isTraced ? requestId.replaceAll('-', '') : undefined);
      await collector?.flush();
      expect(collector?.spans().at(-1)?.status.code).toBe(isTraced ? SpanStatusCode.ERROR : undefined);
    }
  });
});

describe('a collector', () => {
  it.each([
    ['is gone', async () => `http://127.0.0.1:${await freePort()}`],
    [
      'never answers',
      async () => {
        const silent = await startCollector({ answers: false });
        stops.push(silent.close);
        return silent.endpoint;
      },
    ],
  ])('that %s neither breaks nor delays the product, nor fills its log', async (_, where) => {
    const stop = await traceTo(await where());
    const app = await buildTestApp();
    stops.push(app.close);
    const trip = await createTrip(app, { capacity: 60 });
    for (let number = 0; number < 40; number += 1) {
      const { token } = await createPerson(app);
      expect((await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token })).status).toBe(201);
    }
    const beganMs = performance.now();
    await stop();
    expect(performance.now() - beganMs).toBeLessThan(5_000);
    expect(warnings.length).toBeLessThanOrEqual(1);
  });
});
