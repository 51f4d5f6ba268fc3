import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { NonceContext } from './lib/nonce';
import { nonceContext } from './lib/render.server';

const RENDER_TIMEOUT_MS = 5000;

/** Renders a page as one piece: it can then be counted, compressed and kept, and its status is final. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const html = await renderToBuffer(request.url, router, context.get(nonceContext));
  return new Response(html, { status, headers });
}

function renderToBuffer(url: string, router: EntryContext, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const page = (
      <NonceContext value={nonce}>
        <ServerRouter context={router} url={url} nonce={nonce} />
      </NonceContext>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Nothing is streamed, so nothing is worth being moved to the end of the page and put in place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        pipe(collect(resolve));
      },
      onShellError: reject,
      onError: (error) => console.error(error),
    });
    const timer = setTimeout(() => {
      abort();
      reject(new Error(`rendering took longer than ${RENDER_TIMEOUT_MS} ms`));
    }, RENDER_TIMEOUT_MS);
  });
}

function collect(finish: (html: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Buffer<ArrayBuffer>[] = [];
  return new Writable({
    write(chunk, encoding, next) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
      next();
    },
    final(done) {
      finish(Buffer.concat(chunks));
      done();
    },
  });
}

/** What a page answers on purpose (not found, API unavailable) is no news; everything else is logged. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  console.error(error);
};
