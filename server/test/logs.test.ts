import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { emailReader } from '../src/domains/email-facts/index.ts';
import { notifyNewReservations } from '../src/domains/reminders/index.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { connectBank, reservationToPay, WEBHOOK_SECRET } from './banks/connected-bank.ts';
import { buildEmbeddedIdentityApp, PASSWORD } from './embedded-identity.ts';
import { call, createPerson, signUpData } from './factories.ts';
import { confirmImport, uploadSheet } from './imports.ts';
import { ana, changeParticipant, createFamily, createFamilyTrip, departIn } from './parties.ts';
import { looksPersonal } from './personal-lines.ts';
import { pdf, sendReceipt } from './receipts.ts';
import { workEmails, workNotices, workQueues } from './work-queues.ts';

const soon = { timeout: 30_000, interval: 50 };
let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of close.reverse()) await one();
  close = [];
});

/** Fails if a line of the log has any of `secrets`, or what looks like data of people. */
function expectQuiet({ log }: Pick<TestApp, 'log'>, secrets: (string | undefined)[]): void {
  expect(log.length).toBeGreaterThan(20);
  const lines = log.map((line) => JSON.stringify(line));
  for (const secret of secrets) expect(secret).toMatch(/.{4}/);
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret as string)))).toEqual([]);
  expect(lines.filter(looksPersonal)).toEqual([]);
}

const tokenOf = (url: string) => url.split('#')[1] as string;

it('the log of a day has nothing of people, money or secrets, whatever goes wrong', async () => {
  // It has the lines of all levels.
  const connected = await connectBank({ config: { logLevel: 'trace' } });
  const { app, bank, parts, pay } = connected;
  close.push(connected.close);
  await app.db.updateTable('operator').set({ pix_key: 'pix@rota.example' }).execute();
  const { storage } = app.app.deps;
  const admin = await createPerson(app, 'ADMIN');
  const secrets: (string | undefined)[] = [admin.token, admin.email, admin.cpf, WEBHOOK_SECRET];

  // A mail server that quotes what it refuses.
  const transport = {
    send: ({ to, subject }: { to: string; subject: string }) =>
      Promise.reject(new Error(`550 5.1.1 <${to}>: user unknown: ${subject.slice(0, 3)}`)),
    close: () => undefined,
  };
  const readEmail = emailReader(app.db, app.url, app.app.deps.emailCodeKey);
  await workEmails({ jobs: app.jobs, db: app.db, storage, transport, makeLink: async () => undefined, readEmail });
  await workNotices(parts);
  await workQueues(['data-exports'], { ...parts, storage, mail: { ...parts, storage, transport } as never });

  // Sign-ups and their mistakes.
  const person = signUpData();
  await call(app, 'POST', '/api/users/validate', { body: person });
  await call(app, 'POST', '/api/users/validate', { body: { ...person, cpf: '111.222.333-44', contact: 'x' } });
  await call(app, 'POST', '/api/users/validate', { body: `{"cpf":"${person.cpf}","email":"${person.email}"` });
  await fetch(`${app.url}/api/users?q=${person.cpf}`, { headers: { authorization: `Bearer ${admin.token}` } });
  await fetch(`${app.url}/api/users/me?token=${admin.token}`, { headers: { authorization: 'Bearer nothing' } });
  await fetch(`${app.url}/%E0%A4%A/${person.cpf}`);
  secrets.push(person.name, person.email, person.cpf, person.rg);

  // A guest reserves, changes and reads by the link.
  const trip = await createFamilyTrip(app);
  const guest = { name: 'Tiago Reis Menezes', contact: '35 98888-7777', email: 'tiago.menezes@exemplo.com.br' };
  const party = [{ fareId: trip.fares.adult, count: 1 }];
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const asked = { party, boardingPointId: trip.boardingPointId, acceptedPolicy: true, guest };
  const reserved = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, { headers, body: asked });
  expect(reserved.status).toBe(201);
  const token = tokenOf(reserved.body.link);
  await call(app, 'POST', '/api/reservation-links/voucher', { body: { token } });
  await call(app, 'POST', '/api/reservation-links/cancel', { body: { token, phoneDigits: '0000' } });
  await notifyNewReservations(parts);
  secrets.push(guest.name, '888887777', guest.email, token);

  // A payment, its bank away and back, a receipt, a voucher.
  const paid = await reservationToPay(app);
  const charge = await paid.openCharge();
  const txid = charge.txid as string;
  await pay(txid, { aviso: 'twice' });
  const unlucky = await reservationToPay(app);
  bank.system.condition = 'failing';
  await unlucky.openCharge();
  bank.system.condition = 'open';
  await call(app, 'POST', `/webhooks/pix/${'x'.repeat(WEBHOOK_SECRET.length)}/pix`, { body: { pix: [{ txid }] } });
  await call(app, 'POST', `/webhooks/pix/${WEBHOOK_SECRET}/pix`, {
    body: { pix: [{ txid, endToEndId: 'E0', infoPagador: guest.email }] },
  });
  const family = await createFamily(app, { adult: 2 });
  await changeParticipant(app, family, family.adults[0], ana);
  await sendReceipt(app, family.id, family.payer, pdf());
  await sendReceipt(app, family.id, family.payer, Buffer.from(ana.name), { name: `${ana.name}.exe` });
  await call(app, 'GET', `/api/reservations/${paid.id}/voucher`, { token: paid.payer.token });
  secrets.push(charge.payload, paid.payer.token, paid.payer.email, ana.name, ana.documentNumber, '98888');

  // A guide with a PIN, right and wrong.
  await departIn(app, family.trip.id, 1);
  const guides = `/api/trips/${family.trip.id}/guide-links`;
  const { body: guide } = await call(app, 'POST', guides, { token: admin.token, body: { name: 'Júlia Guia' } });
  const enter = (pin: string) => call(app, 'POST', '/api/guide/session', { body: { token: tokenOf(guide.url), pin } });
  await enter('000001');
  const { body: session } = await enter(guide.pin);
  secrets.push(tokenOf(guide.url), `"${guide.pin}"`, session.session, 'Júlia Guia');

  // A spreadsheet, half of it wrong, and the copy of somebody's data.
  const sheet = `Nome;Telefone;E-mail;CPF\nRita Prado;35 97777-6666;rita.prado@exemplo.com;529.982.247-25\nRui;x;y@;1`;
  const { body: sent } = await uploadSheet(app, admin.token, 'clients', sheet, 'Clientes da Rita Prado.csv');
  await confirmImport(app, admin.token, sent.id);
  await call(app, 'POST', '/api/privacy/exports', { token: family.payer.token, body: {} });
  secrets.push('Rita Prado', '977776666', 'rita.prado');

  // A fault of ours, of which the database quotes the whole row.
  await sql`alter table users add constraint provoked check (name not like 'Provocada%')`.execute(app.db);
  const provoked = signUpData({ name: 'Provocada Pereira' });
  const { token: newToken } = app.identity.issueToken(provoked.email);
  const failed = await call(app, 'POST', '/api/users', { token: newToken, body: provoked });
  expect(failed).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
  expect(
    app.log.filter(({ msg, reqId }) => msg === 'unexpected error' && reqId === failed.body.requestId),
  ).toMatchObject([{ err: { constraint: 'provoked' } }]);
  secrets.push('Provocada', provoked.email, newToken);

  await expect.poll(() => app.log.some(({ queue }) => queue === 'emails'), soon).toBe(true);
  await expect.poll(async () => (await paid.shown()).state, soon).toBe('booked');
  expectQuiet(app, secrets);
});

it('the log of accounts has neither addresses nor passwords, tokens or links', async () => {
  const app = await buildEmbeddedIdentityApp({ logLevel: 'trace', rateLimits: true });
  close.push(app.close);
  const { email, token, cookie } = await app.signUpAndIn();
  const wrong = 'outra senha comprida';
  for (let attempt = 0; attempt < 3; attempt += 1)
    await app.provider('POST', '/sign-in/email', { email, password: wrong });
  await app.provider('POST', '/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
  await app.provider('POST', '/sign-up/email', { name: 'Ana Lima', email: 'nada', password: 'x' });
  await app.provider('POST', '/request-password-reset', { email, redirectTo: '/auth/reset' });
  const reset = await app.emailTo(email, 'resetPassword');
  await app.provider('GET', `/reset-password/${reset.token}?callbackURL=/`);
  await app.provider('POST', '/reset-password', { token: reset.token, newPassword: 'mais uma senha comprida' });
  await app.provider('POST', '/reset-password', { token: 'nada', newPassword: 'x' });
  await app.me(token);
  await app.provider('POST', '/sign-out', {}, { cookie });
  const profile = signUpData({ email });
  await call(app, 'POST', '/api/users', { token, body: profile });
  const cookies = cookie.split('; ').map((one) => one.split('=')[1]);
  expectQuiet(app, [email, token, ...cookies, reset.token, PASSWORD, wrong, profile.cpf, profile.name, 'Ana Lima']);
});

it('the log says nothing of a write that was answered once, as often as it is sent', async () => {
  const app = await buildTestApp();
  close.push(app.close);
  const { payer, id } = await createFamily(app, { adult: 1 }, { trip: await createFamilyTrip(app) });
  const cancel = () =>
    call(app, 'POST', `/api/reservations/${id}/cancel`, {
      token: payer.token,
      headers: { 'idempotency-key': 'once' },
    });
  for (let nth = 0; nth < 2; nth += 1)
    expect(await cancel()).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  expect(app.log.filter(({ level }) => Number(level) > 30)).toEqual([]);
});
