import { expect } from 'vitest';
import { issueBatches, issueByRule, sendInvoices } from '../src/domains/payments/index.ts';
import type { FiscalService } from '../src/ports/fiscal/port.ts';
import { buildTestApp, type TestAppOptions } from './app.ts';
import { call, createPerson } from './factories.ts';
import { fiscalDeps, fiscalSettings, OPERATOR_TAX_ID, startTestGovernment } from './government.ts';
import { createFamily, type Family } from './parties.ts';

/** What a family of {@link buildInvoicing} paid. */
export const RECEIVED = 18_900;

/** An operator that issues notes at a demonstration government, with staff. */
export async function buildInvoicing(options: Pick<TestAppOptions, 'connections' | 'deps'> = {}) {
  const government = await startTestGovernment();
  const fiscal = await government.connect();
  const emails: { kind: string; to: string; about: { invoiceId?: string } }[] = [];
  const app = await buildTestApp({
    ...options,
    async deps(usual) {
      const others = await options.deps?.(usual);
      const jobs = { ...usual.jobs, enqueue: async (_: unknown, data: object) => void emails.push(data as never) };
      return { ...fiscalDeps(fiscal)({ ...usual, ...others }), jobs, ...others };
    },
  });
  const admin = await createPerson(app, 'ADMIN');
  const staff = await createPerson(app, 'OPERATOR');
  const company = { cnpj: OPERATOR_TAX_ID, legal_name: 'Rota das Águas Turismo Ltda.' };
  await app.db.updateTable('operator').set(company).execute();
  const as = (token: string, method: string, path: string, body?: object) =>
    call(app, method, path, { token, ...(body && { body }) });
  const saveSettings = (change: object = {}) =>
    as(admin.token, 'PUT', '/api/settings/fiscal', { ...fiscalSettings, ...change });
  expect((await saveSettings()).status).toBe(200);
  return {
    ...{ app, government, fiscal, admin, staff, emails, saveSettings },
    asStaff: (method: string, path: string, body?: object) => as(staff.token, method, path, body),
    asAdmin: (method: string, path: string, body?: object) => as(admin.token, method, path, body),

    /** A family that paid, all or this much. */
    async paidFamily(amountCents = RECEIVED, more: Parameters<typeof createFamily>[2] = {}): Promise<Family> {
      const family = await createFamily(app, { adult: 1 }, more);
      const body = { kind: 'balance', method: 'cash', amountCents };
      const { status } = await as(staff.token, 'POST', `/api/reservations/${family.id}/payments`, body);
      expect(status).toBe(201);
      return family;
    },

    issue: ({ id }: Pick<Family, 'id'>, change: object = {}) =>
      as(staff.token, 'POST', `/api/reservations/${id}/invoices/issue`, {
        ...{ amountCents: RECEIVED, description: 'Passeio de um dia', ...change },
      }),

    notesOf: async ({ id }: Pick<Family, 'id'>) =>
      (await as(staff.token, 'GET', `/api/reservations/${id}/invoices`)).body,

    /**
     * Has the database refuse to write a row of a note with an error that nobody expects. `column`: which is `id` in that
     * row. Returns how to end it.
     */
    async poison({ write, column, id, code = 'P0001' }: Poison): Promise<() => Promise<unknown>> {
      const { pool } = app;
      await pool.query(`create function poison() returns trigger language plpgsql as $$ begin
        if new.${column} = '${id}' then raise exception 'poisoned' using errcode = '${code}'; end if;
        return new; end $$`);
      await pool.query(
        `create trigger poison before ${write} on issued_invoices for each row execute function poison()`,
      );
      return () => pool.query('drop function poison cascade');
    },

    /** Works the sweep once, whatever time is to pass before. */
    async work(by: FiscalService = fiscal): Promise<void> {
      const { db } = app;
      const { logger, jobs } = app.app.deps;
      await issueByRule(db);
      await issueBatches({ db, fiscal: by, logger });
      const due = { next_try_at: new Date(0) };
      await db.updateTable('issued_invoices').set(due).where('next_try_at', 'is not', null).execute();
      await sendInvoices({ db, fiscal: by, logger, jobs });
    },

    async close(): Promise<void> {
      await app.close();
      await fiscal.close();
      await government.stop();
    },
  };
}

interface Poison {
  write: 'insert' | 'update';
  column: 'id' | 'reservation_id';
  id: string;
  code?: string;
}

export type Invoicing = Awaited<ReturnType<typeof buildInvoicing>>;
