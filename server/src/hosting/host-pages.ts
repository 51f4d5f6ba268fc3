import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { documentOf, PAGE_POLICY, paragraph } from './pages/layout.ts';

/** A page of the host, which belongs to no operator and names none. */
interface HostPage {
  status: number;
  title: string;
  text: string;
}

export const hostPages = {
  unknown: {
    status: 404,
    title: 'Não há nada neste endereço',
    text: 'Confira se o endereço está escrito certo.',
  },
  suspended: {
    status: 503,
    title: 'Este site está fora do ar por enquanto',
    text: 'Nada foi apagado. Para falar sobre uma reserva, procure a agência por telefone ou WhatsApp.',
  },
  moving: {
    status: 503,
    title: 'Este site volta em alguns minutos',
    text: 'Quem cuida dele está trabalhando nisso. Tente de novo daqui a pouco.',
  },
  maintenance: {
    status: 503,
    title: 'Este site está em manutenção',
    text: 'Nada se perdeu. Tente de novo daqui a pouco.',
  },
  busy: {
    status: 503,
    title: 'Não deu para abrir o site agora',
    text: 'Espere alguns segundos e tente de novo.',
  },
} satisfies Record<string, HostPage>;

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const RETRY_S = '5';

/** Answers a page of the host, or the same as JSON where a program asks. */
export function sendHostPage(
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
  { status, title, text }: HostPage,
): void {
  if (response.destroyed || response.headersSent) return;
  const isProgram = /^\/(?:api|identity|webhooks)(?:\/|$)/.test(url.split('?')[0] ?? '');
  const code = status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE';
  const body = isProgram
    ? JSON.stringify({ statusCode: status, code, message: `${title}. ${text}` })
    : documentOf({ title, content: paragraph(text) });
  const headers: OutgoingHttpHeaders = {
    ...HEADERS,
    'content-type': isProgram ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(status === 503 && { 'retry-after': RETRY_S }),
  };
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : body);
}
