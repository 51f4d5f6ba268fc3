import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pixApi } from '../../src/ports/payments/pix-api.ts';
import { QUICK_LIMITS } from './demo-bank.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A bank that answers whatever a test asks it to, right or wrong; `asked`: the calls but those for tokens. */
export async function startLyingBank() {
  const bank = {
    asked: [] as { method: string; url: URL; body: string; headers: IncomingHttpHeaders }[],
    takesScopes: (_form: URLSearchParams): boolean => true,
    takesCredentials: (_form: URLSearchParams, _headers: IncomingHttpHeaders): boolean => true,
    token: (): unknown => ({ access_token: 'token', expires_in: 3_600 }),
    answer: ((_, response) => json(response, 404, {})) as Answer,
    tokensAsked: 0,
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (url.pathname === '/oauth/token') {
      bank.tokensAsked += 1;
      const form = new URLSearchParams(body);
      if (!bank.takesCredentials(form, request.headers)) return json(response, 401, { error: 'invalid_client' });
      const isTaken = bank.takesScopes(form);
      return json(response, isTaken ? 200 : 400, isTaken ? bank.token() : { error: 'invalid_scope' });
    }
    bank.asked.push({ method: String(request.method), url, body, headers: request.headers });
    bank.answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    bank,
    origin,
    connect: () =>
      pixApi({
        ...{ apiUrl: origin, tokenUrl: `${origin}/oauth/token`, clientId: 'id', clientSecret: 'secret' },
        ...{ certificate: {}, key: 'pix@passeio.example', limits: QUICK_LIMITS },
        timeZone: async () => 'America/Manaus',
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type LyingBank = Awaited<ReturnType<typeof startLyingBank>>;

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
