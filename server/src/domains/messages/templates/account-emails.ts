import type { BackupKind } from '@passeio/contract/health';
import { firstName, plural } from '@passeio/contract/words';
import type { EmailContent } from './frame.ts';

/**
 * E-mails that the holder of an account gets about it, of which the queue holds all that they say: they cannot be read
 * again. They leave before all others.
 */
export interface AccountEmailData {
  resetPassword: { name: string; link: string };
  confirmEmail: { name: string; link: string };
  emailChangeRequested: { name: string; newEmail: string };
  emailChanged: { name: string; newEmail: string; link: string };
  emailCorrected: { name: string; newEmail: string; link: string };
  emailRemoved: object;
  twoFactorChanged: { name: string; change: keyof typeof twoFactorTexts };
  accountExists: { name: string; link: string };
  /** `role`: as in "operador". */
  staffInvitation: { name: string; role: string; link: string };
  dataExport: { name: string; link: string };
  /** Keys are masked; `before` is empty for none. */
  sellerKeyChanged: { name: string; before: string; after: string };
  /** To administrators. */
  backupFailed: { name: string; what: BackupKind; link: string };
  /** To administrators. */
  whatsAppBudget: { name: string; spent: string; budget: string; link: string };
  /** To administrators: `ends` is the last day of its certificate. */
  connectionEnding: { name: string; connection: string; ends: string; days: number; link: string };
}

const backupTexts: Record<BackupKind, { subject: string; text: string; note: string }> = {
  base: {
    subject: 'A cópia de segurança falhou',
    text: 'O sistema não conseguiu fazer a cópia de segurança do banco de dados. Tudo continua funcionando, e ele tenta de novo a cada hora.',
    note: 'Em geral falta espaço em disco, ou o destino das cópias não responde.',
  },
  proof: {
    subject: 'A cópia de segurança não pôde ser restaurada',
    text: 'A cópia de segurança foi feita, mas o teste de restauração falhou: em um acidente, talvez não dê para usá-la. Tudo continua funcionando.',
    note: 'Até dar certo, faça uma cópia à mão (npm run backup) e guarde em outro lugar.',
  },
  archive: {
    subject: 'As mudanças não estão sendo copiadas',
    text: 'Há mais de uma hora o sistema não consegue guardar as mudanças do banco de dados no destino das cópias. Tudo continua funcionando, e elas esperam no disco do servidor: se ele se perder, elas se perdem.',
    note: 'Em geral o destino das cópias não responde, ou recusa a chave.',
  },
};

const twoFactorTexts = {
  added: {
    subject: 'Verificação em duas etapas ativada',
    text: 'A sua conta agora pede, além da senha, um código do aplicativo autenticador ou uma chave de acesso.',
  },
  removed: {
    subject: 'Verificação em duas etapas desativada',
    text: 'A sua conta agora abre só com a senha.',
  },
  removedByStaff: {
    subject: 'Desativamos a sua verificação em duas etapas',
    text: 'A nossa equipe desativou a verificação em duas etapas da sua conta, e todos os aparelhos saíram dela. Ela agora abre só com a senha.',
  },
  recoveryCodesRenewed: {
    subject: 'Novos códigos de recuperação',
    text: 'Foram criados novos códigos de recuperação da sua conta. Os anteriores não valem mais.',
  },
  passkeyAdded: {
    subject: 'Nova chave de acesso',
    text: 'A sua conta agora abre também com uma nova chave de acesso, que dispensa a senha.',
  },
  passkeyRemoved: {
    subject: 'Chave de acesso removida',
    text: 'Uma chave de acesso foi removida da sua conta.',
  },
  authenticatorRemoved: {
    subject: 'Aplicativo autenticador removido',
    text: 'O aplicativo autenticador foi removido da sua conta, que pede agora uma chave de acesso.',
  },
};

const ignoreNote = 'Se não foi você, ignore esta mensagem: nada muda na sua conta.';

export const accountEmails: {
  [Kind in keyof AccountEmailData]: (data: AccountEmailData[Kind], talk: string) => EmailContent;
} = {
  resetPassword: ({ name, link }) => ({
    subject: 'Crie uma nova senha',
    preview: 'O link vale por uma hora e só pode ser usado uma vez.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Recebemos um pedido para criar uma nova senha da sua conta.'],
    action: { label: 'Criar nova senha', link },
    note: `O link vale por uma hora e só pode ser usado uma vez. ${ignoreNote}`,
  }),
  confirmEmail: ({ name, link }) => ({
    subject: 'Confirme o seu e-mail',
    preview: 'Falta só um toque para confirmar o seu endereço.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Confirme que este endereço é seu. É com ele que você entra na sua conta.'],
    action: { label: 'Confirmar e-mail', link },
    note: `O link vale por 24 horas. ${ignoreNote}`,
  }),
  emailChangeRequested: ({ name, newEmail }) => ({
    subject: 'Pedido de troca de e-mail',
    preview: 'O e-mail da sua conta vai mudar.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Recebemos um pedido para trocar o e-mail da sua conta para ${newEmail}. A troca acontece quando o novo endereço for confirmado.`,
      'Se não foi você, troque a sua senha agora e fale com a gente.',
    ],
  }),
  emailChanged: ({ name, newEmail, link }) => ({
    subject: 'O e-mail da sua conta mudou',
    preview: 'Se não foi você, desfaça a troca.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `O e-mail da sua conta agora é ${newEmail}.`,
      'Se não foi você, desfaça a troca: o e-mail volta a ser este, todos os aparelhos saem da conta e você cria uma nova senha.',
    ],
    action: { label: 'Desfazer a troca', link },
    note: 'O link vale por 7 dias. Se foi você, não precisa fazer nada.',
  }),
  emailCorrected: ({ name, newEmail, link }) => ({
    subject: 'Trocamos o e-mail da sua conta',
    preview: 'Se você não pediu, desfaça a troca.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `A nossa equipe trocou o e-mail da sua conta para ${newEmail}. Entre com ele a partir de agora; a senha continua a mesma.`,
      'Se você não pediu a troca, desfaça: o e-mail volta a ser este, todos os aparelhos saem da conta e você cria uma nova senha.',
    ],
    action: { label: 'Desfazer a troca', link },
    note: 'O link vale por 7 dias. Se você pediu a troca, não precisa fazer nada.',
  }),
  emailRemoved: () => ({
    subject: 'Este e-mail saiu de uma conta',
    preview: 'A conta que usava este endereço passou a usar outro.',
    heading: 'Olá!',
    paragraphs: [
      'Uma conta usava este endereço, que nunca foi confirmado. A nossa equipe corrigiu o e-mail dela.',
      'Se a conta é sua e você não pediu a troca, fale com a gente. Se não, não precisa fazer nada.',
    ],
  }),
  dataExport: ({ name, link }) => ({
    subject: 'A cópia dos seus dados',
    preview: 'O link vale por 24 horas e pede a sua senha.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      'A cópia dos seus dados está pronta: um arquivo ZIP, com um PDF para ler e os comprovantes e vouchers que temos.',
      'Para baixar, use a senha da sua conta.',
    ],
    action: { label: 'Baixar a cópia', link },
    note: 'O link vale por 24 horas. Se não foi você que pediu, troque a senha em Minha conta.',
  }),
  sellerKeyChanged: ({ name, before, after }, talk) => ({
    subject: 'A chave Pix da sua comissão mudou',
    preview: `A comissão vai para ${after}.`,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `A comissão das suas vendas agora vai para a chave ${after}.`,
      ...(before ? [`A chave anterior era ${before}.`] : []),
    ],
    note: `Não foi você? Troque a sua senha agora e ${talk}.`,
  }),
  backupFailed: ({ name, what, link }) => ({
    subject: backupTexts[what].subject,
    preview: 'Veja o que fazer.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [backupTexts[what].text, 'Veja em Saúde o que fazer. O motivo está no registro do servidor.'],
    action: { label: 'Abrir Saúde', link },
    note: backupTexts[what].note,
  }),
  connectionEnding: ({ name, connection, ends, days, link }) => ({
    subject: `${connection}: o certificado vence em ${plural(days, 'dia')}`,
    preview: `Ele vale até ${ends}.`,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `O certificado da conexão “${connection}” vale até ${ends}. Depois disso o banco deixa de responder, e os pagamentos não se confirmam mais sozinhos.`,
      'Peça o próximo certificado ao banco e troque o arquivo em Conexões. O que já foi cobrado continua valendo.',
    ],
    action: { label: 'Abrir Conexões', link },
  }),
  whatsAppBudget: ({ name, spent, budget, link }) => ({
    subject: 'WhatsApp: o orçamento do mês está acabando',
    preview: `Já foram ${spent} de ${budget}.`,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `As mensagens de WhatsApp deste mês já custaram cerca de ${spent}, de um orçamento de ${budget}.`,
      'No fim do orçamento, só saem mensagens sobre pagamentos e saídas. As outras vão por e-mail.',
    ],
    action: { label: 'Ver o WhatsApp', link },
  }),
  staffInvitation: ({ name, role, link }) => ({
    subject: 'Convite para a equipe',
    preview: 'Crie a sua conta para trabalhar com a gente.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Você recebeu um convite para a nossa equipe, com o perfil de ${role}. Crie a sua conta para começar.`,
    ],
    action: { label: 'Aceitar o convite', link },
    note: 'O link é só seu, vale por 7 dias e funciona uma vez. Se você não esperava este convite, ignore o e-mail.',
  }),
  twoFactorChanged: ({ name, change }) => ({
    subject: twoFactorTexts[change].subject,
    preview: 'Se não foi você, troque a sua senha.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [twoFactorTexts[change].text, 'Se não foi você, troque a sua senha agora e fale com a gente.'],
  }),
  accountExists: ({ name, link }) => ({
    subject: 'Você já tem uma conta',
    preview: 'Alguém tentou criar uma conta com o seu e-mail.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Alguém tentou criar uma conta com este e-mail, mas ele já tem uma. Se foi você, é só entrar.'],
    action: { label: 'Entrar', link },
    note: ignoreNote,
  }),
};

export type AccountEmailKind = keyof AccountEmailData;

export function isOfAccount(kind: string): kind is AccountEmailKind {
  return Object.hasOwn(accountEmails, kind);
}
