// Without schemas: the page of the passengers fills them in.
import type { MessageTemplate, TemplateField } from './message-templates.ts';

const fields = {
  primeiro_nome: { label: 'Primeiro nome de quem recebe', example: 'Ana' },
  empresa: { label: 'Nome da sua empresa', example: 'Rota das Águas' },
  codigo: { label: 'Código da reserva', example: 'K7M2QX' },
  passeio: { label: 'Nome do passeio', example: 'Cânions de Furnas' },
  saida: { label: 'Dia e hora da saída', example: 'sábado, 5 de dezembro, às 05:30' },
  embarque: { label: 'Hora e local do embarque', example: '05:10 – Três Corações, posto do trevo' },
  link: { label: 'Endereço da página da reserva', example: 'https://passeio.example/minhasreservas/K7M2QX' },
} satisfies Record<string, TemplateField>;

const amount = { valor: { label: 'Valor que falta', example: 'R$ 113,40' } };
const deadline = { prazo: { label: 'Até quando', example: 'quinta-feira, 3 de dezembro, às 18:00' } };

const whatsApp = (label: string, sentWhen: string, text: string, more: MessageTemplate['fields'] = {}) =>
  ({
    channel: 'whatsapp',
    label,
    sentWhen,
    fields: { ...fields, ...more },
    wording: { subject: '', text },
  }) as const satisfies MessageTemplate;

/** The texts that staff sends by WhatsApp, each for a moment of a reservation. */
export const whatsAppTemplates = {
  whatsAppDeposit: whatsApp(
    'Falta o sinal',
    'Enquanto a vaga está guardada e o sinal não foi pago.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. A sua reserva {codigo} em {passeio} está guardada até {prazo}. Falta o sinal de {valor}.\n\nPague por aqui: {link}',
    { ...amount, ...deadline },
  ),
  whatsAppData: whatsApp(
    'Faltam dados',
    'Quando falta algum dado de quem viaja.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. Para a lista de passageiros de {passeio} ({saida}), ainda falta: {dados}.\n\nComplete por aqui: {link}',
    { dados: { label: 'O que falta, e de quem', example: 'José: nascimento e documento' } },
  ),
  whatsAppBalance: whatsApp(
    'Falta o restante',
    'Com a reserva confirmada e um valor ainda a pagar.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. Da sua reserva {codigo} em {passeio} falta pagar {valor}, até {prazo}.\n\nPague por aqui: {link}',
    { ...amount, ...deadline },
  ),
  whatsAppOverdue: whatsApp(
    'Pagamento atrasado',
    'Quando o prazo do restante passou.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. O prazo do restante da sua reserva {codigo} em {passeio} passou: faltam {valor}. Podemos ajudar?\n\nPague por aqui: {link}',
    amount,
  ),
  whatsAppReceipt: whatsApp(
    'Comprovante em conferência',
    'Enquanto um comprovante espera a conferência.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. Recebemos o comprovante da sua reserva {codigo} em {passeio} e já estamos conferindo.',
  ),
  whatsAppTomorrow: whatsApp(
    'O embarque é amanhã',
    'Na véspera da saída e no dia dela.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. {passeio} sai {saida}. O seu embarque: {embarque}. Chegue 15 minutos antes e leve o documento original.\n\nO seu voucher: {link}',
  ),
  whatsAppRefund: whatsApp(
    'Devolução',
    'Quando há um valor a devolver.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. Sobre a devolução de {valor} da sua reserva {codigo} em {passeio}: ela está prevista até {prazo}.',
    { ...amount, ...deadline },
  ),
  whatsAppRequest: whatsApp(
    'Pedido de reserva em análise',
    'Enquanto um pedido de reserva espera a resposta da equipe.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. Recebemos o seu pedido {codigo} para {passeio} e respondemos até {prazo}.',
    deadline,
  ),
  whatsAppChoice: whatsApp(
    'Saída cancelada: falta escolher',
    'Depois de a saída ser cancelada, até o cliente escolher reembolso, crédito ou outra saída.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}. Precisamos cancelar a saída de {passeio} ({saida}), da sua reserva {codigo}. Até {prazo}, escolha o que prefere; sem resposta, devolvemos o valor.\n\nEscolha por aqui: {link}',
    deadline,
  ),
  whatsAppTalk: whatsApp(
    'Outros assuntos',
    'Quando nada está pendente.',
    'Olá, {primeiro_nome}! Aqui é da {empresa}, sobre a sua reserva {codigo} em {passeio} ({saida}).',
  ),
} as const satisfies Record<string, MessageTemplate>;

export type WhatsAppTemplateKey = keyof typeof whatsAppTemplates;

/** The key of chats with the text of an announcement, which is of one trip and no template. */
export const ANNOUNCEMENT = 'announcement';

const templates: Partial<Record<string, Pick<MessageTemplate, 'label'>>> = {
  ...whatsAppTemplates,
  [ANNOUNCEMENT]: { label: 'Mensagem a todos da saída' },
};

/** As "Falta o sinal"; undefined of a key that only another version knows. */
export function whatsAppLabel(key: string): string | undefined {
  return templates[key]?.label;
}
