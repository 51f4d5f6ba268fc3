import { email, ofReservation } from './email-template.ts';

/** E-mails to a client who asked for a reservation. The operator's own notices of requests are not worded. */
export const requestEmailTemplates = {
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
} as const;
