// Without schemas: the settings' page shows them.

import { type EmailField, emailFields } from './email-fields.ts';
import type { MessageTemplate, TemplateField, Wording } from './message-templates.ts';

/** What stands around the text, for its preview: heading, button, and the heading of a box of facts. */
interface Surroundings {
  heading?: string;
  button: string;
  box?: string;
}

interface EmailTemplate<Name extends string = string> extends MessageTemplate {
  channel: 'email';
  fields: Readonly<Record<Name, TemplateField>>;
  around: Required<Pick<Surroundings, 'heading' | 'button'>> & Pick<Surroundings, 'box'>;
}

/** A template with these fields, and how to reach the operator. `titles`: what {titulo} is, where it has one. */
function email<Name extends EmailField>(
  about: { label: string; sentWhen: string; around: Surroundings; titles?: TemplateField },
  fields: readonly Name[],
  subject: string,
  paragraphs: readonly string[],
): EmailTemplate<Name | 'como_falar'> {
  const { label, sentWhen, around, titles } = about;
  const known: Record<EmailField, TemplateField> = { ...emailFields, ...(titles ? { titulo: titles } : {}) };
  const named = [...fields, 'como_falar' as const].map((name) => [name, known[name]]);
  const own: Record<Name | 'como_falar', TemplateField> = Object.fromEntries(named);
  const wording: Wording = { subject, text: paragraphs.join('\n\n') };
  return { channel: 'email', label, sentWhen, fields: own, wording, around: { heading: 'Olá, Ana!', ...around } };
}

/** Fields of every e-mail about a reservation. */
const ofReservation = ['primeiro_nome', 'codigo', 'passeio'] as const;

const ofTrip = ['primeiro_nome', 'passeio'] as const;

const ofCancelled = [...ofReservation, 'saida', 'motivo'] as const;

/** The e-mails about reservations and waiting lists. Those about accounts are not the operator's to word. */
export const emailTemplates = {
  reservationReceived: email(
    {
      label: 'Recebemos a reserva',
      sentWhen: 'Logo depois da reserva, quando falta o sinal.',
      around: { button: 'Pagar com Pix' },
    },
    [...ofReservation, 'pessoas', 'frase_do_prazo', 'sinal', 'como_pagar'],
    'Recebemos a sua reserva {codigo}',
    [
      'Recebemos a sua reserva {codigo} em {passeio}, para {pessoas}. {frase_do_prazo}',
      'Para confirmar, falta o sinal de {sinal}. {como_pagar}',
    ],
  ),
  reservationConfirmed: email(
    {
      label: 'Reserva confirmada sem sinal',
      sentWhen: 'Logo depois da reserva, quando não há sinal a pagar; também de reservas importadas, se vocês pedirem.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'pessoas', 'frase_do_que_falta'],
    'A sua reserva {codigo} está confirmada',
    ['A sua reserva {codigo} em {passeio}, para {pessoas}, está confirmada.', '{frase_do_que_falta}'],
  ),
  contractAccepted: email(
    {
      label: 'Contrato aceito',
      sentWhen: 'Quando o contrato é aceito depois de a reserva estar confirmada; com ele vai o PDF.',
      around: { button: 'Ver a reserva' },
    },
    ofReservation,
    'O contrato da sua reserva {codigo}',
    [
      'O contrato de viagem da sua reserva {codigo} em {passeio} foi aceito. Ele está neste e-mail, em PDF.',
      'Não foi você que aceitou? Nesse caso, {como_falar}.',
    ],
  ),
  requestReceived: email(
    {
      label: 'Recebemos o pedido',
      sentWhen: 'Logo depois do pedido, em passeios sob consulta.',
      around: { button: 'Ver o pedido' },
    },
    [...ofReservation, 'pessoas', 'prazo'],
    'Recebemos o seu pedido {codigo}',
    [
      'Recebemos o seu pedido {codigo} em {passeio}, para {pessoas}. Respondemos até {prazo}.',
      'Até lá, as vagas ficam guardadas para você, e você não paga nada.',
    ],
  ),
  requestAccepted: email(
    {
      label: 'Pedido aceito',
      sentWhen: 'Quando a equipe aceita o pedido.',
      around: { heading: 'Boa notícia, Ana!', button: 'Pagar com Pix' },
    },
    [...ofReservation, 'pessoas', 'frase_do_sinal'],
    'Aceitamos o seu pedido {codigo}',
    ['Aceitamos o seu pedido {codigo} em {passeio}, para {pessoas}.', '{frase_do_sinal}'],
  ),
  requestRefused: email(
    {
      label: 'Pedido não aceito',
      sentWhen: 'Quando a equipe recusa o pedido.',
      around: { button: 'Ver outras datas' },
    },
    [...ofReservation, 'motivo'],
    'Não pudemos aceitar o seu pedido {codigo}',
    [
      'A nossa equipe não pôde aceitar o seu pedido {codigo} em {passeio}.',
      '{motivo}',
      'Você não paga nada. Veja outras datas; se preferir, {como_falar}.',
    ],
  ),
  requestLapsed: email(
    {
      label: 'Pedido sem resposta',
      sentWhen: 'Quando o prazo da resposta passou sem que a equipe respondesse.',
      around: { button: 'Ver o passeio' },
    },
    [...ofReservation, 'prazo'],
    'Não conseguimos responder ao seu pedido {codigo}',
    [
      'Não conseguimos responder ao seu pedido {codigo} em {passeio} até {prazo}, e as vagas ficaram livres. Desculpe! Você não paga nada.',
      'Ainda quer ir? Peça de novo na página do passeio; se preferir, {como_falar}.',
    ],
  ),
  departureGuaranteed: email(
    {
      label: 'Saída garantida',
      sentWhen: 'Dois minutos depois de a equipe garantir a saída, uma vez para cada reserva.',
      around: { heading: 'Boa notícia, Ana!', button: 'Ver a reserva' },
    },
    [...ofReservation, 'saida'],
    'Saída garantida: {passeio}',
    [
      'A saída de {passeio}, da sua reserva {codigo}, está garantida: viajamos em {saida}.',
      'Já pode se preparar. Se ainda falta pagar ou completar alguma coisa, a página da reserva mostra.',
    ],
  ),
  departureCancelled: email(
    {
      label: 'Saída cancelada, nada pago',
      sentWhen: 'Dois minutos depois de a equipe cancelar a saída, a quem não tinha pago nada.',
      around: { button: 'Ver as próximas saídas' },
    },
    [...ofCancelled, 'frase_das_proximas'],
    'Saída cancelada: {passeio}',
    [
      'Precisamos cancelar a saída de {passeio} em {saida}, da sua reserva {codigo}. Sentimos muito.',
      'O motivo: {motivo}',
      'Você não tinha pago nada, e nada é cobrado. {frase_das_proximas}',
    ],
  ),
  departureChoice: email(
    {
      label: 'Saída cancelada: reembolso, crédito ou outra saída',
      sentWhen: 'Dois minutos depois de a equipe cancelar a saída, a quem já pagou alguma coisa.',
      around: { button: 'Escolher' },
    },
    [...ofCancelled, 'valor', 'prazo'],
    'Saída cancelada: {passeio}. Escolha o que prefere',
    [
      'Precisamos cancelar a saída de {passeio} em {saida}, da sua reserva {codigo}. Sentimos muito.',
      'O motivo: {motivo}',
      'Recebemos {valor} pela reserva, e o valor é todo seu. Até {prazo}, escolha: reembolso, outra saída com vagas ou, se você tem conta, crédito para outro passeio. Sem resposta até lá, devolvemos o valor.',
    ],
  ),
  departureMoved: email(
    {
      label: 'Reserva passou para outra saída',
      sentWhen: 'Quando o cliente escolhe outra saída depois de a equipe cancelar a dele.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'saida', 'antes', 'frase_do_que_falta'],
    'A sua reserva {codigo} agora é em {passeio}',
    [
      'Pronto: a sua reserva {codigo}, que era em {antes}, agora é em {passeio}. Saímos em {saida}.',
      '{frase_do_que_falta}',
      'Os pontos de embarque são outros: escolha o seu na página da reserva ou fale com a gente.',
    ],
  ),
  holdEnding: email(
    {
      label: 'O prazo do sinal está acabando',
      sentWhen: 'Antes de a reserva expirar, se o sinal ainda não foi pago.',
      around: { button: 'Pagar com Pix' },
    },
    [...ofReservation, 'prazo', 'valor', 'como_pagar'],
    'A sua reserva {codigo} está para expirar',
    [
      'As vagas da sua reserva {codigo} em {passeio} estão guardadas até {prazo}.',
      'Falta pagar {valor} do sinal. {como_pagar}',
      'Depois do prazo, as vagas ficam livres para outras pessoas.',
    ],
  ),
  holdExpired: email(
    {
      label: 'A reserva expirou',
      sentWhen: 'Quando o prazo do sinal passa sem pagamento.',
      around: { button: 'Ver o passeio' },
    },
    [...ofReservation, 'prazo'],
    'A reserva {codigo} expirou',
    [
      'A reserva {codigo} em {passeio} estava guardada até {prazo}. O sinal não chegou até lá, e as vagas ficaram livres para outras pessoas.',
      'Ainda quer ir? Veja se há vagas e reserve de novo.',
    ],
  ),
  addedPeopleExpired: email(
    {
      label: 'Pessoas incluídas saíram da reserva',
      sentWhen: 'Quando passa o prazo do sinal de pessoas que o cliente incluiu depois.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'pessoas', 'prazo'],
    'Pessoas incluídas saíram da reserva {codigo}',
    [
      'Você incluiu {pessoas} na reserva {codigo} em {passeio}, e o sinal não chegou até {prazo}. As vagas ficaram livres para outras pessoas.',
      'O resto da sua reserva continua confirmado.',
    ],
  ),
  shareAlone: email(
    {
      label: 'Ainda sem par para dividir o quarto',
      sentWhen: 'Uma semana antes do prazo do passeio, a quem divide quarto e ainda não tem par.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'quarto', 'prazo', 'valor'],
    'Ainda ninguém divide o quarto com você em {passeio}',
    [
      'Na reserva {codigo} você pediu para dividir um quarto ({quarto}), e até agora ninguém dividiu com você.',
      'Se isso não mudar até {prazo}, o quarto vira single, com suplemento de {valor}. Se preferir, você pode cancelar sem multa.',
    ],
  ),
  shareBecameSingle: email(
    {
      label: 'O quarto dividido virou single',
      sentWhen: 'No prazo do passeio, a quem divide quarto e ficou sem par.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'quarto', 'prazo', 'valor'],
    'O seu quarto em {passeio} virou single',
    [
      'Ninguém dividiu o quarto ({quarto}) da reserva {codigo} a tempo. Ele agora é single, com suplemento de {valor}.',
      'Se preferir, você pode cancelar sem multa até {prazo}.',
    ],
  ),
  receiptReceived: email(
    {
      label: 'Recebemos o comprovante',
      sentWhen: 'Quando o cliente envia um comprovante.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'frase_do_comprovante'],
    'Recebemos o comprovante da reserva {codigo}',
    [
      'Recebemos o seu comprovante da reserva {codigo} em {passeio}. Vamos conferir se o valor entrou na conta e avisar você por e-mail.',
      '{frase_do_comprovante}',
    ],
  ),
  receiptRejected: email(
    {
      label: 'Comprovante recusado',
      sentWhen: 'Quando a equipe recusa um comprovante.',
      around: { button: 'Enviar comprovante' },
    },
    [...ofReservation, 'motivo', 'como_reenviar', 'frase_do_prazo'],
    'Não conseguimos aceitar o comprovante da reserva {codigo}',
    [
      'Conferimos o comprovante que você enviou da reserva {codigo} em {passeio} e não conseguimos aceitá-lo.',
      'Motivo: {motivo}',
      '{como_reenviar}',
      '{frase_do_prazo}',
    ],
  ),
  paymentConfirmed: email(
    {
      label: 'Pagamento recebido',
      sentWhen: 'Quando um pagamento entra; com ele vai o voucher, se a reserva está confirmada.',
      around: { button: 'Abrir o voucher', box: 'Voucher' },
      titles: {
        label: '“Pagamento confirmado” ou “Recebemos o seu pagamento”, com o código',
        example: 'Pagamento confirmado: reserva K7M2QX',
      },
    },
    [
      ...ofReservation,
      'titulo',
      'valor',
      'forma',
      'frase_da_confirmacao',
      'frase_do_que_falta',
      'frase_do_valor_a_mais',
    ],
    '{titulo}',
    [
      'Recebemos {valor} ({forma}) da reserva {codigo} em {passeio}. {frase_da_confirmacao}',
      '{frase_do_que_falta}',
      '{frase_do_valor_a_mais}',
    ],
  ),
  paymentForEnded: email(
    {
      label: 'Pagamento de reserva que não vale mais',
      sentWhen: 'Quando entra um pagamento de uma reserva expirada ou cancelada.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'valor', 'forma', 'por_que_nao_vale', 'frase_da_devolucao'],
    'Recebemos um pagamento da reserva {codigo}, que não vale mais',
    ['Recebemos {valor} ({forma}) da reserva {codigo} em {passeio}, mas {por_que_nao_vale}.', '{frase_da_devolucao}'],
  ),
  balanceDue: email(
    {
      label: 'Falta o restante',
      sentWhen: '7 e 2 dias antes do fim do prazo do restante, se ainda há valor a pagar.',
      around: { button: 'Pagar com Pix' },
    },
    [...ofReservation, 'saida', 'valor', 'prazo', 'como_pagar'],
    'Falta pagar {valor} da reserva {codigo}',
    [
      'Está chegando a hora de {passeio}, com saída em {saida}. Da sua reserva {codigo} falta pagar {valor}, até {prazo}.',
      '{como_pagar}',
    ],
  ),
  balanceOverdue: email(
    {
      label: 'Pagamento atrasado',
      sentWhen: 'Quando o prazo do restante passa sem pagamento.',
      around: { button: 'Pagar com Pix' },
    },
    [...ofReservation, 'saida', 'valor', 'prazo', 'como_pagar'],
    'O pagamento da reserva {codigo} está atrasado',
    [
      'O prazo para pagar o restante da sua reserva {codigo} em {passeio} era {prazo}, e ainda faltam {valor}. A saída é em {saida}.',
      '{como_pagar}',
    ],
  ),
  instalmentDue: email(
    {
      label: 'Parcela a vencer',
      sentWhen: '3 dias antes e no dia do vencimento de uma parcela que não está paga.',
      around: { button: 'Pagar com Pix', box: 'Pix copia e cola' },
    },
    [...ofReservation, 'parcela', 'valor', 'vencimento', 'falta_ao_todo', 'como_pagar'],
    'A parcela da reserva {codigo} vence em {vencimento}',
    [
      'A parcela {parcela} da sua reserva {codigo} em {passeio}, de {valor}, vence em {vencimento}. Ao todo, faltam {falta_ao_todo}.',
      '{como_pagar}',
    ],
  ),
  instalmentOverdue: email(
    {
      label: 'Parcela atrasada',
      sentWhen: 'Quando uma parcela passa do vencimento e da tolerância sem pagamento.',
      around: { button: 'Pagar com Pix' },
    },
    [...ofReservation, 'parcela', 'valor', 'vencimento', 'falta_ao_todo', 'como_pagar', 'frase_do_atraso'],
    'A parcela da reserva {codigo} está atrasada',
    [
      'A parcela {parcela} da sua reserva {codigo} em {passeio} venceu em {vencimento}, e ainda faltam {valor}. {frase_do_atraso}',
      '{como_pagar}',
    ],
  ),
  dataMissing: email(
    {
      label: 'Faltam dados de quem viaja',
      sentWhen: '5 e 2 dias antes do fim do prazo dos dados, se algum ainda falta.',
      around: { button: 'Completar os dados', box: 'O que falta' },
    },
    [...ofReservation, 'pessoas', 'prazo', 'como_completar'],
    'Dados pendentes da reserva {codigo}',
    [
      'Para viajar, todos precisam estar com os dados completos na lista de passageiros. Da sua reserva {codigo} em {passeio} faltam os dados de {pessoas}.',
      '{como_completar}',
    ],
  ),
  departureSoon: email(
    {
      label: 'A saída está chegando',
      sentWhen: 'Na véspera da saída.',
      around: { heading: 'É amanhã, Ana!', button: 'Abrir o voucher', box: 'A sua viagem' },
    },
    [...ofReservation, 'quando', 'saida', 'sai_quando', 'frase_do_pagamento'],
    '{quando}: {passeio}',
    [
      '{passeio} sai {sai_quando}. Chegue ao embarque 15 minutos antes; no embarque, basta dizer o código {codigo}.',
      '{frase_do_pagamento}',
    ],
  ),
  tripThanks: email(
    {
      label: 'Obrigado pela viagem',
      sentWhen: 'No dia depois da volta, a quem viajou.',
      around: { button: 'Contar como foi' },
    },
    [...ofReservation],
    'Como foi {passeio}?',
    [
      'Obrigado por viajar com a gente em {passeio}!',
      'Conte como foi: são de 1 a 5 estrelas e, se quiser, uma frase. A sua opinião nos ajuda a cuidar dos próximos passeios.',
    ],
  ),
  tripChanged: email(
    {
      label: 'Mudança no passeio',
      sentWhen: 'Quando a equipe muda data, embarque, veículo ou poltronas e escolhe avisar.',
      around: { button: 'Ver a reserva', box: 'O que mudou' },
    },
    [...ofReservation, 'recado', 'frase_do_prazo'],
    'Mudança no seu passeio: {passeio}',
    ['O passeio {passeio}, da sua reserva {codigo}, mudou.', '{recado}', '{frase_do_prazo}'],
  ),
  reservationCancelled: email(
    {
      label: 'Cancelamento',
      sentWhen: 'Quando a reserva é cancelada, ou alguém sai dela.',
      around: { button: 'Ver a reserva', box: 'Valores do cancelamento' },
      titles: {
        label: '“A reserva foi cancelada” ou “Desistência na reserva”, com o código',
        example: 'A reserva K7M2QX foi cancelada',
      },
    },
    [...ofReservation, 'titulo', 'frase_do_cancelamento', 'regra', 'frase_da_devolucao'],
    '{titulo}',
    ['{frase_do_cancelamento}', '{regra}', '{frase_da_devolucao}'],
  ),
  refundPaid: email(
    {
      label: 'Devolução feita',
      sentWhen: 'Quando o valor a devolver sai da conta de vocês.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'valor', 'por_onde', 'quando_chega'],
    'Devolvemos {valor} da reserva {codigo}',
    ['Devolvemos {valor} da sua reserva {codigo} em {passeio} {por_onde}.', '{quando_chega}'],
  ),
  invoiceIssued: email(
    {
      label: 'Nota fiscal',
      sentWhen: 'Quando o governo autoriza a nota de uma reserva.',
      around: { button: 'Baixar a nota' },
    },
    [...ofReservation, 'numero', 'valor', 'frase_de_teste'],
    'A nota fiscal da reserva {codigo} saiu',
    [
      'A nota fiscal {numero}, de {valor}, da sua reserva {codigo} em {passeio} está pronta.',
      'Na página da reserva você baixa a nota para imprimir (PDF) e o arquivo dela (XML).',
      '{frase_de_teste}',
    ],
  ),
  chargeback: email(
    {
      label: 'Pagamento contestado no cartão',
      sentWhen: 'Quando a operadora do cartão devolve um pagamento que quem tem o cartão contestou.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'valor'],
    'O pagamento da reserva {codigo} foi contestado',
    [
      'A operadora do cartão devolveu {valor} do pagamento da sua reserva {codigo} em {passeio}, porque a compra foi contestada.',
      'A sua reserva continua. Para acertar o pagamento, ou se foi um engano, {como_falar}.',
    ],
  ),
  cardRefused: email(
    {
      label: 'Cartão recusado na análise',
      sentWhen: 'Quando o banco recusa um cartão que estava em análise e ainda falta pagar.',
      around: { button: 'Pagar de outro jeito' },
    },
    [...ofReservation, 'valor', 'frase_do_prazo'],
    'O cartão da reserva {codigo} não foi aprovado',
    [
      'O banco terminou a análise e não aprovou o pagamento de {valor} com cartão da sua reserva {codigo} em {passeio}.',
      'Você pode usar outro cartão ou pagar de outro jeito na página da reserva. {frase_do_prazo}',
    ],
  ),
  waitingJoined: email(
    {
      label: 'Entrou na lista de espera',
      sentWhen: 'Quando alguém entra na lista de espera.',
      around: { button: 'Ver o meu lugar na lista' },
    },
    [...ofTrip, 'pessoas', 'posicao'],
    'Você está na lista de espera: {passeio}',
    [
      'Você entrou na lista de espera de {passeio}, para {pessoas}. O seu grupo é o {posicao} da lista.',
      'Quando houver vagas para o seu grupo, elas ficam guardadas para você e avisamos por e-mail, com um prazo para pagar o sinal. Até lá, você não paga nada.',
    ],
  ),
  waitingOffer: email(
    {
      label: 'Saíram vagas',
      sentWhen: 'Quando as vagas são oferecidas a quem esperava.',
      around: { heading: 'Boa notícia, Ana!', button: 'Pagar o sinal' },
      titles: {
        label: '“Saiu uma vaga para você” ou “Saíram vagas para o seu grupo”',
        example: 'Saíram vagas para o seu grupo',
      },
    },
    [...ofReservation, 'titulo', 'vagas', 'sinal', 'prazo', 'frase_da_oferta'],
    '{titulo}: {passeio}',
    ['Guardamos {vagas} em {passeio} para você, na reserva {codigo}.', '{frase_da_oferta}'],
  ),
  offerLapsed: email(
    {
      label: 'O prazo das vagas terminou',
      sentWhen: 'Quando as vagas oferecidas não são pagas a tempo.',
      around: { button: 'Ver o passeio' },
    },
    [...ofReservation, 'prazo'],
    'O prazo das vagas terminou: {passeio}',
    [
      'Guardamos vagas em {passeio} para você até {prazo}, na reserva {codigo}. O sinal não chegou até lá, e elas ficaram livres para quem vem a seguir na lista.',
      'Ainda quer ir? Entre na lista de novo, ou veja se há vagas.',
    ],
  ),
  waitingTripChanged: email(
    {
      label: 'Mudou a data de quem espera',
      sentWhen: 'Quando a equipe muda a saída de um passeio com lista de espera e escolhe avisar.',
      around: { button: 'Ver o passeio' },
    },
    [...ofTrip, 'saida', 'recado'],
    'Mudou a data: {passeio}',
    [
      'O passeio {passeio}, em que você está na lista de espera, agora sai em {saida}.',
      '{recado}',
      'O seu lugar na lista continua o mesmo.',
    ],
  ),
  waitingCancelled: email(
    {
      label: 'Saída cancelada, a quem esperava',
      sentWhen: 'Quando a equipe cancela uma saída com lista de espera.',
      around: { button: 'Ver os próximos passeios' },
    },
    [...ofTrip, 'pessoas'],
    'Saída cancelada: {passeio}',
    [
      'A saída de {passeio} que você esperava, para {pessoas}, foi cancelada. A lista de espera terminou, e você não tem nada a pagar.',
      'Que tal outra data?',
    ],
  ),
  waitingEnded: email(
    {
      label: 'A lista de espera terminou',
      sentWhen: 'Perto da saída, se não houve vagas.',
      around: { button: 'Ver os próximos passeios' },
    },
    [...ofTrip, 'pessoas'],
    'A lista de espera terminou: {passeio}',
    [
      'A saída de {passeio} está próxima e não houve vagas para o seu grupo. A lista de espera terminou, e você não tem nada a pagar.',
      'Que tal outra data?',
    ],
  ),
} as const satisfies Record<string, EmailTemplate>;

export type EditableEmail = keyof typeof emailTemplates;
/** What a template of an e-mail is filled in with. */
export type ValuesOf<Key extends EditableEmail> = Record<keyof (typeof emailTemplates)[Key]['fields'] & string, string>;
