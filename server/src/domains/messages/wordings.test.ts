import { emailTemplates } from '@passeio/contract/messages/email-templates';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, type Family } from '../../../test/parties.ts';
import { workEmails } from '../../../test/work-queues.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { fakeMailTransport } from '../../ports/mail/fake.ts';
import { emailReader } from '../email-facts/index.ts';
import { enqueueEmail } from './index.ts';

const KEY = 'holdExpired';
const { wording: standard } = emailTemplates[KEY];
const transport = fakeMailTransport();

let app: TestAppWithJobs;
let admin: Person;
let family: Family;
/** Audit entries of earlier tests. */
let recorded = 0;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  await app.db.updateTable('operator').set({ name: 'Rota das Águas' }).execute();
  admin = await createPerson(app, 'ADMIN');
  family = await createFamily(app, { adult: 1 });
  await app.db.updateTable('users').set({ name: 'Ana Lima' }).where('id', '=', family.payer.id).execute();
  await app.db
    .updateTable('reservations')
    .set({ state: 'expired', hold_expires_at: DEADLINE })
    .where('id', '=', family.id)
    .execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query('delete from message_wordings');
  recorded = (await entries()).length;
});

const list = (token = admin.token) => call(app, 'GET', '/api/settings/messages', { token });
const put = (body: object, { key = KEY as string, token = admin.token } = {}) =>
  call(app, 'PUT', `/api/settings/messages/${key}`, { token, body });
const reset = (key: string = KEY, token = admin.token) =>
  call(app, 'DELETE', `/api/settings/messages/${key}`, { token });
const own = {
  subject: 'Que pena, {primeiro_nome}: {codigo}',
  text: 'O prazo de {passeio} era {prazo}.\nAté logo!',
  version: 0,
};
const entries = async () =>
  (
    await app.pool.query(`select action, subject_id, subject_label, changes from audit_entries
    where action like 'settings.message%' order by at, id`)
  ).rows;
const newEntries = async () => (await entries()).slice(recorded);

/** 15:30 in São Paulo. */
const DEADLINE = '2026-01-12T18:30:00.000Z';
/** E-mails the payer that the hold in a trip of this title has expired. */
const queue = async (title: string) => {
  await app.db.updateTable('trips').set({ title }).where('id', '=', family.trip.id).execute();
  const about = { reservationId: family.id, holdExpiresAt: DEADLINE };
  await inTransaction(app.db, (trx) => enqueueEmail(app.jobs, { kind: KEY, to: family.payer.email, about }, trx));
};
/** Subjects of the e-mails about the reservation as staff sees them, the latest first. */
const logged = async () => {
  const { body } = await call(app, 'GET', `/api/reservations/${family.id}/messages`, { token: admin.token });
  return body.data.map(({ subject, state }: { subject: string; state: string }) => `${state}: ${subject}`);
};
async function sent(trip = 'Cânions') {
  const before = transport.sent.length;
  await queue(trip);
  await vi.waitFor(() => expect(transport.sent.length).toBe(before + 1));
  const mail = transport.sent[before];
  if (!mail) throw new Error('no e-mail');
  return mail;
}

describe('the wording of an e-mail', () => {
  it('is that of the operator when the e-mail is sent, and the default again after a reset', async () => {
    // Queued before the wording was changed, sent after it.
    await queue('Serra');
    const { code } = family.reservation;
    expect(await logged()).toEqual([`queued: A reserva ${code} expirou`]);
    expect((await put(own)).status).toBe(200);
    await workEmails({
      ...{ jobs: app.jobs, db: app.db, storage: app.app.deps.storage, transport },
      makeLink: async () => undefined,
      readEmail: emailReader(app.db, 'https://passeio.example', app.app.deps.emailCodeKey),
    });
    await vi.waitFor(() => expect(transport.sent).toHaveLength(1));
    expect(transport.sent[0]?.subject).toBe(`Que pena, Ana: ${code} – Rota das Águas`);
    await vi.waitFor(async () => expect(await logged()).toEqual([`sent: Que pena, Ana: ${code}`]));

    const mail = await sent();
    expect(mail.text).toContain('O prazo de Cânions era 12/01/2026 às 15:30.\nAté logo!');
    expect(mail.html).toMatch(/15:30\.<br\/?>Até logo!/);
    // The frame stays: heading, button and small print.
    for (const part of ['Olá, Ana!', 'Ver o passeio', `diga o código ${code}: conferimos`]) {
      expect(mail.text).toContain(part);
    }

    expect((await reset()).body).toEqual({ data: [] });
    const after = await sent();
    expect(after.subject).toBe(`A reserva ${code} expirou – Rota das Águas`);
    expect(after.text).toContain(`A reserva ${code} em Cânions estava guardada até 12/01/2026 às 15:30.`);
  });

  it('takes values as text: no markup, no fields, no further headers', async () => {
    await put({ ...own, subject: '{passeio}', text: '{passeio}: {prazo}' });
    const mail = await sent('<b>Mar</b>\r\nBcc: outra@exemplo.com.br {codigo} {prazo}');
    expect(mail.subject).toBe('<b>Mar</b> Bcc: outra@exemplo.com.br {codigo} {prazo} – Rota das Águas');
    expect(mail.html).toContain('&lt;b&gt;Mar&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>Mar');
    expect(mail.html).toContain('{codigo} {prazo}: 12/01/2026 às 15:30');
  });
});

describe('changing the wording of a message', () => {
  it('is recorded with before and after, and so is the reset', async () => {
    const { body } = await put(own);
    expect(body.data).toEqual([{ key: KEY, ...own, version: expect.any(Number) }]);
    const [{ version }] = body.data;
    await put({ subject: own.subject, text: 'Até logo!', version });
    await reset();
    await reset();
    const about = { subject_id: KEY, subject_label: 'Mensagem “A reserva expirou”' };
    expect(await newEntries()).toEqual([
      {
        ...about,
        action: 'settings.message_changed',
        changes: { subject: [standard.subject, own.subject], text: [standard.text, own.text] },
      },
      { ...about, action: 'settings.message_changed', changes: { text: [own.text, 'Até logo!'] } },
      {
        ...about,
        action: 'settings.message_reset',
        changes: { subject: [own.subject, standard.subject], text: ['Até logo!', standard.text] },
      },
    ]);
  });

  it('to the default words is a reset; to the same words, nothing', async () => {
    const [{ version }] = (await put(own)).body.data;
    expect((await put({ ...own, version })).body.data).toEqual([{ key: KEY, ...own, version }]);
    expect((await put({ ...standard, version })).body).toEqual({ data: [] });
    expect((await newEntries()).map(({ action }) => action)).toEqual([
      'settings.message_changed',
      'settings.message_reset',
    ]);
  });

  it('is refused over a version that was not seen, also of a wording written anew', async () => {
    const conflict = { status: 409, body: { code: 'CHANGED_MEANWHILE' } };
    const [{ version }] = (await put(own)).body.data;
    expect(await put({ ...own, text: 'Outro' })).toMatchObject(conflict);
    await reset();
    await put({ ...own, text: 'Novo' });
    expect(await put({ ...own, text: 'Velho', version })).toMatchObject(conflict);
    expect((await list()).body.data).toMatchObject([{ text: 'Novo' }]);
  });

  it('at the same moment succeeds for one', async () => {
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((text) => put({ ...own, text })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await newEntries()).toHaveLength(1);
  });

  it.each([
    [{ ...own, subject: 'Oi {xyz}' }, { subject: 'O campo {xyz} não existe nesta mensagem.' }],
    [{ ...own, text: 'Falta {valor}' }, { text: 'O campo {valor} não existe nesta mensagem.' }],
    [{ ...own, subject: '  ' }, { subject: 'Escreva o assunto do e-mail.' }],
    [{ ...own, subject: 'Oi\r\nBcc: a@b.example' }, { subject: 'Assunto: há caracteres que não são aceitos.' }],
    [{ ...own, text: '' }, { text: 'Escreva o texto da mensagem.' }],
    [{ ...own, text: 'x'.repeat(3_001) }, { text: 'Texto: use no máximo 3.000 caracteres.' }],
  ])('is refused with a sentence: %j', async (body, fields) => {
    expect(await put(body)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', fields } });
    expect((await list()).body).toEqual({ data: [] });
  });

  it('is for messages that may be worded, by administrators; operators read', async () => {
    for (const key of ['resetPassword', 'constructor', 'nada']) {
      expect((await put(own, { key })).status).toBe(404);
      expect((await reset(key)).status).toBe(404);
    }
    await put({ subject: '', text: 'Oi, {primeiro_nome}!', version: 0 }, { key: 'whatsAppTalk' });
    const { token } = await createPerson(app, 'OPERATOR');
    expect((await put(own, { token })).status).toBe(403);
    expect((await reset('whatsAppTalk', token)).status).toBe(403);
    expect((await list(token)).body.data).toMatchObject([{ key: 'whatsAppTalk', text: 'Oi, {primeiro_nome}!' }]);
    expect((await list(family.payer.token)).status).toBe(403);
  });
});
