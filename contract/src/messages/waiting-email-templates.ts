import { email, ofReservation } from './email-template.ts';

const ofTrip = ['primeiro_nome', 'passeio'] as const;

/** E-mails to people on a waiting list. */
export const waitingEmailTemplates = {
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
} as const;
