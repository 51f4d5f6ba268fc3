import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemoCards } from '../../../../demo/cards/index.ts';
import { buildConnectable, type Connectable } from '../../../test/banks/connectable-bank.ts';
import { call } from '../../../test/factories.ts';
import { CLIENT, startOpenIdProvider } from '../../../test/openid-provider.ts';

let folder: string;
let cards: Awaited<ReturnType<typeof startDemoCards>>;
let google: Awaited<ReturnType<typeof startOpenIdProvider>>;
let mail: SMTPServer;
let port: string;
const taken: string[] = [];
let app: Connectable;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-cards-'));
  cards = await startDemoCards({ dataDir: folder, port: 0 });
  google = await startOpenIdProvider();
  mail = new SMTPServer({
    ...{ authOptional: false, disabledCommands: ['STARTTLS'], allowInsecureAuth: true, logger: false },
    onAuth: ({ username, password }, _, done) =>
      username === 'oi@rota.example' && password === 'senha-da-caixa'
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onData: (stream, _, done) => {
      stream.on('data', (part) => taken.push(String(part)));
      stream.on('end', () => done());
    },
  });
  mail.listen(0, '127.0.0.1');
  await once(mail.server, 'listening');
  port = String((mail.server.address() as AddressInfo).port);
  app = await buildConnectable({ googleIssuer: google.issuer, mercadoPagoUrl: cards.access.apiUrl });
});
afterAll(async () => {
  await app.close();
  await cards.stop();
  await google.stop();
  await new Promise<void>((resolve) => mail.close(() => resolve()));
  await rm(folder, { recursive: true });
});

it('cards start once the access token is accepted', async () => {
  const { accessToken, webhookSecret } = cards.access;
  const wrong = await app.test('cards', { accessToken: 'APP_USR-errado-0123', webhookSecret });
  expect(wrong.body).toMatchObject({ outcome: 'refused', problems: [{ field: 'accessToken' }] });
  expect((await app.test('cards', { accessToken: 'TEST-0123', webhookSecret })).body.problems[0].sentence).toMatch(
    /teste/,
  );
  const { body } = await app.change('cards', { accessToken, webhookSecret });
  expect(body).toMatchObject({ source: 'browser', addresses: [{ address: `${app.url}/webhooks/card` }] });
  expect(app.providers.starting('card')?.name).toMatch(/^cards_[a-z]{8}$/);
});

it('e-mails go by the mail server that was connected, and to the folder again once it is removed', async () => {
  const values = { host: '127.0.0.1', port, user: 'oi@rota.example', password: 'errada', from: 'oi@rota.example' };
  expect((await app.test('mail', values)).body.problems).toMatchObject([{ field: 'user' }, { field: 'password' }]);
  const away = createServer().listen(0, '127.0.0.1');
  await once(away, 'listening');
  const closedPort = String((away.address() as AddressInfo).port);
  away.close();
  expect((await app.test('mail', { ...values, port: closedPort })).body.outcome).toBe('unreachable');
  expect((await app.change('mail', { ...values, password: 'senha-da-caixa' })).status).toBe(200);
  const send = () =>
    app.connections.mail.send({
      ...{ id: '0190a000-0000-7000-8000-000000000000', to: 'ana@exemplo.com.br', senderName: 'Rota' },
      ...{ subject: 'Oi', html: '<p>Oi</p>', text: 'Oi', pictures: [] },
    });
  await send();
  expect(taken.join('')).toContain('oi@rota.example');
  await app.remove('mail');
  taken.length = 0;
  await send();
  expect(taken).toEqual([]);
});

it('guests confirm by Google from the moment that it is connected', async () => {
  const isOffered = async () => (await call(app, 'GET', '/api/settings')).body.confirmsByGoogle;
  expect(await isOffered()).toBe(false);
  const wrong = await app.test('google', { ...CLIENT, clientSecret: 'errado' });
  expect(wrong.body).toMatchObject({
    outcome: 'refused',
    problems: [{ field: 'clientId' }, { field: 'clientSecret' }],
  });
  expect((await app.change('google', CLIENT)).body).toMatchObject({ source: 'browser' });
  expect(await isOffered()).toBe(true);
  const { headers } = await fetch(`${app.url}/google/start`, { redirect: 'manual' });
  expect(headers.get('location')).toMatch(new RegExp(`^${google.issuer}/authorize`));
});
