import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const CLIENT = { clientId: 'passeio.apps.example', clientSecret: 'segredo-do-cliente' };

/** What a test makes wrong in an ID token: claims, or the key that signs it. */
interface Slip {
  claims?: Record<string, unknown>;
  isForged?: boolean;
}

/** An OpenID Connect provider, as Google is one, where nobody has to sign in: tests say who did. */
export async function startOpenIdProvider() {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const codes = new Map<string, { asked: URLSearchParams; person: object; slip: Slip }>();
  const provider = { isUp: true, tokensAsked: 0 };
  let issuer = '';

  // As Google does, which looks at the client first.
  const isKnown = (form: URLSearchParams) =>
    form.get('client_id') === CLIENT.clientId && form.get('client_secret') === CLIENT.clientSecret;

  async function exchange(form: URLSearchParams): Promise<object | undefined> {
    provider.tokensAsked += 1;
    const code = form.get('code') ?? '';
    const given = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      given?.asked.get('code_challenge') === challenge &&
      given.asked.get('redirect_uri') === form.get('redirect_uri') &&
      isKnown(form);
    if (!isRight) return undefined;
    const claims = { sub: randomUUID(), nonce: given.asked.get('nonce'), aud: CLIENT.clientId, ...given.person };
    const token = new SignJWT({ iss: issuer, ...claims, ...given.slip.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('5m');
    const signed = await token.sign((given.slip.isForged ? foreign : own).privateKey);
    return { access_token: 'unused', token_type: 'Bearer', id_token: signed };
  }

  async function answer(path: string, body: string): Promise<object | undefined> {
    if (path === '/token') return exchange(new URLSearchParams(body));
    if (path === '/keys') return { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256' }] };
    if (path !== '/.well-known/openid-configuration') return undefined;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  const server = createServer(async (request, response) => {
    if (!provider.isUp) return request.socket.destroy();
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const json = await answer(request.url ?? '', body);
    response.writeHead(json ? 200 : 400, { 'content-type': 'application/json' });
    const isOfClient = request.url === '/token' && !isKnown(new URLSearchParams(body));
    response.end(JSON.stringify(json ?? { error: isOfClient ? 'invalid_client' : 'invalid_grant' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    issuer,
    /** Somebody signs in at the address to which the product sent them: the query with which they come back. */
    signIn(address: string, person: object, slip: Slip = {}): string {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      codes.set(code, { asked, person, slip });
      return `?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
