import { publicLookup, requirePublicHost } from '../../platform/http/public-addresses.ts';
import { smtpTransport } from '../mail/smtp.ts';
import type { ConnectionAdapter, ConnectionValues, Surroundings, Tried } from './port.ts';
import { accepted, refused, unreachable } from './trial.ts';

const TRIAL_MS = 15_000;
/** TLS from the first byte; other ports begin it by STARTTLS. */
const TLS_PORT = '465';

/** A mail server. */
export const mailConnection: ConnectionAdapter = {
  addresses: () => [],

  async tryOut(values, surroundings) {
    try {
      const transport = open(values, surroundings, TRIAL_MS);
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
      return accepted(`${values.host} ${values.user}`);
    } catch (error) {
      return explain(error as NodeJS.ErrnoException & { responseCode?: number });
    }
  },

  async open({ values }, surroundings) {
    const mail = open(values, surroundings);
    return { mail, close: async () => mail.close() };
  },
};

function open(
  { host = '', port, user = '', password = '', from = '' }: ConnectionValues,
  around: Surroundings,
  answerMs?: number,
) {
  if (!around.mayBePrivate) requirePublicHost(host);
  const scheme = port === TLS_PORT ? 'smtps' : 'smtp';
  const url = `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`;
  return smtpTransport(url, from, {
    ...(answerMs && { answerMs }),
    ...(!around.mayBePrivate && { lookup: publicLookup }),
  });
}

function explain({ code = '', message }: NodeJS.ErrnoException): Tried {
  if (code === 'EAUTH') return refused('O servidor não aceita este usuário com esta senha.', 'user', 'password');
  if (code === 'EPRIVATEADDRESS')
    return refused('Este servidor é de uma rede interna. Use o endereço público.', 'host');
  if (/^(DEPTH_|CERT_|ERR_TLS|UNABLE_|SELF_SIGNED)/.test(code) || /certificate/i.test(message)) {
    return refused('O certificado de segurança do servidor não é válido. Confira o nome do servidor.', 'host');
  }
  if (code === 'ETLS' || /STARTTLS|wrong version number/i.test(message)) {
    return refused('O servidor não protege a conexão nesta porta. Tente 465 ou 587.', 'port');
  }
  return unreachable('O servidor de e-mail não respondeu. Confira o nome e a porta, ou tente de novo daqui a pouco.');
}
