import { issuedInvoiceStates } from '@passeio/contract/payments/issued-invoices';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaErrors } from '../../../../../demo/government/schema.ts';
import { parseXml, textIn } from '../../../../../demo/government/signature.ts';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import {
  declaration,
  fiscalDeps,
  fiscalSettings,
  OPERATOR_TAX_ID,
  startTestGovernment,
  type TestGovernment,
} from '../../../../test/government.ts';
import { createFamily, entriesOf, type Family } from '../../../../test/parties.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { FiscalService } from '../../../ports/fiscal/port.ts';
import { deleteOldFiscalRecords } from '../../privacy/index.ts';
import { sendInvoices } from './send-invoices.ts';

const RECEIVED = 18_900;

let app: TestApp;
let government: TestGovernment;
let fiscal: FiscalService;
let admin: Person;
let staff: Person;
let family: Family;
beforeAll(async () => {
  government = await startTestGovernment();
  fiscal = await government.connect();
  app = await buildTestApp({ deps: fiscalDeps(fiscal) });
  admin = await createPerson(app, 'ADMIN');
  staff = await createPerson(app, 'OPERATOR');
  await app.db
    .updateTable('operator')
    .set({ cnpj: OPERATOR_TAX_ID, legal_name: 'Rota das Águas Turismo Ltda.' })
    .execute();
});
afterAll(async () => {
  await app.close();
  await fiscal.close();
  await government.stop();
});
beforeEach(async () => {
  government.registry.condition = 'open';
  expect((await saveSettings()).status).toBe(200);
  family = await paidFamily();
});

const saveSettings = (change = {}) =>
  call(app, 'PUT', '/api/settings/fiscal', { token: admin.token, body: { ...fiscalSettings, ...change } });
async function paidFamily(): Promise<Family> {
  const paid = await createFamily(app, { adult: 1 });
  const body = { kind: 'balance', method: 'cash', amountCents: RECEIVED };
  const { status } = await call(app, 'POST', `/api/reservations/${paid.id}/payments`, { token: staff.token, body });
  expect(status).toBe(201);
  return paid;
}
const invoicesOf = ({ id } = family) => `/api/reservations/${id}/invoices`;
const issue = (change = {}, of = family, token = staff.token) =>
  call(app, 'POST', `${invoicesOf(of)}/issue`, {
    token,
    body: { amountCents: RECEIVED, description: 'Passeio de um dia', ...change },
  });
const read = async (of = family, token = staff.token) => (await call(app, 'GET', invoicesOf(of), { token })).body;
const latest = async (of = family) => (await read(of)).issued.at(-1);
const cancel = (invoiceId: string, text = 'O passeio não aconteceu') =>
  call(app, 'POST', `${invoicesOf()}/${invoiceId}/cancellation`, { token: staff.token, body: { reason: '2', text } });
/** Works the sweep once, whatever time is to pass before. */
async function work(by = fiscal): Promise<void> {
  await app.db
    .updateTable('issued_invoices')
    .set({ next_try_at: new Date(0) })
    .where('next_try_at', 'is not', null)
    .execute();
  const { logger, jobs } = app.app.deps;
  await sendInvoices({ db: app.db, fiscal: by, logger, jobs });
}
async function issued(of = family) {
  expect((await issue({}, of)).status).toBe(202);
  await work();
  const invoice = await latest(of);
  expect(invoice.state).toBe('authorised');
  return invoice;
}
const rowOf = (id: string) =>
  app.db.selectFrom('issued_invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const file = (invoiceId: string, format: string, token: string, { id } = family) =>
  fetch(`${app.url}/api/reservations/${id}/invoices/${invoiceId}/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });

describe('a note', () => {
  it('is proposed, issued, authorised, and counts as the reservation’s note', async () => {
    const { proposed } = await read();
    expect(proposed).toMatchObject({ amountCents: RECEIVED, isTest: true });
    expect(proposed.description).toContain(family.reservation.code);
    const { status, body } = await issue({ description: proposed.description });
    expect([status, body.state, body.noteNumber]).toEqual([202, 'sent', null]);
    await work();
    const { data, issued, proposed: next } = await read();
    expect(issued).toMatchObject([{ id: body.id, state: 'authorised', amountCents: RECEIVED, messages: [] }]);
    expect(data).toMatchObject([{ id: body.id, number: issued[0].noteNumber }]);
    expect(next.amountCents).toBe(0);
    const { declaration } = await rowOf(body.id);
    expect(await schemaErrors('DPS', [declaration])).toEqual([]);
    expect(textIn(parseXml(declaration), 'vServ')).toBe('189.00');
    const actions = (await entriesOf(app, family.id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['reservation.invoice_issued', 'reservation.invoice_authorised']));
  });

  it('proposes the part of the price that is the operator’s own', async () => {
    await saveSettings({ ownPercent: 20 });
    expect((await read()).proposed.amountCents).toBe(3_780);
  });

  it('cannot be taken away as the number of a note elsewhere', async () => {
    const { id } = await issued();
    const { body } = await call(app, 'DELETE', `${invoicesOf()}/${id}`, { token: staff.token });
    expect(body.code).toBe('INVOICE_ISSUED');
  });

  it('is saved by its payer and by staff, as XML and to print', async () => {
    const { id, accessKey, lookUpUrl } = await issued();
    const xml = await file(id, 'xml', family.payer.token);
    expect(xml.headers.get('content-type')).toContain('application/xml');
    expect(await schemaErrors('NFSe', [await xml.text()])).toEqual([]);
    const pdf = await getDocumentProxy(new Uint8Array(await (await file(id, 'pdf', staff.token)).arrayBuffer()));
    const text = (await extractText(pdf, { mergePages: true })).text.replaceAll(/[\s\u200b]+/g, '');
    for (const part of [accessKey, lookUpUrl, 'R$189,00', 'RotadasÁguasTurismoLtda.']) {
      expect(text).toContain(part.replaceAll(/\s/g, ''));
    }
    const own = await call(app, 'GET', `/api/reservations/${family.id}/issued-invoices`, { token: family.payer.token });
    expect(own.body.data).toMatchObject([{ id, amountCents: RECEIVED, cancelledAt: null }]);
  });

  it('is nobody else’s', async () => {
    const { id } = await issued();
    const stranger = await createPerson(app);
    expect((await file(id, 'pdf', stranger.token)).status).toBe(404);
    const path = `/api/reservations/${family.id}/issued-invoices`;
    expect((await call(app, 'GET', path, { token: stranger.token })).status).toBe(404);
    const another = await paidFamily();
    expect((await file(id, 'pdf', staff.token, another)).status).toBe(404);
  });

  it('with quotes, brackets and 2,000 characters arrives as it was typed', async () => {
    const description = `<b>"Capitólio" & 'região'</b>\n${'é'.repeat(1_960)}`;
    const { body } = await issue({ description });
    await work();
    expect((await latest()).state).toBe('authorised');
    expect(textIn(parseXml((await rowOf(body.id)).declaration), 'xDescServ')).toBe(description);
  });
});

describe('a note is refused', () => {
  it.each<[string, object, number, string]>([
    ['above what was received', { amountCents: RECEIVED + 1 }, 409, 'INVOICE_ABOVE_RECEIVED'],
    ['of zero', { amountCents: 0 }, 400, 'INVALID_INPUT'],
    ['of less than zero', { amountCents: -5 }, 400, 'INVALID_INPUT'],
    ['without a description', { description: '  ' }, 400, 'INVALID_INPUT'],
    ['with a control character', { description: 'a\u0007b' }, 400, 'INVALID_INPUT'],
    ['with a character that XML has not', { description: 'a\uffffb' }, 400, 'INVALID_INPUT'],
    ['with 2,001 characters', { description: 'x'.repeat(2_001) }, 400, 'INVALID_INPUT'],
  ])('%s', async (_, change, status, code) => {
    const answer = await issue(change);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await read()).issued).toEqual([]);
  });

  it('while another one of the reservation waits, and above what is left', async () => {
    await issue({ amountCents: 10_000 });
    expect((await issue({ amountCents: 8_900 })).body.code).toBe('INVOICE_PENDING');
    await work();
    expect((await issue({ amountCents: 8_901 })).body.code).toBe('INVOICE_ABOVE_RECEIVED');
    expect((await issue({ amountCents: 8_900 })).status).toBe(202);
  });

  it('without CPF or CNPJ, unless the operator allows it', async () => {
    const nobody = { cpf: null, issuer: null, subject: null };
    await app.db.updateTable('users').set(nobody).where('id', '=', family.payer.id).execute();
    const { status, body } = await issue();
    expect([status, body.fields.taxId]).toEqual([422, expect.stringContaining('CPF ou CNPJ')]);
    await saveSettings({ allowsUnnamed: true });
    const { id } = await issued();
    expect((await rowOf(id)).declaration).not.toContain('<toma>');
  });

  it('to a CNPJ with letters, with a sentence', async () => {
    const billing = { name: 'Empresa', taxId: '12ABC34501DE35', address: '' };
    const path = `/api/reservations/${family.id}/billing`;
    expect((await call(app, 'PUT', path, { token: admin.token, body: billing })).status).toBe(200);
    const { status, body } = await issue();
    expect([status, body.fields.taxId]).toEqual([422, expect.stringContaining('CNPJ com letras')]);
  });

  it('before it is set up, and with a certificate of another company or one that has ended', async () => {
    const companies = [{ taxId: '99888777000100' }, { expiresAt: new Date(Date.now() - 60_000) }];
    for (const company of companies) {
      const other = await government.connect(company);
      const process = await startAnotherProcess(app, fiscalDeps(other)(app.app.deps));
      const body = { amountCents: RECEIVED, description: 'Passeio' };
      const answer = await call(process, 'POST', `${invoicesOf()}/issue`, { token: staff.token, body });
      expect(answer.body.code).toBe('INVOICE_CERTIFICATE');
      await process.close();
      await other.close();
    }
    await app.db.updateTable('operator').set({ cnpj: '' }).execute();
    expect((await issue()).body.code).toBe('INVOICE_TAX_ID_MISSING');
    await app.db.updateTable('operator').set({ cnpj: OPERATOR_TAX_ID }).execute();
    await app.db.deleteFrom('fiscal_settings').execute();
    expect((await issue()).body.code).toBe('INVOICES_NOT_SET_UP');
  });

  it('where no certificate is installed, which the page of the reservation shows', async () => {
    const process = await startAnotherProcess(app, fiscalDeps(undefined)(app.app.deps));
    const { body } = await call(process, 'GET', invoicesOf(), { token: staff.token });
    expect(body.proposed).toBeNull();
    const state = await call(process, 'GET', '/api/settings/fiscal', { token: admin.token });
    expect(state.body).toMatchObject({ certificate: null, settings: fiscalSettings });
    await process.close();
  });
});

describe('what the government refuses', () => {
  it('stays with its codes and words and what to do; the next note has another number', async () => {
    government.registry.condition = 'refusing';
    const { body: first } = await issue();
    await work();
    const refused = await latest();
    expect(refused).toMatchObject({
      state: 'rejected',
      messages: [
        { code: 'E0207', text: expect.stringContaining('CPF'), advice: expect.stringContaining('Dados da nota') },
      ],
    });
    expect((await read()).data).toEqual([]);
    government.registry.condition = 'open';
    const second = await issued();
    expect(Number(second.number.split('/')[1])).toBe(Number(first.number.split('/')[1]) + 1);
    await work();
    expect((await read()).issued.map(({ state }: { state: string }) => state)).toEqual(['rejected', 'authorised']);
  });

  it('a number that another note has is given up, and the next note takes another', async () => {
    // As after a restored backup: the government knows a note that we do not.
    const before = await issued();
    const number = Number(before.number.split('/')[1]) + 1;
    expect(await fiscal.issue(fiscal.declare({ ...declaration, number }))).toHaveProperty('accessKey');
    family = await paidFamily();
    await issue();
    await work();
    expect(await latest()).toMatchObject({ state: 'rejected', messages: [{ code: 'E0014' }] });
    expect((await issued()).number).toBe(`1/${number + 1}`);
  });
});

describe('a note that the government did not answer', () => {
  it('is found with its key, not sent again', async () => {
    government.registry.condition = 'dying';
    const notes = government.registry.notes.size;
    const { body } = await issue();
    await work();
    expect(await latest()).toMatchObject({ state: 'sent', nextTryAt: expect.any(String) });
    government.registry.condition = 'open';
    await work();
    expect((await latest()).state).toBe('authorised');
    expect(government.registry.notes.size).toBe(notes + 1);
    expect((await rowOf(body.id)).tries).toBe(2);
  });

  it('is sent again with the same bytes where the government has none of it', async () => {
    government.registry.condition = 'closed';
    const { body } = await issue();
    await work();
    const { declaration, declaration_id: id } = await rowOf(body.id);
    expect(await latest()).toMatchObject({ state: 'sent', messages: [{ code: 'E0000' }] });
    government.registry.condition = 'open';
    await work();
    const note = government.registry.notes.get(id)?.xml ?? '';
    const signed = /<SignatureValue>([^<]+)/.exec(declaration)?.[1] ?? '?';
    expect(note).toContain(signed);
    expect((await latest()).state).toBe('authorised');
  });

  it('waits longer each time', async () => {
    government.registry.condition = 'closed';
    const { body } = await issue();
    const pauses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      await work();
      const { next_try_at: next } = await rowOf(body.id);
      pauses.push(Math.round(((next?.getTime() ?? 0) - Date.now()) / 1_000));
    }
    expect(pauses.map((pause) => Math.round(pause / 15))).toEqual([1, 2, 4, 8]);
  });

  it('is sent by one of several servers, once', async () => {
    await work();
    const families = await Promise.all(Array.from({ length: 6 }, () => paidFamily()));
    const notes = government.registry.notes.size;
    for (const one of families) expect((await issue({}, one)).status).toBe(202);
    const second = await government.connect();
    await Promise.all([work(), work(second), work(), work(second)]);
    await second.close();
    await work();
    for (const one of families) expect((await latest(one)).state).toBe('authorised');
    expect(government.registry.notes.size).toBe(notes + families.length);
  });

  it('dies between sending and answering many times, and each reservation has one note, no number twice', async () => {
    const families = await Promise.all(Array.from({ length: 8 }, () => paidFamily()));
    for (const [index, one] of families.entries()) {
      government.registry.condition = index % 2 ? 'dying' : 'closed';
      await issue({}, one);
      await work();
      if (index % 3 === 0) await work();
    }
    government.registry.condition = 'open';
    await work();
    const numbers = new Set<string>();
    for (const one of families) {
      const { issued, data } = await read(one);
      expect([issued.length, data.length, issued[0].state]).toEqual([1, 1, 'authorised']);
      numbers.add(issued[0].number);
    }
    expect(numbers.size).toBe(families.length);
  });
});

describe('a cancellation', () => {
  it('ends a note, which no longer counts; its payer sees that', async () => {
    const { id, number } = await issued();
    expect((await cancel(id)).body).toMatchObject({ state: 'authorised', isBeingCancelled: true });
    expect((await cancel(id)).status).toBe(202);
    await work();
    const { data, issued: notes, proposed } = await read();
    expect([data, notes[0].state, proposed.amountCents]).toEqual([[], 'cancelled', RECEIVED]);
    expect((await cancel(id)).body.code).toBe('INVOICE_NOT_READY');
    const { text } = await extractText(
      await getDocumentProxy(new Uint8Array(await (await file(id, 'pdf', family.payer.token)).arrayBuffer())),
      { mergePages: true },
    );
    expect(text).toContain('Nota cancelada em');
    expect((await issued()).number).not.toBe(number);
  });

  it('whose answer was lost is found', async () => {
    const { id } = await issued();
    government.registry.condition = 'dying';
    await cancel(id);
    await work();
    expect(await latest()).toMatchObject({ state: 'authorised', isBeingCancelled: true });
    government.registry.condition = 'open';
    await work();
    expect((await latest()).state).toBe('cancelled');
  });

  it('that the government refuses leaves the note as it was, and may be asked for again', async () => {
    const { id } = await issued();
    government.registry.condition = 'refusing';
    await cancel(id);
    await work();
    expect(await latest()).toMatchObject({
      state: 'authorised',
      isBeingCancelled: false,
      messages: [{ code: 'E0835' }],
    });
    government.registry.condition = 'open';
    await cancel(id);
    await work();
    expect((await latest()).state).toBe('cancelled');
  });

  it.each(['curto', 'x'.repeat(256), 'emoji 😀 no meio do texto'])('refuses the reason "%s"', async (text) => {
    const { id } = await issued();
    expect((await cancel(id, text)).status).toBe(400);
  });
});

describe('the database', () => {
  it('lets states follow one another as the contract says', async () => {
    const { rows } = await app.pool.query<{ source: string }>(
      "select prosrc as source from pg_proc where proname = 'keep_issued_invoice'",
    );
    const allowed = [...(rows[0]?.source ?? '').matchAll(/\('(\w+)', '(\w+)'\)/g)].map(
      ([, from, to]) => `${from} ${to}`,
    );
    const stated = Object.entries(issuedInvoiceStates).flatMap(([from, { next }]) => next.map((to) => `${from} ${to}`));
    expect(allowed.toSorted()).toEqual(stated.toSorted());
  });

  it('forgets the texts of a note after six years, and never its number', async () => {
    const { id, accessKey } = await issued();
    await inTransaction(app.db, async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update issued_invoices set created_at = now() - interval '8 years' where id = ${id}`.execute(trx);
    });
    await deleteOldFiscalRecords(app.db);
    expect(await rowOf(id)).toMatchObject({
      ...{ payer_name: '', payer_tax_id: '', description: '', declaration: '', note: '', state: 'authorised' },
      access_key: accessKey,
    });
    expect((await file(id, 'pdf', staff.token)).status).toBe(409);
  });

  it.each<[string, object]>([
    ['another amount', { amount_cents: 1 }],
    ['other bytes', { declaration: '<DPS/>' }],
    ['an earlier state', { state: 'sent', next_try_at: new Date() }],
    ['another key', { access_key: '1'.repeat(50) }],
  ])('refuses %s of a note', async (_, change) => {
    const { id } = await issued();
    await expect(
      app.db.updateTable('issued_invoices').set(change).where('id', '=', id).execute(),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it('keeps every note', async () => {
    const { id } = await issued();
    await expect(app.db.deleteFrom('issued_invoices').where('id', '=', id).execute()).rejects.toMatchObject({
      constraint: 'issued_invoices_are_final',
    });
  });
});

it('only administrators see and change the settings; what was wrong is said by field', async () => {
  for (const token of [staff.token, family.payer.token]) {
    expect((await call(app, 'GET', '/api/settings/fiscal', { token })).status).toBe(403);
  }
  const { certificate } = (await call(app, 'GET', '/api/settings/fiscal', { token: admin.token })).body;
  expect(certificate).toMatchObject({ taxId: OPERATOR_TAX_ID, isProduction: false });
  const { status, body } = await saveSettings({ simplesRegime: '', rate: 501, series: 50_000 });
  expect(status).toBe(400);
  expect(Object.keys(body.fields)).toEqual(expect.arrayContaining(['rate', 'series']));
  expect((await saveSettings({ simplesRegime: '' })).body.fields).toMatchObject({ simplesRegime: 'Escolha o regime.' });
});
