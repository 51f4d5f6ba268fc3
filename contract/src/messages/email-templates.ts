// Without schemas: the settings' page shows them.
import { departureEmailTemplates } from './departure-email-templates.ts';
import { type EmailTemplate, email, ofReservation } from './email-template.ts';
import { requestEmailTemplates } from './request-email-templates.ts';
import { waitingEmailTemplates } from './waiting-email-templates.ts';

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
      sentWhen: 'Logo depois da reserva, quando não há sinal a pagar.',
      around: { button: 'Ver a reserva' },
    },
    [...ofReservation, 'pessoas', 'frase_do_que_falta'],
    'A sua reserva {codigo} está confirmada',
    ['A sua reserva {codigo} em {passeio}, para {pessoas}, está confirmada.', '{frase_do_que_falta}'],
  ),
  ...requestEmailTemplates,
  ...departureEmailTemplates,
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
  ...waitingEmailTemplates,
} as const satisfies Record<string, EmailTemplate>;

export type EditableEmail = keyof typeof emailTemplates;
/** What a template of an e-mail is filled in with. */
export type ValuesOf<Key extends EditableEmail> = Record<keyof (typeof emailTemplates)[Key]['fields'] & string, string>;
