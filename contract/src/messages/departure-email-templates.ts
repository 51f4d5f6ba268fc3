import { email, ofReservation } from './email-template.ts';

const ofCancelled = [...ofReservation, 'saida', 'motivo'] as const;

/** The e-mails about whether a departure takes place. */
export const departureEmailTemplates = {
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
      'Recebemos {valor} pela reserva, e o valor é todo seu. Até {prazo}, escolha: reembolso, crédito para outro passeio, ou outra saída com vagas. Sem resposta até lá, devolvemos o valor.',
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
} as const;
