import type { OutgoingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const TWO_YEARS_S = 63_072_000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
// For API responses and files, which load nothing and are never framed.
const CSP_FOR_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

// These headers only apply to documents; on scripts and styles they would cost 4 KB per page.
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
 * Allowed Trusted Types policies (docs/decisions/0009), on every page: the header of the first page stays in force when
 * staff navigates to the editor.
 */
const TRUSTED_TYPES_POLICIES = ['passeio', 'dompurify', 'ProseMirrorClipboard'];

/**
 * Sets the security headers of every response; pages add their own Content-Security-Policy. `ofSubdomains`: those of the
 * domain are the operator's too, and may be reached over HTTPS only.
 */
export async function registerSecurity(
  app: FastifyInstance,
  { isProduction, ofSubdomains }: { isProduction: boolean; ofSubdomains: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isProduction && {
      ...{ maxAge: TWO_YEARS_S, includeSubDomains: ofSubdomains, preload: ofSubdomains },
    },
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
    // No browser or proxy may keep responses to authenticated requests or to those that carry a link's token.
    const isOfSomebody = request.headers.authorization !== undefined || !SAFE_METHODS.has(request.method);
    if (isOfSomebody && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  // A proxy may have checked the other one of two.
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw new AppError('INVALID_INPUT');
  });
  // Compressed request bodies are refused: no client sends them, and Node's Brotli decoder had a remote hole.
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding && encoding.toLowerCase() !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  });
}

/** The response headers that suit the content type. */
export function headersForContentType(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  if (!SCRIPT_OR_STYLE.test(String(headers['content-type'])))
    return { 'content-security-policy': CSP_FOR_DATA, ...headers };
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FOR_DOCUMENTS.includes(name)));
}

/** The Content-Security-Policy of a page: its scripts and styles carry `nonce`, and it may connect to `origins`. */
export function pagePolicy(nonce: string, origins: string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes while rendering on the server; they cannot carry a nonce.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Voice of conversations.
    'media-src blob:',
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
