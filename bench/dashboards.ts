import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { ensureTool } from '../scripts/debian.ts';
import { freePort } from '../scripts/free-port.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { allowUnpaid, signInMany } from './people.ts';
import { startProduct } from './product.ts';
import { temporaryFolder } from './tools.ts';

// The dashboards as pictures: Prometheus scrapes the product while people view, reserve, pay by Pix and cancel, and
// every query of deploy/grafana is asked and drawn. Ends with 1 where Prometheus refuses one.
const SECONDS = Number(process.env.SECONDS ?? 240);
const SCRAPE_SECONDS = 2;
const VIEWS_PER_SECOND = 15;
const PEOPLE = 200;
const MAX_LINES = 12;
const DASHBOARDS = join(import.meta.dirname, '../deploy/grafana');
const PICTURES = join(import.meta.dirname, '../docs/screenshots/dashboards');
const COLORS = ['#0b7285', '#e8590c', '#5f3dc4', '#2b8a3e', '#c2255c', '#f08c00', '#1864ab', '#495057'];

interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; legendFormat?: string }[];
  fieldConfig: { defaults: { unit?: string } };
}

interface Line {
  name: string;
  points: [second: number, value: number][];
}

const [metricsPort, prometheusPort, bankPort] = [await freePort(), await freePort(), await freePort()];
const product = await startProduct({ METRICS_PORT: String(metricsPort), DEMO_BANK_PORT: String(bankPort) });
const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 2 });
await allowUnpaid(database);
const { tokens } = await signInMany(product, database, PEOPLE);
const { rows: trips } = await database.query<{ id: string; slug: string }>(
  `update trips set capacity = 500 where is_active and not on_request and departs_at > now() + interval '9 days'
   returning id, slug`,
);
const prometheus = await startPrometheus();
const since = Date.now() / 1000;
const over = AbortSignal.timeout(SECONDS * 1000);
await Promise.all([view(over), reserve(over)]);
const refused: string[] = [];
await mkdir(PICTURES, { recursive: true });
for (const file of await readdir(DASHBOARDS)) await draw(file);
prometheus.process.kill('SIGTERM');
await prometheus.remove();
await database.end();
await product.stop();
for (const line of refused) console.error(line);
process.exitCode = refused.length > 0 ? 1 : 0;

async function startPrometheus(): Promise<{ process: ChildProcess; remove(): Promise<void> }> {
  const folder = await temporaryFolder();
  const settings = {
    global: { scrape_interval: `${SCRAPE_SECONDS}s` },
    scrape_configs: [{ job_name: 'passeio', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
  };
  const file = join(folder.path, 'prometheus.yml');
  await writeFile(file, JSON.stringify(settings));
  const program = join(ensureTool('promtool'), '../prometheus');
  const parameters = [`--config.file=${file}`, `--storage.tsdb.path=${folder.path}/data`];
  const running = spawn(program, [...parameters, `--web.listen-address=127.0.0.1:${prometheusPort}`], {
    stdio: 'ignore',
  });
  process.once('exit', () => running.kill('SIGTERM'));
  const isReady = () => fetch(`http://127.0.0.1:${prometheusPort}/-/ready`).then(({ ok }) => ok);
  while (!(await isReady().catch(() => false))) await wait(200);
  return { process: running, remove: folder.remove };
}

async function view(signal: AbortSignal): Promise<void> {
  for (let count = 0; !signal.aborted; count += 1) {
    const { slug } = trips[count % trips.length] ?? { slug: '' };
    // Every tenth is not there.
    const path = count % 10 === 9 ? '/portal/passeio/nada' : `/portal/passeio/${slug}?v=${count % 7}`;
    void fetch(product.url + path).then((response) => response.arrayBuffer());
    await wait(1000 / VIEWS_PER_SECOND);
  }
}

/** Three of four pay the deposit by Pix, every fifth cancels. */
async function reserve(signal: AbortSignal): Promise<void> {
  for (let count = 0; !signal.aborted; count += 1) {
    const token = tokens[count % tokens.length] ?? '';
    const trip = trips[Math.floor(count / tokens.length) % trips.length];
    const made = await post(`/api/trips/enrrol/${trip?.id}`, token);
    if (made && count % 4 > 0) await pay(made.id, token);
    if (made && count % 5 === 4) await post(`/api/reservations/${made.id}/cancel`, token, {});
    await wait(300);
  }
}

async function pay(reservationId: string, token: string): Promise<void> {
  const charge = await post(`/api/reservations/${reservationId}/charges`, token, { purpose: 'deposit' });
  if (!charge) return;
  // The provider starts it in a moment.
  for (let tries = 0; tries < 20 && !charge.payload; tries += 1) {
    await wait(250);
    Object.assign(charge, await post(`/api/reservations/${reservationId}/charges`, token, { purpose: 'deposit' }));
  }
  const amount = (charge.amountCents / 100).toFixed(2);
  await fetch(`http://127.0.0.1:${bankPort}/pagar/${charge.txid}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ valor: amount, nome: 'Bench' }),
  });
}

async function post(path: string, token: string, body?: object) {
  const headers = {
    authorization: `Bearer ${token}`,
    [IDEMPOTENCY_HEADER]: randomUUID(),
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) return undefined;
  return (await response.json()) as { id: string; txid: string; payload: string | null; amountCents: number };
}

/** Draws a dashboard to docs/screenshots/dashboards/{its name}.png. */
async function draw(file: string): Promise<void> {
  const { title, panels } = JSON.parse(await readFile(join(DASHBOARDS, file), 'utf8')) as {
    title: string;
    panels: Panel[];
  };
  const drawn = await Promise.all(panels.map(async (panel) => panelHtml(panel, await linesOf(panel))));
  const browser = await chromium.launch({ executablePath: ensureTool('chromium'), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent(`<style>
    body { margin: 16px; font: 13px sans-serif; color: #212529; background: #f1f3f5 }
    main { display: grid; grid-template-columns: repeat(24, 1fr); gap: 8px; grid-auto-rows: 30px }
    section { background: #fff; border-radius: 6px; padding: 8px; overflow: hidden; display: flex; flex-direction: column }
    h1 { font-size: 18px } h2 { font-size: 13px; margin: 0 0 4px } svg { flex: 1; min-height: 0; width: 100% }
    strong { font-size: 26px; margin: auto } p { margin: 4px 0 0; font-size: 11px; line-height: 1.3 }
  </style><h1>${title}</h1><main>${drawn.join('')}</main>`);
  await page.screenshot({ path: join(PICTURES, file.replace('.json', '.png')), fullPage: true });
  await browser.close();
}

/** What Prometheus says of the queries of a panel since the load began. */
async function linesOf({ title, targets }: Panel): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { expr, legendFormat = '' } of targets) {
    const query = new URLSearchParams({ query: expr, start: String(since), end: String(Date.now() / 1000), step: '2' });
    const answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/query_range?${query}`);
    const { status, error, data } = (await answer.json()) as {
      status: string;
      error?: string;
      data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
    };
    if (status !== 'success') {
      refused.push(`${title}: ${error}`);
      continue;
    }
    for (const { metric, values } of data.result) {
      const name = legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
      lines.push({ name, points: values.map(([at, value]) => [at - since, Number(value)]) });
    }
  }
  return lines.map((line) => ({ ...line, points: line.points.filter(([, value]) => Number.isFinite(value)) }));
}

function panelHtml({ type, title, gridPos: { x, y, w, h }, fieldConfig }: Panel, lines: Line[]): string {
  const unit = fieldConfig.defaults.unit ?? 'none';
  const place = `grid-column: ${x + 1} / span ${w}; grid-row: ${y + 1} / span ${h}`;
  const last = ({ points }: Line) => points.at(-1)?.[1] ?? Number.NaN;
  const most = ({ points }: Line) => Math.max(...points.map(([, value]) => value));
  const shown = lines
    .filter(({ points }) => points.length > 0)
    .toSorted((a, b) => most(b) - most(a))
    .slice(0, MAX_LINES);
  if (shown.length === 0) return `<section style="${place}"><h2>${title}</h2><strong>–</strong></section>`;
  const content =
    type === 'stat'
      ? shown.map((line) => `<strong>${line.name} ${valueText(last(line), unit)}</strong>`).join('')
      : plotSvg(shown, unit);
  return `<section style="${place}"><h2>${title}</h2>${content}</section>`;
}

function plotSvg(lines: Line[], unit: string): string {
  const all = lines.flatMap(({ points }) => points);
  const most = Math.max(...all.map(([, value]) => value), 1e-9);
  const [width, height] = [600, 160];
  const paths = lines.map(({ points }, index) => {
    const spots = points.map(([at, value]) => `${(at / SECONDS) * width},${height - (value / most) * (height - 4)}`);
    return `<polyline fill="none" stroke="${COLORS[index % COLORS.length]}" stroke-width="1.5" points="${spots.join(' ')}"/>`;
  });
  const names = lines.map(({ name }, index) => `<span style="color:${COLORS[index % COLORS.length]}">━ ${name}</span>`);
  return `<p>${valueText(most, unit)}</p>
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${paths.join('')}</svg><p>${names.join(' ')}</p>`;
}

function valueText(value: number, unit: string): string {
  if (unit === 'percentunit') return `${(value * 100).toFixed(1)} %`;
  if (unit === 'bytes') return value < 1e9 ? `${(value / 1e6).toFixed(0)} MB` : `${(value / 1e9).toFixed(1)} GB`;
  const text = value.toLocaleString('en', { maximumSignificantDigits: 3 });
  if (unit === 's') return `${text} s`;
  return unit === 'reqps' ? `${text}/s` : text;
}
