import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { ApiFetch, WebHandler } from '@passeio/contract/web-handler';
import { pagePolicy } from '../http/security-headers.ts';
import { currentCause, withCause } from '../process/cause.ts';

export interface RenderingSetup {
  handler: WebHandler;
  stylesheets: Map<string, string>;
  publicUrl: string;
  browserOrigins: string[];
  onError: (error: unknown) => void;
}

interface RenderedPage {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Renders a page, or its data, with a fresh nonce; `path` includes the query. */
export async function renderPage(
  { handler, stylesheets, publicUrl, browserOrigins, onError }: RenderingSetup,
  path: string,
  { apiFetch, isPublic, signal }: { apiFetch: ApiFetch; isPublic: boolean; signal?: AbortSignal },
): Promise<RenderedPage> {
  // One nonce per rendering, not per visit (docs/decisions/0009).
  const nonce = randomBytes(16).toString('base64');
  const request = new Request(`${publicUrl}${path}`, { ...(signal && { signal }) });
  // A page that is renewed in the background has no request.
  const requestId = currentCause()?.requestId ?? randomUUID();
  const response = await withCause({ ...currentCause(), requestId }, () =>
    handler.render(request, { apiFetch, nonce, requestId, onError }),
  );
  const headers: OutgoingHttpHeaders = { 'cache-control': 'no-cache', ...Object.fromEntries(response.headers) };
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  if (status >= 500 && type.startsWith('text/plain')) throw new Error('the page and its error page failed');
  if (!type.startsWith('text/html')) return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
  const rendered = await response.text();
  const hasFirstView = rendered.includes(FIRST_VIEW);
  // A page that has nothing to read yet keeps its styles for the next one instead: they are 42 KB.
  const isFrame = hasFirstView || rendered.includes(FRAME);
  const html = isFrame ? rendered : inlineStyles(rendered, stylesheets, nonce);
  headers['content-security-policy'] = pagePolicy(nonce, browserOrigins);
  // Other pages run their scripts at once: people who are signed in interact at once.
  const wait = isPublic ? WAIT_FOR_PAINT : hasFirstView && WAIT_FOR_FIRST_VIEW;
  return { status, headers, body: Buffer.from(wait ? deferScripts(html, wait, onError) : html) };
}

/** Reads the built stylesheets by URL path, as in "/assets/home-1.css". */
export function readStylesheets(clientDir: string): Map<string, string> {
  const folder = join(clientDir, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

const STYLESHEET = /<link ([^>]*)rel="stylesheet" href="([^"#]+)(#?)"\/>/g;

/**
 * Inlines the page's stylesheets, so that nothing blocks its first paint. The links stay for hydration, but with a
 * media query that never matches. `nonce` must be the page's own.
 */
function inlineStyles(html: string, stylesheets: Map<string, string>, nonce: string): string {
  const texts: string[] = [];
  const page = html.replace(STYLESHEET, (link, attributes: string, address: string, mark: string) => {
    const text = stylesheets.get(address);
    if (text === undefined) return link;
    texts.push(text);
    return `<link ${attributes}rel="stylesheet" href="${address}${mark}" media="not all"/>`;
  });
  if (texts.length === 0) return html;
  // At the position of the first link, to preserve the cascade.
  const at = page.search(/<link [^>]*rel="stylesheet"/);
  return `${page.slice(0, at)}<style nonce="${nonce}">${texts.join('\n')}</style>${page.slice(at)}`;
}

/**
 * Runs in the browser before the page's scripts are fetched: waits until the page and its first picture are painted, so
 * that scripts do not compete with them for bandwidth, or until the first interaction. `data-painted` lets the styles
 * load the pictures below the fold. Clicks on buttons until the end of hydration are replayed after it (event `alive`
 * from the web's root), in order and each in a task of its own, so that every one meets the state that the former left;
 * not those on buttons that the browser handles natively. So are choices in a select, which hydration would set back.
 * React does not see them before: in the middle of hydration it would handle a click too, and read a choice that is set
 * back. What comes while some are left waits for its turn: a browser handles a tap before any task that is due, and the
 * button that sends a form would be pressed before what was chosen in it.
 */
const WAIT_FOR_PAINT = `const early = [];
const untilReplayed = new AbortController();
let isReplaying = false;
const press = (event) => {
  if (isReplaying) return;
  const button = event.target.closest('button[type=button]:not([popovertarget])');
  if (!button) return;
  event.stopPropagation();
  early.push(() => button.click());
};
const choose = (event) => {
  const select = event.target;
  if (isReplaying || !select.matches('select')) return;
  event.stopPropagation();
  const { value } = select;
  if (event.type === 'change') early.push(() => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
};
for (const [type, hear] of [['click', press], ['input', choose], ['change', choose]])
  addEventListener(type, hear, { capture: true, signal: untilReplayed.signal });
addEventListener('alive', async () => {
  for (const act of early) {
    await new Promise((turn) => setTimeout(turn));
    isReplaying = true;
    act();
    isReplaying = false;
  }
  untilReplayed.abort();
}, { once: true });
await new Promise((begin) => {
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, begin, { capture: true, once: true });
  setTimeout(begin, 1500);
  new PerformanceObserver(() => {
    const picture = document.querySelector('img[fetchpriority=high]');
    if (!picture) return begin();
    const shown = () => setTimeout(begin, 100);
    if (picture.complete) return shown();
    for (const end of ['load', 'error']) picture.addEventListener(end, shown);
  }).observe({ type: 'paint', buffered: true });
});
document.documentElement.dataset.painted = '';
`;
const FIRST_VIEW = '<script data-first-view';
const FRAME = ' data-frame="true"';
/** The scripts come after what their reader sees first, unless a worker has stored them. */
const WAIT_FOR_FIRST_VIEW = 'if (!navigator.serviceWorker?.controller) await window.firstView;\n';
const PRELOADS = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const MODULE = /(<script (?!data-first-view)[^>]*type="module"[^>]*>)(.*?)(<\/script>)/s;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");\n/gm;
const ENTRY = /import\("[^"]+"\);$/;

/**
 * Rewrites the page so that its scripts are fetched after what `wait` awaits. If the router's inline module does not
 * have the expected form, the page is returned unchanged and `onError` is called.
 */
export function deferScripts(html: string, wait: string, onError: (error: Error) => void): string {
  const module = MODULE.exec(html);
  if (!module) return html;
  const [whole, opening = '', code = '', closing = ''] = module;
  const imports = [...code.matchAll(IMPORT)];
  const rest = code.replace(IMPORT, '').trim();
  if (imports.length === 0 || !ENTRY.test(rest)) {
    onError(new Error("The router's module has an unknown form: its scripts are not deferred"));
    return html;
  }
  const addresses = [...html.matchAll(PRELOADS)].map(([, address]) => address);
  const names = imports.map(([, name]) => name ?? '').join(', ');
  const later = [
    wait,
    `for (const href of ${JSON.stringify(addresses)})`,
    `  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));\n`,
    `const [${names}] = await Promise.all([${imports.map(([, , address]) => `import(${address})`).join(', ')}]);\n`,
    `${rest}\n`,
  ].join('');
  return html.replace(PRELOADS, '').replace(whole, () => `${opening}${later}${closing}`);
}
