/** Refusals about a departure: whether it takes place, its closed lists and its reviews. */
export const tripRecordErrors = {
  GUARANTEE_TOLD: {
    status: 409,
    message: 'As pessoas já foram avisadas de que a saída está garantida. Confirme se quer desfazer mesmo assim.',
  },
  TRIP_CANCELLED: { status: 410, message: 'Esta saída foi cancelada. Veja as próximas saídas no portal.' },
  TRIP_NOT_CANCELLED: { status: 404, message: 'Esta saída não está cancelada.' },
  CANCELLATION_TOLD: {
    status: 409,
    message: 'As pessoas já estão sendo avisadas do cancelamento: ele não pode mais ser desfeito.',
  },
  CHOICE_LINK_OVER: {
    status: 404,
    message: 'Este link não vale mais: a escolha já foi feita ou o prazo terminou. A confirmação está no seu e-mail.',
  },
  CHOICE_NOT_FOUND: { status: 404, message: 'Não há nada para escolher nesta reserva.' },
  CHOICE_MADE: {
    status: 409,
    message: 'A escolha desta reserva já foi feita, talvez em outro aparelho, ou o prazo terminou. Nada mudou agora.',
  },
  CHOICE_CHANGED: {
    status: 409,
    message: 'Os valores mudaram desde que você abriu a página. Confira de novo antes de escolher.',
  },
  REVIEW_LINK_OVER: {
    status: 404,
    message: 'Este link não vale mais. Se você tem conta, avalie na página da reserva.',
  },
  REVIEW_NOT_YET: { status: 409, message: 'Conte como foi depois da volta do passeio.' },
  REVIEW_PUBLISHED: {
    status: 409,
    message: 'A sua avaliação já está publicada. Para mudar alguma coisa, fale com a gente.',
  },
  REVIEW_NOT_FOUND: { status: 404, message: 'Esta avaliação não existe mais.' },
  REVIEW_WITHOUT_CONSENT: { status: 409, message: 'Quem escreveu não quis que esta avaliação fosse publicada.' },
  ATTENDANCE_OPEN: {
    status: 409,
    message: 'A lista de presença ainda está aberta. Marque na página de embarque.',
  },
  TRIP_NOT_BACK: { status: 409, message: 'Este passeio ainda não voltou.' },
  CLOSING_OPEN: {
    status: 409,
    message: 'Há pendências que não estavam na página. Confira e feche de novo.',
  },
  CLOSING_CHANGED: {
    status: 409,
    message: 'As contas mudaram enquanto a página estava aberta. Confira os valores e feche de novo.',
  },
  CLOSING_DONE: { status: 409, message: 'As contas deste passeio já foram fechadas.' },
  ROAD_LIST_INCOMPLETE: {
    status: 409,
    message: 'Faltam dados de algumas pessoas. Complete-os, ou confirme que a lista segue assim.',
  },
  ROAD_LIST_EMPTY: { status: 409, message: 'Ninguém tem vaga neste passeio ainda: não há lista para fechar.' },
  ROAD_LIST_ERASED: {
    status: 410,
    message: 'Os dados pessoais desta lista já foram apagados. Ficaram a data, o número de pessoas e a conferência.',
  },
  ROAD_LIST_NOT_FOUND: { status: 404, message: 'Esta versão da lista não existe.' },
} as const satisfies Record<string, { status: number; message: string }>;
