import type { OutgoingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const TWO_YEARS_S = 63_072_000;
// For what is not a page: nothing may be loaded from it, and nobody may frame it.
const CSP_FOR_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

// What a page loads a dozen of is no document: these headers mean nothing there, or what browsers do anyway, and would
// cost a visitor 4 KB.
const SCRIPT_OR_STYLE = /^(application\/javascript|text\/javascript|text\/css)\b/;
const FOR_DOCUMENTS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/**
 * Names of the Trusted Types policies that a page may make, each once: ours, which throws at all but sanitised text, and
 * those of the two libraries that the text editor parses HTML with, each into a document that runs and loads nothing.
 * On every page: staff come to the editor from any of them, and the header of the first stays in force.
 */
const TRUSTED_TYPES_POLICIES = ['passeio', 'dompurify', 'ProseMirrorClipboard'];

/** Headers that every answer carries; a page adds its own Content-Security-Policy. */
export async function registerSecurity(app: FastifyInstance, isProduction: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isProduction && { maxAge: TWO_YEARS_S, includeSubDomains: true, preload: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    const before = reply.getHeaders() as OutgoingHttpHeaders;
    const suited = headersForContentType(before);
    for (const name of FOR_DOCUMENTS) if (!(name in suited)) reply.raw.removeHeader(name);
    if (!before['content-security-policy'] && suited['content-security-policy'])
      reply.header('content-security-policy', suited['content-security-policy']);
    // What somebody signed in was answered must not wait in a cache for the next person at the same device.
    if (request.headers.authorization && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  // Node's own decoders of request bodies are not needed, and its Brotli decoder had a remote hole.
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding && encoding.toLowerCase() !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  });
}

/** The headers that an answer of this content type is sent with, of those that every answer carries. */
export function headersForContentType(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  if (!SCRIPT_OR_STYLE.test(String(headers['content-type'])))
    return { 'content-security-policy': CSP_FOR_DATA, ...headers };
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FOR_DOCUMENTS.includes(name)));
}

/** The policy of a page whose own scripts and styles carry `nonce`, and which may call `origins` beside ours. */
export function pagePolicy(nonce: string, origins: string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes while rendering on the server; they cannot carry a nonce.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICIES.join(' ')}`,
  ].join('; ');
}
