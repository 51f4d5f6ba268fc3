/** The answer to a request in a trip on request; null: none. `refusal`: the operator's sentence. */
export interface RequestAnswer {
  answeredAt: string | Date | null;
  refusal: string | null;
}

interface RequestEndText {
  label: string;
  tone: 'bad';
  client: string;
  staff: string;
}

/** What is said of a request that ended before it became a reservation; undefined of anything else. */
export function requestEndText(
  state: 'expired' | 'cancelled',
  request: RequestAnswer | null | undefined,
): RequestEndText | undefined {
  if (request?.refusal) {
    return {
      label: 'Pedido não aceito',
      tone: 'bad',
      client: `A nossa equipe não pôde aceitar o pedido: ${request.refusal}`,
      staff: `Pedido recusado: ${request.refusal}`,
    };
  }
  if (request?.answeredAt !== null) return undefined;
  if (state === 'cancelled') {
    return {
      label: 'Pedido cancelado',
      tone: 'bad',
      client: 'Este pedido foi cancelado antes da resposta. Você não paga nada.',
      staff: 'Pedido cancelado antes da resposta.',
    };
  }
  return {
    label: 'Pedido sem resposta',
    tone: 'bad',
    client: 'Não conseguimos responder a tempo e as vagas ficaram livres. Se ainda quiser ir, peça de novo.',
    staff: 'O pedido ficou sem resposta até o prazo e as vagas ficaram livres.',
  };
}
