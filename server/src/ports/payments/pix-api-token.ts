import { reasonOf, tokenRefusal, tokenResponse } from './pix-api-messages.ts';
import { ProviderRefused, ProviderUnavailable } from './port.ts';

// So that a token does not expire on the way.
const RENEWED_BEFORE_MS = 60_000;
const CHARGES = 'cob.write cob.read';
const NOTICES = 'webhook.write webhook.read';
const DUE_DATES = 'cobv.write cobv.read';
// From all to what a charge cannot do without.
const SCOPES = [
  `${CHARGES} pix.write pix.read ${NOTICES} ${DUE_DATES}`,
  `${CHARGES} pix.write pix.read ${NOTICES}`,
  `${CHARGES} pix.read ${NOTICES} ${DUE_DATES}`,
  `${CHARGES} pix.read ${NOTICES}`,
  `${CHARGES} pix.write pix.read`,
  `${CHARGES} pix.read`,
];

interface TokenResponse {
  status: number;
  body: unknown;
}
type Exchange = (form: URLSearchParams, headers: Record<string, string>) => Promise<TokenResponse>;

interface Form {
  /** Where the credentials stand. */
  place: 'header' | 'body';
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
  #last: Form | undefined;

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

  // The way that worked last is tried first; another one may work by now.
  async #request(): Promise<string> {
    let refusal: TokenResponse | undefined;
    const refusedPlaces = new Set<Form['place']>();
    const ways = this.#forms.toSorted((one, other) => Number(other === this.#last) - Number(one === this.#last));
    for (const way of ways) {
      if (refusedPlaces.has(way.place)) continue;
      const response = await this.#exchange(way.form, way.headers);
      if (response.status < 300) {
        const { data } = tokenResponse.safeParse(response.body);
        if (!data) throw new ProviderUnavailable('the provider answered something that is no token');
        this.#last = way;
        const { access_token: token, expires_in: seconds } = data;
        const lifetime = Math.max(seconds * 1_000 - RENEWED_BEFORE_MS, seconds * 500);
        this.#current = { token, until: performance.now() + lifetime };
        return token;
      }
      refusal = response;
      // Fewer scopes do not help credentials that it does not find there; some banks lock those that fail often.
      if (isOfCredentials(response)) refusedPlaces.add(way.place);
    }
    this.#last = undefined;
    throw new ProviderRefused(
      `no token for PIX_CLIENT_ID and PIX_CLIENT_SECRET: ${reasonOf(refusal?.status ?? 0, refusal?.body)}`,
      'credentials',
    );
  }
}

function isOfCredentials({ status, body }: TokenResponse): boolean {
  const { error } = tokenRefusal.safeParse(body).data ?? {};
  return error === 'invalid_client' || (status === 401 && error !== 'invalid_scope');
}

// The standard's OAuth2 lets a bank choose where the credentials stand, and whether scopes are asked for. Some refuse a
// scope that the credentials lack: all but those of charges and of reading what came can be done without.
function formsOf({ clientId, clientSecret }: Credentials): Form[] {
  const grant = { grant_type: 'client_credentials' };
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const inBody = { client_id: clientId, client_secret: clientSecret };
  const asked = [...SCOPES.map((scope) => ({ ...grant, scope })), grant];
  return [
    ...asked.map((form) => ({
      ...{ place: 'header' as const, form: new URLSearchParams(form), headers: { authorization: basic } },
    })),
    ...asked.map((form) => ({
      place: 'body' as const,
      form: new URLSearchParams({ ...form, ...inBody }),
      headers: {},
    })),
  ];
}
