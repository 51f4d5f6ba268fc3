/** Refusals about payments, receipts, refunds and statements. */
export const paymentErrors = {
  PAYMENT_ABOVE_DUE: { status: 409, message: 'O valor é maior do que falta pagar.' },
  END_TO_END_ID_USED: { status: 409, message: 'Este Pix já está lançado.' },
  ENTRY_NOT_FOUND: { status: 404, message: 'Este lançamento não existe nesta reserva.' },
  ENTRY_OF_BANK: { status: 409, message: 'O banco já devolveu este valor: a devolução não pode ser estornada.' },
  ENTRY_REVERSED: { status: 409, message: 'Este lançamento já foi estornado.' },
  NOTHING_DUE: { status: 409, message: 'Não há nada a pagar nesta reserva.' },
  PIX_UNAVAILABLE: { status: 409, message: 'O Pix ainda não está configurado. Entre em contato para pagar.' },
  RECEIPT_WAITING: {
    status: 409,
    message: 'Já recebemos um comprovante desta reserva. Avisaremos assim que ele for conferido.',
  },
  RECEIPT_NOT_FOUND: { status: 404, message: 'Este comprovante não existe ou já foi apagado.' },
  RECEIPT_REVIEWED: { status: 409, message: 'Este comprovante já foi conferido.' },
  RECEIPT_UNSUPPORTED: { status: 400, message: 'Envie uma foto (JPEG, PNG ou WebP) ou um PDF.' },
  RECEIPT_TOO_LARGE: { status: 413, message: 'O comprovante tem mais de 10 MB. Envie um arquivo menor.' },
  REFUND_NOT_FOUND: { status: 404, message: 'Esta devolução não existe mais.' },
  REFUND_NOT_DUE: { status: 409, message: 'Esta devolução já foi feita.' },
  REFUND_TO_ORIGIN: {
    status: 409,
    message: 'Esta devolução volta para a conta de onde veio o pagamento: não precisa de chave Pix.',
  },
  REFUND_MADE_AT_BANK: {
    status: 409,
    message: 'Este Pix já teve devolução pelo aplicativo do banco. Confira o que ainda falta devolver.',
  },
  REFUND_NOT_THROUGH_PROVIDER: {
    status: 409,
    message: 'Este valor não entrou pelo banco conectado. Devolva por Pix e registre a devolução aqui.',
  },
  REFUND_REFUSED: {
    status: 409,
    message: 'O banco recusou a devolução. Confira o saldo da conta, ou devolva por Pix e registre a devolução aqui.',
  },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: 'O banco não respondeu. Nada foi feito: tente de novo em instantes.',
  },
  UNMATCHED_NOT_FOUND: { status: 404, message: 'Este Pix já foi conciliado.' },
  STATEMENT_NOT_FOUND: { status: 404, message: 'Este extrato não existe.' },
  STATEMENT_UNREADABLE: {
    status: 400,
    message: 'Não conseguimos ler este arquivo. Baixe o extrato do banco em OFX ou CSV e envie de novo.',
  },
  STATEMENT_TOO_LARGE: {
    status: 413,
    message: 'O extrato é grande demais: até 2 MB e 5.000 lançamentos. Baixe um período menor.',
  },
  STATEMENT_CHANGED: {
    status: 409,
    message: 'Algum lançamento já foi contado ou mudou de reserva. Confira a lista e confirme de novo.',
  },
  DELIBERATE_CHOICE_NEEDED: {
    status: 409,
    message: 'Confira os lançamentos marcados: podem já estar no caixa ou passar do que falta pagar.',
  },
  REFUND_ABOVE_RECEIVED: { status: 409, message: 'O valor é maior do que foi recebido.' },
} as const satisfies Record<string, { status: number; message: string }>;
