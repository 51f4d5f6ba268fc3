import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { firstViewScript } from './lib/first-view-script';
import { NonceContext } from './lib/nonce';
import { portalManifest } from './lib/portal-manifest';
import { failureContext, nonceContext } from './lib/render.server';
import { RequestIdContext } from './ui/feedback/error-code';

const RENDER_TIMEOUT_MS = 5000;

/** Renders without streaming, so that the page has a length and a final status and can be compressed and cached. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const html = await renderToText(request.url, withPortalManifest(router), context);
  return new Response(withFirstView(scriptsLast(html), context.get(nonceContext)), { status, headers });
}

/**
 * Visitors get a table of the portal's pages alone, which is a fifth of the whole: from there all other pages are
 * opened as documents. Only the page of an unknown path may redirect elsewhere.
 */
function withPortalManifest(router: EntryContext): EntryContext {
  const page = router.staticHandlerContext.matches.at(-1)?.route;
  const isPortal = page?.id.startsWith('routes/portal/') && page.path !== '*';
  if (!import.meta.env.PROD || !isPortal) return router;
  return { ...router, manifest: { ...router.manifest, url: portalManifest(router.manifest.url) } };
}

/** Moves script preloads to the end: React puts them before the stylesheets and pictures, which visitors wait for. */
function scriptsLast(html: string): string {
  const preloads: string[] = [];
  const page = html.replace(/<link rel="modulepreload"[^>]*>/g, (preload) => {
    preloads.push(preload);
    return '';
  });
  const end = page.lastIndexOf('</body>');
  return end < 0 ? html : page.slice(0, end) + preloads.join('') + page.slice(end);
}

/** Puts the script that loads the page's first view after the settings that it reads. It waits for no stylesheet. */
function withFirstView(html: string, nonce: string): string {
  if (!html.includes('<div id="first-view"')) return html;
  const script = `<script data-first-view nonce="${nonce}" type="module" async>${firstViewScript}</script>`;
  return html.replace('</head>', () => `${script}</head>`);
}

function renderToText(url: string, router: EntryContext, context: Readonly<RouterContextProvider>): Promise<string> {
  const nonce = context.get(nonceContext);
  const { requestId, onError } = context.get(failureContext);
  return new Promise((resolve, reject) => {
    const page = (
      <NonceContext value={nonce}>
        <RequestIdContext value={requestId}>
          <ServerRouter context={router} url={url} nonce={nonce} />
        </RequestIdContext>
      </NonceContext>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Nothing is streamed, so no suspense boundary needs a script that moves it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        pipe(collect(resolve));
      },
      onShellError: reject,
      onError,
    });
    const timer = setTimeout(() => {
      abort();
      reject(new Error(`rendering took longer than ${RENDER_TIMEOUT_MS} ms`));
    }, RENDER_TIMEOUT_MS);
  });
}

function collect(finish: (html: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      // React reuses the buffer.
      chunks.push(Buffer.from(chunk));
      next();
    },
    final(done) {
      finish(Buffer.concat(chunks).toString());
      done();
    },
  });
}

/** Logs unexpected errors only, not thrown responses (not found, API unavailable). */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(failureContext).onError(error);
};
