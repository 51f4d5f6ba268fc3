import { z } from './zod.ts';

/**
 * Every error the API answers: its HTTP status and the sentence that the person reads.
 * One table, so that a code cannot mean two things.
 */
export const errorCatalogue = {
  INVALID_INPUT: { status: 400, message: 'Confira os dados informados e tente de novo.' },
  MALFORMED_BODY: { status: 400, message: 'Não foi possível ler os dados enviados.' },
  UNAUTHENTICATED: { status: 401, message: 'Entre na sua conta para continuar.' },
  FORBIDDEN: { status: 403, message: 'Você não tem permissão para fazer isso.' },
  NOT_FOUND: { status: 404, message: 'Não encontramos o que você procura. Confira o endereço ou volte ao início.' },
  BODY_TOO_LARGE: { status: 413, message: 'O conteúdo enviado é grande demais.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'O formato enviado não é aceito. Envie JSON.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Muitas tentativas em pouco tempo. Aguarde um pouco e tente de novo.' },
  INTERNAL: { status: 500, message: 'Algo deu errado do nosso lado. Tente de novo em instantes.' },
  UNAVAILABLE: { status: 503, message: 'O sistema está indisponível no momento. Tente de novo em instantes.' },

  PROFILE_MISSING: { status: 404, message: 'Falta concluir o seu cadastro. Preencha os seus dados para continuar.' },
  PROFILE_EXISTS: { status: 409, message: 'O seu cadastro já está completo.' },
  PERSON_KNOWN: { status: 409, message: 'Já existe um cadastro com este CPF ou e-mail. Entre em contato.' },
  EMAIL_UNCONFIRMED: {
    status: 409,
    message: 'Confirme o seu e-mail para reservar: enviamos um link para o seu endereço.',
  },
  SESSION_NOT_FOUND: { status: 404, message: 'Esta sessão já foi encerrada.' },
  EMAIL_DIFFERS: { status: 400, message: 'Use o mesmo e-mail com que você entrou na sua conta.' },

  TRIP_NOT_FOUND: {
    status: 404,
    message: 'Este passeio não existe ou não está mais disponível. Veja os próximos passeios no portal.',
  },
  TRIP_FULL: { status: 409, message: 'As vagas deste passeio acabaram. Escolha outra data ou fale com a gente.' },
  TRIP_INACTIVE: {
    status: 409,
    message: 'Este passeio não está aberto para reservas no momento. Veja outros passeios no portal.',
  },
  TRIP_DEPARTED: { status: 409, message: 'Este passeio já saiu. Veja os próximos passeios no portal.' },
  ALREADY_ENROLLED: { status: 409, message: 'Você já tem uma reserva neste passeio. Veja em Minhas reservas.' },

  RESERVATION_NOT_FOUND: { status: 404, message: 'Não encontramos esta reserva.' },
  RESERVATION_NOT_CANCELLABLE: {
    status: 409,
    message: 'Esta reserva não pode mais ser cancelada por aqui. Fale com a gente.',
  },

  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'Esta chave de repetição já foi usada em outro pedido. Gere uma nova e tente de novo.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Body of every error answer. `fields` maps a field of the request to its own sentence. */
export const errorBody = z.object({
  statusCode: z.int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
