import type { ImportDetails, ImportRow } from '@passeio/contract/imports/imports';
import { permissionKeys } from '@passeio/contract/permissions';
import { expect } from 'vitest';
import { workOnImport } from '../src/domains/imports/index.ts';
import type { TestApp } from './app.ts';
import { call } from './factories.ts';

export type Content = string | Uint8Array<ArrayBuffer>;

/** Sends a spreadsheet. */
export async function uploadSheet(
  { url }: TestApp,
  token: string,
  kind: string,
  content: Content,
  name = 'planilha.csv',
) {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/imports/${kind}`, { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: an import or an error
  return { status: response.status, body: (await response.json()) as any };
}

/** Confirms an import and writes it as the queue does. */
export function confirmImport(
  app: TestApp,
  token: string,
  importId: string,
  body?: { notify: boolean },
): Promise<ImportDetails> {
  return startAndWork(app, token, importId, { what: 'confirmation', body });
}

/** Answers a question of an import by its text and the label of a choice, or what is typed. */
export async function answerImport(app: TestApp, token: string, found: ImportDetails, text: string, answer: string) {
  const question = found.questions.find((one) => one.text.includes(text));
  expect({ asked: text, question }).toMatchObject({ question: expect.anything() });
  const choice = question?.choices.find(({ label }) => label.includes(answer));
  const response = await call(app, 'PUT', `/api/imports/${found.id}/answers`, {
    token,
    body: { key: question?.key, answer: choice?.value ?? answer },
  });
  expect(response).toMatchObject({ status: 200 });
  return response.body as ImportDetails;
}

/** The rows of an import, with the texts of their problems in one. */
export async function readImportRows(app: TestApp, token: string, importId: string) {
  const { body } = await call(app, 'GET', `/api/imports/${importId}/rows?size=100`, { token });
  return (body.data as ImportRow[]).map(({ line, outcome, problems }) => ({
    line,
    outcome,
    text: problems.map((one) => one.text).join(' '),
  }));
}

/** Undoes an import as the queue does. */
export function undoImport(app: TestApp, token: string, importId: string): Promise<ImportDetails> {
  return startAndWork(app, token, importId, { what: 'undo' });
}

async function startAndWork(
  app: TestApp,
  token: string,
  importId: string,
  { what, body }: { what: string; body?: { notify: boolean } | undefined },
): Promise<ImportDetails> {
  expect(await call(app, 'POST', `/api/imports/${importId}/${what}`, { token, ...(body && { body }) })).toMatchObject({
    status: 200,
  });
  const { created_by } = await app.db
    .selectFrom('imports')
    .select('created_by')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  const caller = { id: created_by, role: 'ADMIN', name: 'Ana', permissions: permissionKeys } as const;
  const actor = { caller, address: '', network: null, device: '', requestId: '' };
  await workOnImport(app.app.deps, { importId, actor, ...body });
  return (await call(app, 'GET', `/api/imports/${importId}`, { token })).body;
}

/** Sends a spreadsheet and writes all of it. */
export async function importAll(app: TestApp, token: string, kind: string, content: Content): Promise<ImportDetails> {
  const { status, body } = await uploadSheet(app, token, kind, content);
  expect({ status, body }).toMatchObject({ status: 201 });
  return confirmImport(app, token, body.id);
}

export const csv = (...rows: string[][]) => rows.map((row) => row.join(';')).join('\r\n');
