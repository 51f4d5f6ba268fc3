import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

/** Markup that is safe to send. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | Html[] | false | undefined;

/** Writes markup: what is put in is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? '' : written(parts[index - 1])) + text).join(''));
}

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The style of the demonstration's pages. */
const style = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #f3f5f9; --card: #fff; --line: #d8dee8; --soft: #5a6676;
  --brand: #4a3aa8; --brand-ink: #fff; --good: #1b7a43; --bad: #b3261e; --focus: #4a3aa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf3; --paper: #12151b; --card: #1c212a; --line: #343c49;
  --soft: #a3afc0; --brand: #3d2f92; --good: #6fd39a; --bad: #ff9d94; --focus: #b9aeff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header { background: var(--brand); color: var(--brand-ink); padding: 1rem; }
header a { color: inherit; font-weight: 700; font-size: 1.25rem; text-decoration: none; }
header > p { padding-top: .125rem; font-size: .875rem; }
header > * { max-width: 38rem; margin: 0 auto; display: block; }
main { max-width: 40rem; margin: 0 auto; }
main { padding: 1rem; display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; }
h1 { font-size: 1.375rem; margin: 0 0 .5rem; } h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
h3 { font-size: 1rem; margin: .75rem 0 .5rem; } details { margin-top: .75rem; }
main p { margin: 0 0 .5rem; } main p:last-child { margin-bottom: 0; }
.amount { font-size: 2rem; font-weight: 700; line-height: 1.2; margin: 0; }
.soft { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
.code { font: .8125rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--bad); font-weight: 600; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: .75rem 0; display: flex; gap: .75rem; justify-content: space-between;
  align-items: center; } li:first-child { border-top: 0; padding-top: 0; } li:last-child { padding-bottom: 0; }
li > div { min-width: 0; }
form { display: grid; gap: .75rem; } form.row { grid-template-columns: repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr)); gap: .5rem; }
form.row button { white-space: normal; }
label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 600; }
input, select, textarea { font: inherit; font-size: 1rem; font-weight: 400; width: 100%; padding: .625rem .75rem; border: 1px solid var(--soft);
  border-radius: .5rem; background: var(--card); color: var(--ink); min-height: 2.75rem; }
button, .button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem;
  border: 1px solid var(--brand); background: var(--brand); color: var(--brand-ink); cursor: pointer;
  text-decoration: none; display: inline-block; white-space: nowrap; }
button.plain, .button.plain { background: transparent; color: var(--ink); border-color: var(--soft); }
button[aria-pressed="true"] { background: var(--brand); color: var(--brand-ink); }
summary { cursor: pointer; font-weight: 600; min-height: 2.75rem; display: flex; align-items: center; }
summary::before { content: "▸"; margin-right: .5rem; } [open] > summary::before { content: "▾"; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
header :focus-visible { outline-color: var(--brand-ink); }
`;

export const when = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

interface Page {
  title: string;
  /** The bank or provider whose page it is. */
  place: string;
  content: Html;
  status?: number;
}

function page({ title, place, content }: Page, nonce: string): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${place}</title>
<style nonce="${nonce}">${new Html(style)}</style>
</head>
<body>
<header><a href="/">${place}</a><p>Aqui nenhum dinheiro é de verdade.</p></header>
<main>${content}</main>
</body>
</html>`.text;
}

/** Answers a page of the demonstration. */
export function sendPage(reply: FastifyReply, shown: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  return reply
    .code(shown.status ?? 200)
    .headers({
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(page(shown, nonce));
}

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** A server of pages with forms, over plain HTTP on loopback. */
export function pageServer(): FastifyInstance {
  const pages = fastify({ forceCloseConnections: true });
  pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  pages.addHook('onRequest', onlyFromHere);
  return pages;
}

// Other pages of the browser, and names that somebody points at this machine, must not press buttons here.
async function onlyFromHere(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { host = '', origin } = request.headers;
  const isLocal = LOCAL_NAMES.includes(host.replace(/:\d+$/, ''));
  const isOwn = request.method === 'GET' || origin === undefined || origin === `http://${host}`;
  return isLocal && isOwn ? undefined : reply.code(403).send();
}
