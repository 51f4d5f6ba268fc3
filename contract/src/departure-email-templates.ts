import { email, ofReservation } from './email-template.ts';

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
} as const;
