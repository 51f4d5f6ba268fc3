import { execSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

type Row = Record<string, string | number>;

const RESULTS = join(import.meta.dirname, 'results');

/** Prints a table as Markdown for docs/performance.md. */
export function printTable(title: string, rows: Row[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  console.log(`\n### ${title}\n`);
  console.log(line(columns));
  console.log(line(columns.map(() => '---')));
  for (const row of rows) console.log(line(columns.map((column) => row[column] ?? '')));
}

/** Writes a run's figures, with machine and date, to bench/results/{name}.json. */
export async function writeResult(name: string, figures: unknown): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const machine = {
    cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    commit: execSync('git rev-parse --short HEAD', { encoding: 'utf8' }).trim(),
  };
  const file = join(RESULTS, `${name}.json`);
  await writeFile(file, `${JSON.stringify({ name, date: new Date().toISOString(), machine, figures }, null, 2)}\n`);
  console.log(`\nWritten to bench/results/${name}.json`);
}

/** The quantile `part` (0 to 1) of the sorted `values`. */
export function quantile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The median of `values`, in any order. */
export function median(values: number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
