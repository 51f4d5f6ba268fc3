import type { CompanyCertificate } from '../fiscal/certificate.ts';
import { type GovernmentAddresses, type GovernmentName, GovernmentUnavailable } from '../fiscal/port.ts';
import { bytesOf, cnpjText, dayText, expiryNotes, isOfCompany } from './certificates.ts';
import type { ConnectionAdapter, ConnectionValues, Surroundings, Tried } from './port.ts';
import { accepted, refused, TRIAL_LIMITS, unreachable } from './trial.ts';

/** Notes of service by the company's certificate. */
export const fiscalConnection: ConnectionAdapter = {
  addresses: () => [],
  demonstrationUrl: ({ governments }) => governments.demonstration?.page,

  async tryOut(values, surroundings) {
    const government = governmentOf(values, surroundings);
    if (!government) return refused('Aqui não há este ambiente. Escolha outro.', 'environment');
    const { CertificateUnreadable, readCompanyCertificate } = await library();
    let certificate: CompanyCertificate;
    try {
      certificate = readCompanyCertificate(bytesOf(values.certificate ?? ''), values.certificatePassword ?? '');
    } catch (error) {
      if (!(error instanceof CertificateUnreadable)) throw error;
      return refusals[error.reason]();
    }
    const problem = problemOf(certificate, await surroundings.cnpj());
    if (problem) return refused(problem, 'certificate');
    const { expiresAt } = certificate;
    const tried = await askGovernment(government, certificate);
    return { ...tried, expiresAt, notes: [...expiryNotes(expiresAt, 'à certificadora'), ...tried.notes] };
  },

  async open({ values }, surroundings) {
    const government = governmentOf(values, surroundings);
    if (!government) throw new Error('its government is not one of this server');
    const { readCompanyCertificate, sefinNacional } = await library();
    const certificate = readCompanyCertificate(bytesOf(values.certificate ?? ''), values.certificatePassword ?? '');
    const fiscal = sefinNacional({ ...government, certificate });
    return { fiscal, close: fiscal.close };
  },
};

// Loaded on demand: few need them.
async function library() {
  const [certificates, sefin] = await Promise.all([
    import('../fiscal/certificate.ts'),
    import('../fiscal/sefin-nacional.ts'),
  ]);
  return { ...certificates, ...sefin };
}

const governmentOf = ({ environment }: ConnectionValues, { governments }: Surroundings) =>
  governments[environment as GovernmentName];

const refusals = {
  password: () => refused('Esta não é a senha do certificado.', 'certificatePassword'),
  key: () =>
    refused('Falta a chave privada no arquivo. Exporte o certificado de novo, com a chave (.pfx).', 'certificate'),
  'other-key': () =>
    refused(
      'A chave deste certificado não é RSA, e a nota não pode ser assinada com ela. Peça um A1 com chave RSA à certificadora.',
      'certificate',
    ),
  encryption: () =>
    refused(
      'O arquivo usa uma proteção que não conseguimos abrir. Exporte o certificado de novo no Windows.',
      'certificate',
    ),
  format: () => refused('Não deu para ler o arquivo. Envie o certificado A1, um arquivo .pfx ou .p12.', 'certificate'),
};

function problemOf({ taxId, validFrom, expiresAt }: CompanyCertificate, own: string): string | undefined {
  const now = Date.now();
  if (expiresAt.getTime() <= now)
    return `Este certificado venceu em ${dayText(expiresAt)}. Peça um novo à certificadora.`;
  if (validFrom.getTime() > now) return `Este certificado só vale a partir de ${dayText(validFrom)}.`;
  if (!taxId) return 'Este certificado não é de uma empresa. Use o e-CNPJ.';
  if (!own) return 'Preencha antes o CNPJ em “Empresa”, nas configurações: conferimos se o certificado é dele.';
  if (isOfCompany(taxId, own)) return undefined;
  return `Este certificado é do CNPJ ${cnpjText(taxId)}, e o da empresa nas configurações é ${cnpjText(own)}.`;
}

async function askGovernment(government: GovernmentAddresses, certificate: CompanyCertificate): Promise<Tried> {
  const { sefinNacional } = await library();
  const { answerMs } = TRIAL_LIMITS;
  const service = sefinNacional({ ...government, certificate, answerMs });
  try {
    await service.requireAccess();
    return accepted(`${service.environment} ${certificate.taxId}`);
  } catch (error) {
    const fault = error instanceof GovernmentUnavailable ? error.fault : undefined;
    if (fault === 'client-certificate') {
      return refused(
        'O governo não aceita este certificado. Confira se é um e-CNPJ da ICP-Brasil, ainda válido.',
        'certificate',
      );
    }
    if (fault === 'server-certificate') {
      return unreachable('O endereço do governo não provou quem é. Não enviamos nada para lá.');
    }
    return unreachable('O governo não respondeu agora. Tente de novo daqui a pouco.');
  } finally {
    await service.close();
  }
}
