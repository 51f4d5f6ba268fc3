import { type EditableEmail, emailTemplates, type ValuesOf } from './email-templates.ts';
import type { TemplateField } from './message-templates.ts';

/**
 * The template of a kind of message, outside of the day after the client wrote: Meta approves it word by word, so the
 * operator's own wording is of e-mails and of free text alone. Fields are those of the e-mail that are never empty.
 */
interface ChatTemplate {
  text: string;
  /** Null: an answer is all that it asks for. */
  button: string | null;
  /** What it is about: money and departures leave also when the month's budget is spent. */
  about: 'money' | 'departure' | 'care';
  /** Sent also to contacts who wrote PARAR: the contract needs it. */
  isNeeded: boolean;
  /** Asks for this payment, which can be made in the chat. */
  asksFor?: 'deposit' | 'balance';
  /** As Meta prices it. */
  category?: 'MARKETING';
}

// Changed with any text: Meta knows a template by its name.
const VERSION = 1;

type Fields<Kind extends EditableEmail> = keyof ValuesOf<Kind> & string;
type Named<Kind extends EditableEmail> = (field: Fields<Kind>) => string;

function template<Kind extends EditableEmail>(
  _kind: Kind,
  text: (field: Named<Kind>) => string,
  more: Omit<ChatTemplate, 'text'>,
): ChatTemplate {
  return { text: text((field) => `{${field}}`), ...more };
}

/** Names and fields of templates that stand in the place of no e-mail with the operator's wording. */
const others = {
  alertNewDate: {
    label: 'Nova data de um passeio',
    fields: {
      primeiro_nome: 'Ana',
      passeio: 'Cânions de Furnas',
      saida: 'sábado, 5 de dezembro de 2026, às 05:30',
      valor: 'R$ 289,00',
    },
  },
  talk: { label: 'Continuar a conversa', fields: { primeiro_nome: 'Ana', empresa: 'Rota das Águas' } },
} as const;

const isOther = (kind: ChatKind): kind is keyof typeof others => Object.hasOwn(others, kind);

const money = { about: 'money', isNeeded: true } as const;
const reminder = { about: 'money', isNeeded: false } as const;
const departure = { about: 'departure', isNeeded: true } as const;
const care = { about: 'care', isNeeded: false } as const;

/** Every kind of message that goes by WhatsApp, by the kind of its e-mail where it has one. */
export const chatTemplates = {
  reservationReceived: template(
    'reservationReceived',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Recebemos a sua reserva ${f('codigo')} em ${f('passeio')}, para ${f('pessoas')}. Para confirmar, falta o sinal de ${f('sinal')}. Pague pelo botão abaixo; a página da reserva mostra até quando as vagas ficam guardadas.`,
    { ...money, button: 'Pagar com Pix', asksFor: 'deposit' },
  ),
  reservationConfirmed: template(
    'reservationConfirmed',
    (f) =>
      `Olá, ${f('primeiro_nome')}! A sua reserva ${f('codigo')} em ${f('passeio')}, para ${f('pessoas')}, está confirmada. Veja os detalhes na página da reserva.`,
    { ...money, button: 'Ver a reserva' },
  ),
  requestReceived: template(
    'requestReceived',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Recebemos o seu pedido ${f('codigo')} em ${f('passeio')}, para ${f('pessoas')}. Respondemos até ${f('prazo')}, e até lá você não paga nada.`,
    { ...departure, button: 'Ver o pedido' },
  ),
  requestAccepted: template(
    'requestAccepted',
    (f) =>
      `Boa notícia, ${f('primeiro_nome')}! Aceitamos o seu pedido ${f('codigo')} em ${f('passeio')}, para ${f('pessoas')}. Veja na página da reserva o que falta para confirmar.`,
    { ...money, button: 'Ver a reserva', asksFor: 'deposit' },
  ),
  requestRefused: template(
    'requestRefused',
    (f) =>
      `Olá, ${f('primeiro_nome')}! A nossa equipe não pôde aceitar o seu pedido ${f('codigo')} em ${f('passeio')}. Você não paga nada. Veja outras datas pelo botão abaixo.`,
    { ...departure, button: 'Ver outras datas' },
  ),
  requestLapsed: template(
    'requestLapsed',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Não conseguimos responder ao seu pedido ${f('codigo')} em ${f('passeio')} até ${f('prazo')}, e as vagas ficaram livres. Desculpe! Você não paga nada. Ainda quer ir? Peça de novo pelo botão abaixo.`,
    { ...departure, button: 'Ver o passeio' },
  ),
  holdEnding: template(
    'holdEnding',
    (f) =>
      `Olá, ${f('primeiro_nome')}! As vagas da sua reserva ${f('codigo')} em ${f('passeio')} estão guardadas até ${f('prazo')}. Falta pagar ${f('valor')} do sinal. Pague pelo botão abaixo; se acabou de pagar, não precisa fazer nada.`,
    { ...reminder, button: 'Pagar com Pix', asksFor: 'deposit' },
  ),
  holdExpired: template(
    'holdExpired',
    (f) =>
      `Olá, ${f('primeiro_nome')}! A reserva ${f('codigo')} em ${f('passeio')} estava guardada até ${f('prazo')}. O sinal não chegou até lá, e as vagas ficaram livres. Ainda quer ir? Veja se há vagas pelo botão abaixo.`,
    { ...money, button: 'Ver o passeio' },
  ),
  paymentConfirmed: template(
    'paymentConfirmed',
    (f) =>
      `Olá, ${f('primeiro_nome')}! ${f('titulo')}. Recebemos ${f('valor')} (${f('forma')}) para ${f('passeio')}. ${f('frase_do_que_falta')} Veja a sua reserva pelo botão abaixo.`,
    { ...money, button: 'Ver a reserva' },
  ),
  paymentForEnded: template(
    'paymentForEnded',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Recebemos ${f('valor')} (${f('forma')}) da reserva ${f('codigo')} em ${f('passeio')}, mas ${f('por_que_nao_vale')}. Veja pelo botão abaixo o que acontece com o valor, ou responda esta mensagem.`,
    { ...money, button: 'Ver a reserva' },
  ),
  receiptReceived: template(
    'receiptReceived',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Recebemos o seu comprovante da reserva ${f('codigo')} em ${f('passeio')}. Vamos conferir se o valor entrou na conta e avisar você.`,
    { ...money, button: 'Ver a reserva' },
  ),
  receiptRejected: template(
    'receiptRejected',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Conferimos o comprovante da reserva ${f('codigo')} em ${f('passeio')} e não conseguimos aceitá-lo. Motivo: ${f('motivo')} Envie outro pelo botão abaixo, ou responda esta mensagem.`,
    { ...money, button: 'Enviar comprovante' },
  ),
  balanceDue: template(
    'balanceDue',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Está chegando a hora de ${f('passeio')}, com saída em ${f('saida')}. Da sua reserva ${f('codigo')} falta pagar ${f('valor')}, até ${f('prazo')}. Pague pelo botão abaixo.`,
    { ...reminder, button: 'Pagar com Pix', asksFor: 'balance' },
  ),
  balanceOverdue: template(
    'balanceOverdue',
    (f) =>
      `Olá, ${f('primeiro_nome')}! O prazo para pagar o restante da sua reserva ${f('codigo')} em ${f('passeio')} era ${f('prazo')}, e ainda faltam ${f('valor')}. Pague pelo botão abaixo; se precisa combinar outro prazo, responda esta mensagem.`,
    { ...reminder, button: 'Pagar com Pix', asksFor: 'balance' },
  ),
  instalmentDue: template(
    'instalmentDue',
    (f) =>
      `Olá, ${f('primeiro_nome')}! A parcela ${f('parcela')} da sua reserva ${f('codigo')} em ${f('passeio')}, de ${f('valor')}, vence em ${f('vencimento')}. Pague pelo botão abaixo.`,
    { ...reminder, button: 'Pagar com Pix' },
  ),
  instalmentOverdue: template(
    'instalmentOverdue',
    (f) =>
      `Olá, ${f('primeiro_nome')}! A parcela ${f('parcela')} da sua reserva ${f('codigo')} em ${f('passeio')} venceu em ${f('vencimento')}, e ainda faltam ${f('valor')}. Pague pelo botão abaixo; se precisa combinar outro prazo, responda esta mensagem.`,
    { ...reminder, button: 'Pagar com Pix' },
  ),
  dataMissing: template(
    'dataMissing',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Para viajar, todos precisam estar na lista de passageiros. Da sua reserva ${f('codigo')} em ${f('passeio')} faltam os dados de ${f('pessoas')}, até ${f('prazo')}. Complete pelo botão abaixo.`,
    { ...care, about: 'departure', button: 'Completar os dados' },
  ),
  departureSoon: template(
    'departureSoon',
    (f) =>
      `Olá, ${f('primeiro_nome')}! ${f('passeio')} sai ${f('sai_quando')}. Chegue ao embarque 15 minutos antes e diga o código ${f('codigo')}. A hora e o local do seu embarque estão no voucher, pelo botão abaixo.`,
    { ...departure, button: 'Abrir o voucher' },
  ),
  tripChanged: template(
    'tripChanged',
    (f) =>
      `Olá, ${f('primeiro_nome')}! O passeio ${f('passeio')}, da sua reserva ${f('codigo')}, mudou. Veja o que mudou pelo botão abaixo.`,
    { ...departure, button: 'Ver a reserva' },
  ),
  departureGuaranteed: template(
    'departureGuaranteed',
    (f) =>
      `Boa notícia, ${f('primeiro_nome')}! A saída de ${f('passeio')}, da sua reserva ${f('codigo')}, está garantida: viajamos em ${f('saida')}. Já pode se preparar.`,
    { ...care, button: 'Ver a reserva' },
  ),
  departureCancelled: template(
    'departureCancelled',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Precisamos cancelar a saída de ${f('passeio')} em ${f('saida')}, da sua reserva ${f('codigo')}. Sentimos muito. O motivo: ${f('motivo')} Você não tinha pago nada, e nada é cobrado.`,
    { ...departure, button: 'Ver as próximas' },
  ),
  departureChoice: template(
    'departureChoice',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Precisamos cancelar a saída de ${f('passeio')} em ${f('saida')}, da sua reserva ${f('codigo')}. Sentimos muito. O motivo: ${f('motivo')} Recebemos ${f('valor')}, e o valor é todo seu. Até ${f('prazo')}, escolha pelo botão abaixo o que prefere.`,
    { ...departure, button: 'Escolher' },
  ),
  departureMoved: template(
    'departureMoved',
    (f) =>
      `Pronto, ${f('primeiro_nome')}! A sua reserva ${f('codigo')}, que era em ${f('antes')}, agora é em ${f('passeio')}. Saímos em ${f('saida')}. Escolha o seu ponto de embarque na página da reserva.`,
    { ...departure, button: 'Ver a reserva' },
  ),
  reservationCancelled: template(
    'reservationCancelled',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Sobre a reserva ${f('codigo')} em ${f('passeio')}: ${f('frase_do_cancelamento')} Veja os valores na página da reserva.`,
    { ...money, button: 'Ver a reserva' },
  ),
  refundPaid: template(
    'refundPaid',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Devolvemos ${f('valor')} da sua reserva ${f('codigo')} em ${f('passeio')}. Se o valor não aparecer na sua conta, responda esta mensagem.`,
    { ...money, button: 'Ver a reserva' },
  ),
  cardRefused: template(
    'cardRefused',
    (f) =>
      `Olá, ${f('primeiro_nome')}! O banco não aprovou o pagamento de ${f('valor')} com cartão da sua reserva ${f('codigo')} em ${f('passeio')}. Você pode pagar de outro jeito pelo botão abaixo.`,
    { ...money, button: 'Pagar de outro jeito' },
  ),
  waitingOffer: template(
    'waitingOffer',
    (f) =>
      `Boa notícia, ${f('primeiro_nome')}! Guardamos ${f('vagas')} em ${f('passeio')} para você, na reserva ${f('codigo')}. Veja pelo botão abaixo até quando, e como ficar com elas.`,
    { ...money, button: 'Ver as vagas', asksFor: 'deposit' },
  ),
  tripThanks: template(
    'tripThanks',
    (f) =>
      `Olá, ${f('primeiro_nome')}! Obrigado por viajar com a gente em ${f('passeio')}. Conte como foi: são de 1 a 5 estrelas e, se quiser, uma frase.`,
    { ...care, button: 'Contar como foi' },
  ),
  // To those alone who asked for it, and chose to get it by WhatsApp.
  alertNewDate: {
    text: 'Olá, {primeiro_nome}! Você pediu para saber: {passeio} tem uma nova data, {saida}, a partir de {valor} por adulto. Veja pelo botão abaixo. Se não quer mais mensagens assim, responda PARAR.',
    ...care,
    category: 'MARKETING',
    button: 'Ver a nova data',
  },
  // Sent by hand alone, to whoever has written or was written to.
  talk: {
    text: 'Olá, {primeiro_nome}! Aqui é da {empresa}. Podemos continuar a conversa sobre o seu passeio? Responda esta mensagem.',
    ...care,
    button: null,
  },
} satisfies Partial<Record<EditableEmail | keyof typeof others, ChatTemplate>>;

export type ChatKind = keyof typeof chatTemplates;

/** Whether a kind of e-mail also goes by WhatsApp. */
export const isChatKind = (kind: string): kind is ChatKind => Object.hasOwn(chatTemplates, kind);

export const chatTemplateOf = (kind: ChatKind): ChatTemplate => chatTemplates[kind];

export const TEMPLATE_LANGUAGE = 'pt_BR';

/** As Meta knows it; `isPix`: with the button of a payment in place of that of a page. */
export function templateName(kind: ChatKind, isPix = false): string {
  const words = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `passeio_${words}_${isPix ? 'pix_' : ''}v${VERSION}`;
}

/** Whether it is sent also to contacts who wrote PARAR; `name`: as Meta knows it. */
export function isNeededTemplate(name: string): boolean {
  const kinds = Object.keys(chatTemplates) as ChatKind[];
  const kind = kinds.find((one) => templateName(one) === name || templateName(one, true) === name);
  return kind !== undefined && chatTemplateOf(kind).isNeeded;
}

/** The body with {{1}}, {{2}} … in place of fields, these by their order, and examples of them. */
export function numbered(kind: ChatKind): { body: string; fields: string[]; examples: string[] } {
  const fields: string[] = [];
  const body = chatTemplateOf(kind).text.replace(/\{([a-z_]+)\}/g, (_, name: string) => `{{${fields.push(name)}}}`);
  return { body, fields, examples: fields.map((name) => exampleOf(kind, name)) };
}

function exampleOf(kind: ChatKind, field: string): string {
  if (isOther(kind)) return (others[kind].fields as Record<string, string>)[field] ?? '';
  return (emailTemplates[kind].fields as Record<string, TemplateField>)[field]?.example ?? '';
}

/** As staff calls it. */
export const chatLabel = (kind: ChatKind): string => (isOther(kind) ? others[kind] : emailTemplates[kind]).label;
