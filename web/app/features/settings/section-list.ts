import { type OperatorField, operatorFieldKeys, operatorTable } from '@passeio/contract/operator/operator';

/** A section of the settings: URL segment, title, summary and fields. */
export interface SettingsSection {
  id: string;
  title: string;
  about: string;
  fields: readonly OperatorField[];
}

export const SETTINGS_PAGE = '/admin/configuracoes';

/** Sections with a form of their own. */
export const RESERVATIONS = 'reservas';
export const MESSAGES = 'mensagens';
export const CONTRACT = 'contrato';
export const ACCESS = 'acesso';
export const PRIVACY = 'privacidade';

const fieldsOf = (section: string) => operatorFieldKeys.filter((key) => operatorTable[key].section === section);

export const settingsSections: readonly SettingsSection[] = [
  { id: 'marca', title: 'Marca', about: 'Nome, logo e cor de destaque' },
  { id: 'empresa', title: 'Empresa', about: 'Razão social, CNPJ, endereço e fuso horário' },
  { id: 'contato', title: 'Contato', about: 'WhatsApp, telefone, e-mail e horário de atendimento' },
  { id: 'pagamento', title: 'Pagamento', about: 'Chave Pix' },
  { id: 'textos', title: 'Textos do site', about: 'Página inicial, contato e política de cancelamento' },
  { id: RESERVATIONS, title: 'Reservas', about: 'Prazos do sinal, do restante e das trocas' },
  { id: MESSAGES, title: 'Mensagens', about: 'Textos dos e-mails e do WhatsApp' },
  { id: CONTRACT, title: 'Contrato de viagem', about: 'O texto que o cliente aceita ao reservar' },
  { id: ACCESS, title: 'Acesso e segurança', about: 'Quem pode reservar e bloqueio de tela' },
  { id: PRIVACY, title: 'Privacidade', about: 'Quem responde pelos dados e por quanto tempo ficam' },
].map((section) => ({ ...section, fields: fieldsOf(section.id) }));

export function sectionPath(id: string): string {
  return `${SETTINGS_PAGE}/${id}`;
}

/** The page of a message's wording. */
export function messagePath(key: string): string {
  return `${sectionPath(MESSAGES)}/${key}`;
}
