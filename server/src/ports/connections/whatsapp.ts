import { PrivateAddress, publicLookup, requirePublicHost } from '../../platform/http/public-addresses.ts';
import { ProviderRefused } from '../payments/port.ts';
import { cloudApi } from '../whatsapp/cloud-api.ts';
import type { ConnectionAdapter, ConnectionValues, Surroundings } from './port.ts';
import { accepted, explainError, refused, TRIAL_LIMITS } from './trial.ts';

const PROVIDER = 'O WhatsApp';
const NUMBER_UNKNOWN = 'Este token não abre este número. Confira o id do número de telefone e as permissões do token.';
const ACCOUNT_UNKNOWN =
  'Este token não abre esta conta. Confira o id da conta do WhatsApp Business e a permissão whatsapp_business_management.';

/** The Cloud API of WhatsApp: Meta's, or a solution partner's. */
export const whatsAppConnection: ConnectionAdapter = {
  addresses: () => [],

  async tryOut(values, surroundings) {
    let service: ReturnType<typeof open> | undefined;
    try {
      service = open(values, '', surroundings, TRIAL_LIMITS);
      const { display_phone_number: phone, verified_name: name } = await readOrRefuse(service.readNumber());
      if (!phone) return refused(NUMBER_UNKNOWN, 'phoneNumberId', 'accessToken');
      const templates = await readOrRefuse(service.listTemplates());
      if (!Array.isArray(templates)) return refused(ACCOUNT_UNKNOWN, 'account', 'accessToken');
      const notes = [`É o número ${phone}${name && `, de ${name}`}.`];
      return accepted(`${values.baseUrl} ${values.account} ${values.phoneNumberId}`, { notes });
    } catch (error) {
      const isPrivate = error instanceof PrivateAddress;
      return explainError(isPrivate ? new ProviderRefused(error.message, 'private-address') : error, PROVIDER, {
        credentials: ['accessToken'],
        'server-certificate': ['baseUrl'],
        'private-address': ['baseUrl'],
      });
    } finally {
      await service?.close();
    }
  },

  async open({ pathSecret, values }, surroundings) {
    const whatsApp = open(values, pathSecret, surroundings);
    return { whatsApp, close: whatsApp.close };
  },
};

// What the token may not see is a matter of two fields, not of the connection as a whole.
async function readOrRefuse<Answer>(reading: Promise<Answer>): Promise<Partial<Answer>> {
  return reading.catch((error) => {
    const isTokenWrong = error instanceof ProviderRefused && error.fault === 'credentials';
    if (error instanceof ProviderRefused && !isTokenWrong) return {};
    throw error;
  });
}

function open(
  {
    baseUrl = '',
    phoneNumberId = '',
    account = '',
    accessToken = '',
    appSecret = '',
    verifyToken = '',
    pix = '',
  }: ConnectionValues,
  pathSecret: string,
  { mayBePrivate }: Surroundings,
  limits?: { connectMs: number; answerMs: number },
) {
  if (!mayBePrivate) requirePublicHost(new URL(baseUrl).hostname);
  return cloudApi({
    ...{ baseUrl, phoneNumberId, account, accessToken, appSecret, verifyToken, pathSecret },
    pixInChat: pix === 'button' ? 'button' : 'text',
    ...(limits && { limits }),
    ...(!mayBePrivate && { lookup: publicLookup }),
  });
}
