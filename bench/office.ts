import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportDetails } from '@passeio/contract/imports/imports';
import { IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import { reportKeys, reports } from '@passeio/contract/reports/reports';
import { DEMO_PASSWORD } from '../demo/people.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { csv } from '../server/test/imports.ts';
import { signInAt } from '../server/test/ledger.ts';
import { fillRandomReservations } from '../server/test/random-reservations.ts';
import { startProduct } from './product.ts';
import { median, printTable, quantile, writeResult } from './report.ts';

// A season that an operator brings along: a spreadsheet of which each row is a reservation of a new payer with a
// payment, checked, written and undone while visitors look at the portal. Then each report of a year, of RESERVATIONS.
const ROWS = Number(process.env.ROWS ?? 5_000);
const RESERVATIONS = Number(process.env.RESERVATIONS ?? 20_000);
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const TRIPS = 50;
const VIEWS_PER_SECOND = 20;
const ADMIN = 'admin@rotadasaguas.example';

const product = await startProduct();
const token = await signInAt(product.url, ADMIN, DEMO_PASSWORD, product.url);
const day = Temporal.Now.plainDateISO().add({ months: 6 });
const dayText = day.toLocaleString('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' });
const paidOn = Temporal.Now.plainDateISO().subtract({ days: 3 }).toLocaleString('pt-BR');
const numbers = Array.from({ length: ROWS }, (_, index) => index);
const tripRows = Array.from({ length: TRIPS }, (_, index) => [
  `Serra ${index}`,
  dayText,
  String(Math.ceil(ROWS / TRIPS)),
  '400,00',
]);
await confirm(await upload('trips', csv(['Passeio', 'Data', 'Vagas', 'Preço'], ...tripRows)));
const file = csv(
  ['Código', 'Viagem', 'Data', 'Cliente', 'Celular', 'Passageiro', 'Valor total', 'Valor pago', 'Forma', 'Pago em'],
  ...numbers.map((index) => {
    const name = `Cliente ${words(index)}`;
    const phone = `3598${String(index).padStart(7, '0')}`;
    return [`P${index}`, `Serra ${index % TRIPS}`, dayText, name, phone, name, '400,00', '150,00', 'dinheiro', paidOn];
  }),
);
const durations: number[] = [];
let errors = 0;
const stop = new AbortController();
const looking = look(stop.signal);
const [checking, made] = await timed(() => upload('reservations', file));
const [writing, applied] = await timed(() => confirm(made));
const [undoing, undone] = await timed(() => work(made, 'undo', 'undoing'));
stop.abort();
await looking;
const read = await readReports();
await product.stop();
if (applied.counts.create !== ROWS || undone.state !== 'undone')
  throw new Error('not everything was imported and undone');
const sorted = durations.toSorted((a, b) => a - b);
const figures = {
  rows: ROWS,
  'checked s': checking.toFixed(1),
  'written s': writing.toFixed(1),
  'undone s': undoing.toFixed(1),
  'page views': sorted.length,
  'page view p50 ms': quantile(sorted, 0.5).toFixed(1),
  'page view p99 ms': quantile(sorted, 0.99).toFixed(1),
  errors,
};
printTable('A season that is brought along', [figures]);
printTable(`Reports of a year of ${RESERVATIONS} reservations`, read);
await writeResult('office', { figures, reports: read });

/** Each report of the first of the two years over which twice as many reservations are spread, by turns. */
async function readReports() {
  await fillRandomReservations(await findRunningPostgres(product.dataDir), 2 * RESERVATIONS);
  const period = 'from=2026-01-01&to=2026-12-31';
  const taken = new Map<string, number[]>(reportKeys.map((key) => [key, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [key, ms] of taken)
      ms.push((await timed(() => ask('GET', `/api/reports?report=${key}&${period}`)))[0] * 1000);
  return reportKeys.map((key) => {
    const sorted = (taken.get(key) ?? []).toSorted((a, b) => a - b);
    const slowest = quantile(sorted, 0.95).toFixed(0);
    return { report: reports[key].title, 'median ms': median(sorted).toFixed(0), 'p95 ms': slowest };
  });
}

/** A name of letters for a number. */
function words(index: number): string {
  return `${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}o Silva`;
}

async function timed<Result>(act: () => Promise<Result>): Promise<[seconds: number, result: Result]> {
  const since = performance.now();
  const result = await act();
  return [(performance.now() - since) / 1000, result];
}

async function upload(kind: string, content: string): Promise<ImportDetails> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'planilha.csv');
  return ask('POST', `/api/imports/${kind}`, body);
}

function confirm(made: ImportDetails): Promise<ImportDetails> {
  return work(made, 'confirmation', 'applying');
}

/** Starts work on an import and waits until its job has ended. */
async function work({ id }: ImportDetails, act: string, state: ImportDetails['state']): Promise<ImportDetails> {
  let found = await ask('POST', `/api/imports/${id}/${act}`);
  while (found.state === state) {
    await wait(1_000);
    found = await ask('GET', `/api/imports/${id}`);
  }
  return found;
}

async function ask(method: string, path: string, body?: FormData): Promise<ImportDetails> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(method === 'POST' && { [IDEMPOTENCY_HEADER]: randomUUID() }),
  };
  const response = await fetch(product.url + path, { method, headers, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as ImportDetails;
}

async function look(signal: AbortSignal): Promise<void> {
  const sent: Promise<void>[] = [];
  const since = performance.now();
  for (let number = 0; !signal.aborted; number += 1) {
    await wait(Math.max(0, since + (number * 1000) / VIEWS_PER_SECOND - performance.now()));
    const began = performance.now();
    sent.push(
      fetch(`${product.url}/?v=${number}`)
        .then(async (response) => {
          await response.text();
          durations.push(performance.now() - began);
          if (!response.ok) errors += 1;
        })
        .catch(() => {
          errors += 1;
        }),
    );
  }
  await Promise.all(sent);
}
