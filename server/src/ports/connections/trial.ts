import { type AccessFault, ProviderRefused, ProviderUnavailable } from '../payments/port.ts';
import type { Tried } from './port.ts';

/** For a person who waits: one attempt. */
export const TRIAL_LIMITS = { connectMs: 5_000, answerMs: 10_000, attempts: 1 };

export function accepted(account: string, more: Partial<Tried> = {}): Tried {
  return { outcome: 'accepted', problems: [], notes: [], account, ...more };
}

/** `fields`: those at fault; none of the connection as a whole. */
export function refused(sentence: string, ...fields: string[]): Tried {
  const at = fields.length > 0 ? fields : [''];
  return { outcome: 'refused', problems: at.map((field) => ({ field, sentence })), notes: [], account: '' };
}

export function unreachable(sentence: string): Tried {
  return { outcome: 'unreachable', problems: [{ field: '', sentence }], notes: [], account: '' };
}

/** What an error of a provider means to who typed the connection; `fields` by what is at fault. */
export function explainError(error: unknown, provider: string, fields: Partial<Record<AccessFault, string[]>>): Tried {
  const fault = error instanceof ProviderUnavailable || error instanceof ProviderRefused ? error.fault : undefined;
  if (fault) return refused(sentences[fault](provider), ...(fields[fault] ?? []));
  if (error instanceof ProviderRefused) {
    return refused(`${provider} respondeu, mas não aceitou a consulta. Confira os endereços e as permissões.`);
  }
  return unreachable(`${provider} não respondeu agora. Confira o endereço, ou tente de novo daqui a pouco.`);
}

const sentences: Record<AccessFault, (provider: string) => string> = {
  credentials: (provider) =>
    `${provider} não reconhece estas credenciais. Confira se foram copiadas inteiras e se são as de produção.`,
  permission: (provider) =>
    `${provider} reconhece as credenciais, mas elas não podem consultar pagamentos. Libere as permissões da aplicação.`,
  'client-certificate': (provider) =>
    `${provider} não aceita este certificado. Confira se é o desta aplicação e se foi cadastrado no portal.`,
  'server-certificate': (provider) =>
    `O certificado de segurança de ${provider} não é válido. Confira o endereço: não enviamos nada para lá.`,
  'private-address': () => 'Este endereço é de uma rede interna. Use o endereço público do provedor.',
};
