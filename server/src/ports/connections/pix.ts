import { bankOf } from '@passeio/contract/connections/banks';
import { PrivateAddress, publicLookup, requirePublicHost } from '../../platform/http/public-addresses.ts';
import {
  CertificateError,
  type CertificateFacts,
  type CertificateFault,
  type ClientCertificate,
  certificateFacts,
  parseCertificate,
} from '../payments/certificate.ts';
import { pixApi } from '../payments/pix-api.ts';
import { ProviderRefused } from '../payments/port.ts';
import { bytesOf, cnpjText, dayText, expiryNotes, isOfCompany } from './certificates.ts';
import {
  type ConnectionAdapter,
  type ConnectionValues,
  NOTICES_REFUSED,
  type Surroundings,
  type Tried,
} from './port.ts';
import { accepted, explainError, refused, TRIAL_LIMITS } from './trial.ts';

const MINUTE_MS = 60_000;

/** A bank that speaks the API Pix. */
export const pixConnection: ConnectionAdapter = {
  addresses: () => [],

  async tryOut(values, surroundings) {
    let certificate: ClientCertificate;
    let facts: CertificateFacts;
    try {
      certificate = certificateOf(values);
      facts = certificateFacts(certificate);
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error;
      const { sentence, field } = certificateProblems[error.fault];
      return refused(sentence, field);
    }
    const problem = problemOf(facts, await surroundings.cnpj());
    if (problem) return refused(problem, 'certificate');
    const tried = await askBank(values, certificate, surroundings);
    const { expiresAt } = facts;
    return { ...tried, expiresAt, notes: [...expiryNotes(expiresAt, 'ao banco'), ...tried.notes] };
  },

  async open({ name, pathSecret, values }, surroundings) {
    const provider = pixApi(settingsOf(values, certificateOf(values), surroundings));
    const notices = { ...provider.notices, path: name, secret: pathSecret };
    return { provider: { ...provider, name, notices }, close: provider.close };
  },
};

function settingsOf(values: ConnectionValues, certificate: ClientCertificate, around: Surroundings) {
  const { apiUrl = '', tokenUrl = '', clientId = '', clientSecret = '', applicationKey, bank = '', key = '' } = values;
  const api = new URL(apiUrl);
  if (!around.mayBePrivate) for (const url of [api, new URL(tokenUrl)]) requirePublicHost(url.hostname);
  const keyName = bankOf(bank)?.applicationKey;
  if (keyName && applicationKey) api.searchParams.set(keyName, applicationKey);
  return {
    ...{ apiUrl: api.href, tokenUrl, clientId, clientSecret, certificate, key },
    timeZone: around.timeZone,
    ...(!around.mayBePrivate && { lookup: publicLookup }),
  };
}

function certificateOf({ certificate = '', certificateKey = '', certificatePassword = '' }: ConnectionValues) {
  return parseCertificate(bytesOf(certificate), {
    password: certificatePassword || undefined,
    key: certificateKey ? bytesOf(certificateKey) : undefined,
  });
}

const OLD = 'O arquivo usa uma proteção antiga, que não é mais aceita. Exporte o certificado de novo, com AES-256.';
const certificateProblems: Record<CertificateFault, { sentence: string; field: string }> = {
  incomplete: { sentence: 'Falta a chave do certificado. Envie também o arquivo .key.', field: 'certificateKey' },
  'wrong-password': { sentence: 'Esta não é a senha do certificado.', field: 'certificatePassword' },
  'password-missing': { sentence: 'Este certificado tem senha. Digite a senha dele.', field: 'certificatePassword' },
  'old-encryption': { sentence: OLD, field: 'certificate' },
  'other-key': { sentence: 'A chave não é deste certificado: os dois arquivos não combinam.', field: 'certificateKey' },
  unreadable: {
    sentence: 'Não deu para ler o arquivo. Envie um certificado .pem, .crt, .p12 ou .pfx.',
    field: 'certificate',
  },
};

function problemOf({ validFrom, expiresAt, cnpj }: CertificateFacts, own: string): string | undefined {
  const now = Date.now();
  if (expiresAt.getTime() <= now) return `Este certificado venceu em ${dayText(expiresAt)}. Peça um novo ao banco.`;
  if (validFrom.getTime() > now) return `Este certificado só vale a partir de ${dayText(validFrom)}.`;
  if (!cnpj || !own || isOfCompany(cnpj, own)) return undefined;
  return `Este certificado é do CNPJ ${cnpjText(cnpj)}, e o da empresa nas configurações é ${cnpjText(own)}.`;
}

async function askBank(values: ConnectionValues, certificate: ClientCertificate, around: Surroundings): Promise<Tried> {
  const named = `O ${bankOf(values.bank ?? '')?.label ?? 'banco'}`;
  const fields = {
    credentials: ['clientId', 'clientSecret'],
    'client-certificate': ['certificate'],
    'server-certificate': ['apiUrl'],
    'private-address': ['apiUrl'],
  };
  let provider: ReturnType<typeof pixApi> | undefined;
  try {
    provider = pixApi({ ...settingsOf(values, certificate, around), limits: TRIAL_LIMITS });
    const now = Date.now();
    // What came in the last minute: a read that every client of the API may do.
    for await (const _ of provider.notices.list(new Date(now - MINUTE_MS), new Date(now))) break;
    const notes = await noticeNotes(provider);
    return accepted(`${values.apiUrl} ${values.clientId} ${values.key}`, { notes });
  } catch (error) {
    return explainError(error instanceof PrivateAddress ? privateAddress() : error, named, fields);
  } finally {
    await provider?.close();
  }
}

const privateAddress = () => new ProviderRefused('an address of a private network', 'private-address');

async function noticeNotes({ notices }: ReturnType<typeof pixApi>): Promise<string[]> {
  try {
    await notices.checkRegistration?.();
    return [];
  } catch {
    return [NOTICES_REFUSED];
  }
}
