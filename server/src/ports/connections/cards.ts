import { pagePaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import { ProviderRefused } from '../payments/port.ts';
import { ProviderClient } from '../payments/provider-client.ts';
import type { ConnectionAdapter, Surroundings } from './port.ts';
import { accepted, explainError, refused, TRIAL_LIMITS, unreachable } from './trial.ts';

const PROVIDER = 'O Mercado Pago';
const BRAZIL = 'MLB';
// Accounts share one address: which of them signed a notice says whose it is.
const noticesOf = (publicUrl: string) => `${publicUrl}/webhooks/card`;

const ownAccount = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  site_id: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

/** Cards by Mercado Pago. */
export const cardConnection: ConnectionAdapter = {
  addresses: (publicUrl) => [
    { label: 'Webhooks, URL de produção (evento “Pagamentos”)', address: noticesOf(publicUrl) },
  ],

  async tryOut({ accessToken = '' }, { mercadoPagoUrl: apiUrl }) {
    if (accessToken.startsWith('TEST-')) {
      return refused('Esta credencial é de teste. Use a de produção, que começa com APP_USR.', 'accessToken');
    }
    const tokens = { get: async () => accessToken, forget: () => undefined };
    const client = new ProviderClient({ apiUrl, limits: TRIAL_LIMITS }, () => tokens);
    try {
      const { status, body } = await client.call({ method: 'GET', path: '/users/me' });
      const account = status < 300 ? ownAccount.safeParse(body).data : undefined;
      if (!account) return unreachable(`${PROVIDER} respondeu algo que não entendemos. Tente de novo daqui a pouco.`);
      if (account.tags?.includes('test_user'))
        return refused('Esta conta é de teste: ninguém paga por ela.', 'accessToken');
      if (account.site_id && account.site_id !== BRAZIL) {
        return refused('Esta conta do Mercado Pago não é do Brasil.', 'accessToken');
      }
      return accepted(account.id, {
        notes: ['A assinatura secreta só é conferida no primeiro aviso. Sem avisos, consultamos a cada minuto.'],
      });
    } catch (error) {
      const isRefused = error instanceof ProviderRefused && error.fault === 'permission';
      if (isRefused) return refused(`${PROVIDER} não aceita este access token. Copie o de produção.`, 'accessToken');
      return explainError(error, PROVIDER, {});
    } finally {
      await client.close();
    }
  },

  async open({ name, values }, surroundings) {
    // Loaded on demand: few need the library.
    const { mercadoPago } = await import('../payments/mercado-pago.ts');
    const provider = mercadoPago(settingsOf(values, surroundings));
    return { provider: { ...provider, name }, close: provider.close };
  },
};

function settingsOf(
  { accessToken = '', webhookSecret = '' }: Record<string, string>,
  { publicUrl, mercadoPagoUrl: apiUrl }: Surroundings,
) {
  // References begin with the code of their reservation.
  const returnTo = (reference: string) => publicUrl + pagePaths.backFromProvider(reference.slice(0, 6));
  return { apiUrl, accessToken, webhookSecret, returnTo, noticesTo: noticesOf(publicUrl) };
}
