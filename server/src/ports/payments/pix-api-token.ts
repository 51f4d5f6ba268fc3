import { reasonOf, tokenResponse } from './pix-api-messages.ts';
import { ProviderRefused, ProviderUnavailable } from './port.ts';

// So that a token does not expire on the way.
const RENEWED_BEFORE_MS = 60_000;
const SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';
const WITH_DUE_DATES = `${SCOPE} cobv.write cobv.read`;

interface TokenResponse {
  status: number;
  body: unknown;
}
type Exchange = (form: URLSearchParams, headers: Record<string, string>) => Promise<TokenResponse>;

interface Form {
  form: URLSearchParams;
  headers: Record<string, string>;
}

interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** OAuth2 client credentials: a token, cached until shortly before it expires. */
export class TokenSource {
  #current: { token: string; until: number } | undefined;
  #pending: Promise<string> | undefined;
  #exchange: Exchange;
  #forms: Form[];

  constructor(credentials: Credentials, exchange: Exchange) {
    this.#exchange = exchange;
    this.#forms = formsOf(credentials);
  }

  /** Calls at the same time share one request. */
  async get(): Promise<string> {
    // Monotonic: the clock may be set meanwhile.
    if (this.#current && performance.now() < this.#current.until) return this.#current.token;
    this.#pending ??= this.#request().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** Drops a token that the provider no longer accepts. */
  forget(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #request(): Promise<string> {
    let refusal: TokenResponse | undefined;
    for (const way of this.#forms) {
      const response = await this.#exchange(way.form, way.headers);
      if (response.status < 300) {
        const { data } = tokenResponse.safeParse(response.body);
        if (!data) throw new ProviderUnavailable('the provider answered something that is no token');
        // The first way that works stays the only one.
        this.#forms = [way];
        const { access_token: token, expires_in: seconds } = data;
        const lifetime = Math.max(seconds * 1_000 - RENEWED_BEFORE_MS, seconds * 500);
        this.#current = { token, until: performance.now() + lifetime };
        return token;
      }
      refusal = response;
    }
    throw new ProviderRefused(
      `no token for PIX_CLIENT_ID and PIX_CLIENT_SECRET: ${reasonOf(refusal?.status ?? 0, refusal?.body)}`,
    );
  }
}

// The standard's OAuth2 lets a bank choose where the credentials stand, and whether scopes are asked for. Some refuse a
// scope that the credentials lack, and those of charges with a due date are not needed.
function formsOf({ clientId, clientSecret }: Credentials): Form[] {
  const grant = { grant_type: 'client_credentials' };
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const inBody = { client_id: clientId, client_secret: clientSecret };
  const inHeader = [WITH_DUE_DATES, SCOPE].map((scope) => ({ ...grant, scope }));
  return [
    ...[...inHeader, grant].map((form) => ({ form: new URLSearchParams(form), headers: { authorization: basic } })),
    ...inHeader.map((form) => ({ form: new URLSearchParams({ ...form, ...inBody }), headers: {} })),
  ];
}
