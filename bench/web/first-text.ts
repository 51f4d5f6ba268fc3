import pg from 'pg';
import { findRunningPostgres } from '../../server/src/platform/database/embedded/index.ts';
import { signIn } from '../people.ts';
import { launchPhone, SLOWDOWN, signInOnPhone, type Watched, watchRows } from '../phone.ts';
import { type Product, startProduct } from '../product.ts';
import { median, printTable } from '../report.ts';
import { temporaryFolder } from '../tools.ts';

// The first text that a reader came for, on a phone that has nothing stored: a processor slowed four times, and a
// network as Chrome's developer tools call it "Fast 3G": 1.6 Mbit/s and 750 kbit/s less a tenth, and 150 ms, which
// they multiply by 3.75 for each request, because they slow requests and not packets.
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** Milliseconds; staff's panel may take longer. */
const LIMITS_MS: Record<string, number> = { link: 2_500, mine: 2_500, panel: 3_000 };
const ELSE_MS = 1_500;

interface Visited {
  name: string;
  path: string;
  role?: 'CLIENT' | 'ADMIN';
  /** What the reader came for. */
  selector: string;
}

interface Loaded {
  shownMs: number;
  /** Kilobytes over the wire until then, by kind. */
  kb: Record<string, number>;
}

/**
 * Milliseconds until the first text of the portal, a payer's link, a client's reservations and staff's panel, in cold
 * loads. `before`: the folder of another version's built sources, which is measured by turns with this one.
 */
export async function measureFirstText(product: Product, runs: number, before?: string) {
  const other = before ? await startProduct({}, before) : undefined;
  const versions = { ...(other && { before: other }), now: product };
  const results: Record<string, Loaded[]> = {};
  const pages = Object.fromEntries(
    await Promise.all(Object.entries(versions).map(async ([version, one]) => [version, await pagesOf(one)] as const)),
  );
  for (let run = 0; run < runs; run += 1) {
    for (const [version, one] of Object.entries(versions)) {
      for (const visited of pages[version] ?? []) {
        const loaded = await visit(one, visited);
        results[`${visited.name}, ${version}`] = [...(results[`${visited.name}, ${version}`] ?? []), loaded];
      }
    }
  }
  await other?.stop();
  printTable(
    `First text, processor ÷ ${SLOWDOWN}, Fast 3G, nothing stored, medians of ${runs}`,
    Object.entries(results).map(([page, loads]) => ({
      page,
      ms: median(loads.map(({ shownMs }) => shownMs)).toFixed(0),
      'fastest and slowest': [Math.min, Math.max]
        .map((end) => end(...loads.map(({ shownMs }) => shownMs)).toFixed(0))
        .join(' – '),
      ...Object.fromEntries(
        ['Document', 'Stylesheet', 'Script', 'XHR', 'Fetch'].map((kind) => [
          `${kind}, KB`,
          median(loads.map(({ kb }) => kb[kind] ?? 0)).toFixed(1),
        ]),
      ),
      'in time':
        median(loads.map(({ shownMs }) => shownMs)) <= (LIMITS_MS[page.split(',')[0] ?? ''] ?? ELSE_MS) ? 'yes' : 'NO',
    })),
  );
  return results;
}

async function pagesOf(product: Product): Promise<Visited[]> {
  const headings = 'main :is(h2, h3)';
  return [
    { name: 'portal', path: '/', selector: 'main :is(h1, h2)' },
    { name: 'link', path: await linkPath(product), selector: headings },
    { name: 'mine', path: '/minhasreservas', role: 'CLIENT', selector: headings },
    { name: 'panel', path: '/home', role: 'ADMIN', selector: headings },
  ];
}

/** A payer's link of the client's next reservation, as staff makes it. */
async function linkPath(product: Product): Promise<string> {
  const call = async (path: string, role: 'CLIENT' | 'ADMIN', method = 'GET') => {
    const headers = { authorization: `Bearer ${await signIn(product, role)}`, 'content-type': 'application/json' };
    const response = await fetch(product.url + path, { method, headers, ...(method === 'POST' && { body: '{}' }) });
    return response.json();
  };
  const { data } = (await call('/api/reservations/me', 'CLIENT')) as { data: { id: string; trip: { date: string } }[] };
  const coming = data.find(({ trip }) => Date.parse(trip.date) > Date.now());
  if (!coming) throw new Error('the demonstration has no coming reservation');
  const { url } = (await call(`/api/reservations/${coming.id}/link`, 'ADMIN', 'POST')) as { url: string };
  return `/reserva${new URL(url).hash}`;
}

/** Loads a page in a browser that is new, and answers when its text was painted. */
async function visit(product: Product, { path, role, selector }: Visited): Promise<Loaded> {
  const profile = await temporaryFolder();
  const context = await launchPhone(profile.path);
  try {
    const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 1 });
    const page = role ? await signInOnPhone(context, { product, database, role }) : await context.newPage();
    await database.end();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const kinds = new Map<string, string>();
    const kb: Record<string, number> = {};
    devtools.on('Network.requestWillBeSent', ({ requestId, type = 'Other' }) => void kinds.set(requestId, type));
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other';
      kb[kind] = (kb[kind] ?? 0) + encodedDataLength / 1024;
    });
    await devtools.send('Network.emulateNetworkConditions', FAST_3G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(watchRows, { selector, count: 1 });
    await page.goto(product.origin + path, { waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => (window as unknown as Watched).shownMs);
    return { shownMs: Number(await shown.jsonValue()), kb };
  } finally {
    await context.close();
    await profile.remove();
  }
}
