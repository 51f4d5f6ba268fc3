import { GOOGLE_BASE } from '@passeio/contract/paths';
import type { ConnectionAdapter, ConnectionValues, Surroundings } from './port.ts';
import { accepted, refused, unreachable } from './trial.ts';

const callbackOf = (publicUrl: string) => `${publicUrl}${GOOGLE_BASE}/callback`;

/** Google, by which guests confirm their e-mail. */
export const googleConnection: ConnectionAdapter = {
  addresses: (publicUrl) => [
    { label: 'Origens JavaScript autorizadas', address: publicUrl },
    { label: 'URIs de redirecionamento autorizados', address: callbackOf(publicUrl) },
  ],

  async tryOut(values, surroundings) {
    const { tryGoogle } = await library();
    const outcome = await tryGoogle(configOf(values, surroundings), surroundings.publicUrl);
    if (outcome === 'accepted') return accepted(values.clientId ?? '');
    if (outcome === 'unreachable') return unreachable('O Google não respondeu agora. Tente de novo daqui a pouco.');
    if (outcome === 'client') {
      return refused('O Google não reconhece este client id com este client secret.', 'clientId', 'clientSecret');
    }
    const address = callbackOf(surroundings.publicUrl);
    return refused(
      `O Google não conhece o nosso endereço. Inclua ${address} nos URIs de redirecionamento.`,
      'clientId',
    );
  },

  async open({ values }, surroundings) {
    const { googleSignIn } = await library();
    const google = googleSignIn(configOf(values, surroundings), surroundings.publicUrl);
    return { google, close: async () => undefined };
  },
};

// Loaded on demand: few need it.
const library = () => import('../google/google.ts');

function configOf({ clientId = '', clientSecret = '' }: ConnectionValues, { googleIssuer: issuer }: Surroundings) {
  return { issuer, clientId, clientSecret };
}
