import { domainToASCII } from 'node:url';
import { StartError } from '../platform/process/start-error.ts';

const SLUG = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/;
// What would end the name where a URL is read.
const NOT_IN_NAMES = /[\s\p{Cc}/\\:@?#%[\]]/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Names below the host's domain that the host needs, or that would pass for it. */
const RESERVED = new Set([
  ...['www', 'api', 'app', 'admin', 'administrador', 'host', 'hosting', 'hospedagem', 'painel', 'passeio', 'sistema'],
  ...['mail', 'email', 'smtp', 'imap', 'pop', 'pop3', 'mx', 'ns', 'ns1', 'ns2', 'dns', 'ftp', 'ssh', 'vpn', 'proxy'],
  ...['status', 'suporte', 'support', 'ajuda', 'help', 'blog', 'docs', 'static', 'assets', 'cdn', 'media', 'files'],
  ...[
    'login',
    'entrar',
    'conta',
    'account',
    'auth',
    'identity',
    'oauth',
    'sso',
    'pay',
    'pagamento',
    'pagamentos',
    'pix',
  ],
  ...['banco', 'webhook', 'webhooks', 'test', 'teste', 'demo', 'staging', 'dev', 'local', 'localhost', 'operators'],
  ...['operator', 'operador', 'operadores', 'template', 'postgres', 'metrics', 'autoconfig', 'autodiscover', 'wpad'],
  ...['abuse', 'postmaster', 'webmaster', 'hostmaster', 'root', 'security', 'seguranca', 'null', 'undefined'],
]);

/** Whether a text can be the name of an operator in commands, logs and addresses. */
export const isSlug = (text: string) => text.length <= 40 && SLUG.test(text);

/** Whether a new operator cannot get this name. */
export const isReserved = (slug: string) => RESERVED.has(slug) || slug.startsWith('xn--');

/** The name of an operator. Throws a StartError for one that cannot be. */
export function readSlug(text: string | undefined): string {
  if (!text) throw new StartError('Name the operator, as in: npm run operators -- show rotadasaguas');
  if (isSlug(text)) return text;
  throw new StartError(
    `"${text.slice(0, 40)}" cannot be the name of an operator: use 3 to 40 small letters, digits and "-".`,
  );
}

/** Throws a StartError for a name that a new operator cannot get. */
export function rejectReserved(slug: string): void {
  if (isReserved(slug)) throw new StartError(`"${slug}" is reserved. Choose another name for the operator.`);
}

/** A domain as browsers send it: small letters, "ã" as "xn--…". Throws a StartError for what is none. */
export function readDomain(text: string): string {
  const isWritten = text.length <= 253 && !NOT_IN_NAMES.test(text);
  const name = isWritten ? domainToASCII(text.replace(/\.$/, '')).toLowerCase() : '';
  const labels = name.split('.');
  const isName = name.length <= 253 && labels.length >= 2 && labels.every((label) => LABEL.test(label));
  // Numbers at the end are an address.
  if (isName && !/^\d+$/.test(labels.at(-1) ?? '')) return name;
  throw new StartError(`"${text.slice(0, 100)}" is no domain: write it as in rotadasaguas.example, without https://.`);
}

/**
 * The host that a request names, as the directory has it; undefined if it names none, two, or something else than a
 * name. `X-Forwarded-Host` and addresses in the first line are not believed.
 */
export function hostOf({
  rawHeaders,
  url = '',
}: {
  rawHeaders: string[];
  url?: string | undefined;
}): string | undefined {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length !== 4 || rawHeaders[index]?.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[index + 1];
  }
  // "GET http://another.example/": a proxy may have read the other one of two.
  if (host === undefined || host.length > 260 || !url.startsWith('/')) return undefined;
  const name = /^([a-z0-9.-]+?)\.?(?::\d{1,5})?$/i.exec(host)?.[1];
  return name?.toLowerCase();
}
