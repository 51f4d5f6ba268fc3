import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureTool } from '../../scripts/debian.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startProduct } from '../product.ts';
import { printTable, quantile, writeResult } from '../report.ts';
import { measureFirstText } from './first-text.ts';

// The first text of a cold load on a phone, Lighthouse with a slow phone profile on every portal page, and the bytes by
// kind against the budgets.
const RUNS = Number(process.env.RUNS ?? 3);
const BUDGETS = { scriptKB: 120, styleKB: 15 };
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The used part of Lighthouse's result; its types are installed with it. */
interface Report {
  categories: Record<(typeof categories)[number], { score: number }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string; details?: { items?: Item[] } }>;
}
interface Item {
  resourceType?: string;
  transferSize?: number;
}
type Lighthouse = (url: string, options: object) => Promise<{ lhr: Report }>;

const product = await startProduct();
const firstText = await measureFirstText(product, RUNS, process.env.BEFORE);
if (process.env.ONLY === 'first-text') {
  await product.stop();
  await writeResult('first-text', firstText);
  process.exit();
}
const lighthouse = await loadLighthouse();
const port = await freePort();
const browser = await chromium.launch({
  executablePath: ensureTool('chromium'),
  // Lighthouse audits the back/forward cache, which Playwright disables.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', `--remote-debugging-port=${port}`],
});
const slug = await firstSlug();
const results = [];
for (const path of [
  '/',
  '/portal/passeio',
  `/portal/passeio/${slug}`,
  '/portal/contato',
  '/portal/politicacancelamento',
]) {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await look(`${product.origin}${path}`));
  results.push({ path, ...summary(reports) });
}
await browser.close();
await product.stop();

printTable(
  `Lighthouse, mobile, simulated throttling, ${RUNS} runs each`,
  results.map(({ path, scores, worstPerformance, largestPaintMs, layoutShift }) => ({
    path,
    performance: `${scores.performance} (worst ${worstPerformance})`,
    accessibility: scores.accessibility,
    'best practices': scores['best-practices'],
    seo: scores.seo,
    'largest paint ms': largestPaintMs.toFixed(0),
    'layout shift': layoutShift.toFixed(3),
  })),
);
printTable(
  'Bytes over the wire, KB',
  results.map(({ path, bytes }) => ({
    path,
    ...Object.fromEntries(
      ['Document', 'Script', 'Stylesheet', 'Image', 'Other'].map((kind) => [
        kind,
        ((bytes[kind] ?? 0) / 1024).toFixed(1),
      ]),
    ),
    'within the budgets':
      (bytes.Script ?? 0) <= BUDGETS.scriptKB * 1024 && (bytes.Stylesheet ?? 0) <= BUDGETS.styleKB * 1024
        ? 'yes'
        : 'NO',
  })),
);
for (const { path, complaints } of results)
  if (complaints.length > 0) console.log(`\n${path}: ${complaints.join('; ')}`);
await writeResult('web', { results, firstText });

/** Large and used only here: installed beside this file on demand. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = import.meta.dirname;
  const entry = join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    console.log('Installing Lighthouse (once) …');
    const { status } = spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('Lighthouse could not be installed');
  }
  return ((await import(entry)) as { default: Lighthouse }).default;
}

async function firstSlug(): Promise<string> {
  const response = await fetch(`${product.url}/api/trips?isActive=true&upcoming=true&size=1`);
  const { data } = (await response.json()) as { data: { slug: string }[] };
  return data[0]?.slug ?? '';
}

async function look(url: string): Promise<Report> {
  const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: categories });
  return lhr;
}

function summary(reports: Report[]) {
  const median = (values: number[]) =>
    quantile(
      values.toSorted((a, b) => a - b),
      0.5,
    );
  const score = (name: (typeof categories)[number]) =>
    Math.round(median(reports.map((report) => report.categories[name].score)) * 100);
  const figure = (audit: string) => median(reports.map((report) => report.audits[audit]?.numericValue ?? 0));
  const bytes: Record<string, number> = {};
  for (const { resourceType = 'Other', transferSize = 0 } of reports[0]?.audits['network-requests']?.details?.items ??
    []) {
    const kind = ['Document', 'Script', 'Stylesheet', 'Image'].includes(resourceType) ? resourceType : 'Other';
    bytes[kind] = (bytes[kind] ?? 0) + transferSize;
  }
  const counted = new Set(Object.keys(reports[0]?.audits ?? {}));
  return {
    scores: Object.fromEntries(categories.map((name) => [name, score(name)])) as Record<
      (typeof categories)[number],
      number
    >,
    worstPerformance: Math.round(Math.min(...reports.map((report) => report.categories.performance.score)) * 100),
    largestPaintMs: figure('largest-contentful-paint'),
    layoutShift: figure('cumulative-layout-shift'),
    bytes,
    complaints: [...counted]
      .filter((name) => reports[0]?.audits[name]?.score === 0)
      .map((name) => reports[0]?.audits[name]?.title ?? name),
  };
}
