import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaErrors } from '../../../../../demo/government/schema.ts';
import { parseXml, textIn } from '../../../../../demo/government/signature.ts';
import { buildInvoicing, type Invoicing, RECEIVED } from '../../../../test/invoices.ts';
import type { Family } from '../../../../test/parties.ts';
import { readEndedInvoices } from './read-ended-invoices.ts';

const WHY = { reason: '99', text: 'Houve devolução de uma parte' };

let inv: Invoicing;
let family: Family;
beforeAll(async () => {
  inv = await buildInvoicing();
});
afterAll(() => inv.close());
beforeEach(async () => {
  inv.government.registry.condition = 'open';
  family = await inv.paidFamily();
});

const path = (invoiceId: string, of = family) => `/api/reservations/${of.id}/invoices/${invoiceId}`;
const replace = (invoiceId: string, change: object = {}, of = family) =>
  inv.asStaff('POST', `${path(invoiceId, of)}/replacement`, {
    ...{ amountCents: 10_000, description: 'Passeio de meio dia', ...WHY, ...change },
  });
const rowOf = (id: string) =>
  inv.app.db.selectFrom('issued_invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function issued(change: object = {}) {
  expect((await inv.issue(family, change)).status).toBe(202);
  await inv.work();
  const invoice = (await inv.notesOf(family)).issued.at(-1);
  expect(invoice.state).toBe('authorised');
  return invoice;
}
/** Gives back in cash. */
async function refund(amountCents: number): Promise<void> {
  const body = { kind: 'refund', method: 'cash', amountCents };
  const { status } = await inv.asAdmin('POST', `/api/reservations/${family.id}/payments`, body);
  expect(status).toBe(201);
}
const list = async () => (await inv.asStaff('GET', '/api/overview/reservations?list=excessNotes')).body;
const tasks = async () => (await list()).page.total;
// Memoized for all staff until money moves.
const onPanel = async () => (await inv.asStaff('GET', '/api/overview/today')).body.payments.excessNotes;

describe('a replacement', () => {
  it('takes the place of a note, which stays valid until the government agrees', async () => {
    const first = await issued();
    const { status, body } = await replace(first.id);
    expect([status, body.state, body.replaces]).toEqual([202, 'sent', first.id]);
    expect((await inv.notesOf(family)).issued[0].state).toBe('authorised');
    expect(
      (await inv.asStaff('POST', `${path(first.id)}/cancellation`, { reason: '1', text: WHY.text })).body.code,
    ).toBe('INVOICE_PENDING');
    await inv.work();
    const { issued: notes, data } = await inv.notesOf(family);
    expect(notes.map(({ state }: { state: string }) => state)).toEqual(['replaced', 'authorised']);
    expect(notes[0].replacedAt).not.toBeNull();
    expect(data).toMatchObject([{ id: body.id }]);
    const { declaration } = await rowOf(body.id);
    expect(await schemaErrors('DPS', [declaration])).toEqual([]);
    expect(textIn(parseXml(declaration), 'chSubstda')).toBe(first.accessKey);
    const event = inv.government.registry.byKey(first.accessKey)?.event ?? '';
    expect(await schemaErrors('evento', [event])).toEqual([]);
    expect(
      (await inv.asStaff('POST', `${path(first.id)}/cancellation`, { reason: '1', text: WHY.text })).body.code,
    ).toBe('INVOICE_NOT_READY');
  });

  it('may say all that was received, and no more', async () => {
    const first = await issued({ amountCents: 10_000 });
    expect((await replace(first.id, { amountCents: RECEIVED + 1 })).body.code).toBe('INVOICE_ABOVE_RECEIVED');
    expect((await replace(first.id, { amountCents: RECEIVED })).status).toBe(202);
  });

  it('that is refused leaves the note as it was, and may be asked for again', async () => {
    const first = await issued();
    inv.government.registry.condition = 'refusing';
    expect((await replace(first.id)).status).toBe(202);
    await inv.work();
    expect((await inv.notesOf(family)).issued.map(({ state }: { state: string }) => state)).toEqual([
      'authorised',
      'rejected',
    ]);
    inv.government.registry.condition = 'open';
    expect((await replace(first.id)).status).toBe(202);
    await inv.work();
    expect((await rowOf(first.id)).state).toBe('replaced');
  });

  it.each<[string, object]>([
    ['without a reason', { reason: '' }],
    ['with a reason that the government has not', { reason: '7' }],
    ['with a short explanation', { text: 'curto' }],
    ['of nothing', { amountCents: 0 }],
  ])('%s is refused', async (_, change) => {
    const first = await issued();
    expect((await replace(first.id, change)).status).toBe(400);
  });

  it('of a note of another reservation is not found', async () => {
    const first = await issued();
    const other = await inv.paidFamily();
    expect((await replace(first.id, {}, other)).status).toBe(404);
  });
});

describe('a refund after a note', () => {
  it('is a task for staff until the note is cancelled', async () => {
    const before = await tasks();
    const { id } = await issued();
    expect(await tasks()).toBe(before);
    await refund(RECEIVED);
    expect([await tasks(), await onPanel()]).toEqual([before + 1, before + 1]);
    expect((await list()).data).toContainEqual(expect.objectContaining({ id: family.id, amountCents: RECEIVED }));
    expect((await inv.notesOf(family)).proposed.balanceCents).toBe(-RECEIVED);
    await inv.asStaff('POST', `${path(id)}/cancellation`, { reason: '2', text: 'O passeio não aconteceu' });
    await inv.work();
    expect(await tasks()).toBe(before);
  });

  it('of a part is a task until a smaller note replaces it', async () => {
    const before = await tasks();
    const { id } = await issued();
    await refund(RECEIVED - 5_000);
    expect(await tasks()).toBe(before + 1);
    const { status } = await replace(id, { amountCents: 5_000 });
    expect(status).toBe(202);
    await inv.work();
    expect(await tasks()).toBe(before);
  });
});

describe('what happens to a note at the government', () => {
  const read = () => {
    const { db } = inv.app;
    return readEndedInvoices({ db, fiscal: inv.fiscal, logger: inv.app.app.deps.logger });
  };
  const cancelElsewhere = (chave: string) =>
    fetch(`${inv.government.pageUrl}/cancelar`, {
      ...{ method: 'POST', redirect: 'manual' as const, body: new URLSearchParams({ chave }) },
    });

  it('is taken over: a note that was cancelled there is cancelled here, once', async () => {
    const note = await issued();
    await read();
    expect((await rowOf(note.id)).state).toBe('authorised');
    expect((await cancelElsewhere(note.accessKey)).status).toBe(303);
    await Promise.all([read(), read()]);
    expect(await rowOf(note.id)).toMatchObject({
      state: 'cancelled',
      cancellation_event: expect.stringContaining('<evento'),
    });
    const { data } = await inv.notesOf(family);
    expect(data).toEqual([]);
    const { last_number: last } = await inv.app.db
      .selectFrom('fiscal_documents_read')
      .select('last_number')
      .executeTakeFirstOrThrow();
    expect(Number(last)).toBe(inv.government.registry.distributed.length);
  });

  it('that fails here keeps no other waiting, and is read again', async () => {
    const first = await issued();
    family = await inv.paidFamily();
    const second = await issued();
    for (const { accessKey } of [first, second]) await cancelElsewhere(accessKey);
    const drop = await inv.poison({ write: 'update', column: 'id', id: first.id });
    const states = async () => [(await rowOf(first.id)).state, (await rowOf(second.id)).state];
    await read();
    expect(await states()).toEqual(['authorised', 'cancelled']);
    await drop();
    await read();
    expect(await states()).toEqual(['cancelled', 'cancelled']);
  });

  it('waits while the government is closed', async () => {
    inv.government.registry.condition = 'closed';
    await expect(read()).resolves.toBeUndefined();
  });
});
