import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import { nameOfLeaving } from './people-sentences.ts';
import {
  answerLine,
  byWhom,
  type Describe,
  deadlineLine,
  type Entry,
  forPeople,
  moneyLine,
  numberAfter,
  stateLine,
  textAfter,
  textLine,
  totalLine,
} from './sentence-parts.ts';

const beginning = (entry: Entry) => [
  moneyLine(entry, 'Valor total', 'totalCents'),
  adjustmentLine(entry),
  textAfter(entry, 'state') === 'booked' ? 'A sua reserva está confirmada' : deadlineLine(entry),
];

function adjustmentLine(entry: Entry): string | undefined {
  const cents = numberAfter(entry, 'adjustmentCents');
  if (!cents) return undefined;
  const reason = textAfter(entry, 'reason');
  const what = cents < 0 ? `Desconto de ${moneyText(-cents)}` : `Adicional de ${moneyText(cents)}`;
  return reason ? `${what} (${reason})` : what;
}

export const created: Describe = (entry) => {
  const people = forPeople(entry);
  return {
    sentence: byWhom(entry, `Você reservou${people}`, `Fizemos a sua reserva${people}`),
    details: beginning(entry),
  };
};

export const requested: Describe = (entry) => {
  const people = forPeople(entry);
  return {
    sentence: byWhom(entry, `Você pediu a reserva${people}`, `A reserva${people} foi pedida`),
    details: [moneyLine(entry, 'Valor total', 'totalCents'), answerLine(entry)],
  };
};

export const requestAccepted: Describe = (entry) => ({
  sentence: 'Aceitamos o seu pedido',
  details: [textAfter(entry, 'state') === 'booked' ? 'A sua reserva está confirmada' : deadlineLine(entry)],
});

export const requestRefused: Describe = (entry) => ({
  sentence: 'Não pudemos aceitar o seu pedido',
  details: [textAfter(entry, 'refusal') || undefined],
});

export const offered: Describe = (entry) => ({
  sentence: `Chegou a sua vez na lista de espera: reservamos${forPeople(entry)}`,
  details: beginning(entry),
});

/** Staff or the payer chose where people board; the rest of older changes has no words of its own. */
export const changed: Describe = (entry) => {
  if (!entry.changes.boardingPoint) return { sentence: 'Atualizamos a sua reserva' };
  const place = textAfter(entry, 'boardingPoint');
  const sentence = place
    ? byWhom(entry, `Você mudou o embarque para ${place}`, `Mudamos o embarque para ${place}`)
    : 'O ponto de embarque ficou a combinar';
  return { sentence, details: [textLine(entry, 'Quem embarca', 'people')] };
};

/** Not what was answered: it may be about somebody's health. */
export const answersChanged: Describe = (entry) => ({
  sentence: byWhom(entry, 'Você respondeu às perguntas da reserva', 'Atualizamos as respostas da reserva'),
});

/** Who said it is in the reservation itself. */
export const minorsStated: Describe = () => ({ sentence: 'O responsável autorizou a viagem dos menores de 18 anos' });

export const contractAccepted: Describe = (entry) => ({
  sentence: byWhom(entry, 'Você aceitou o contrato de viagem', 'Registramos que você aceitou o contrato de viagem'),
});

export const holdChanged: Describe = (entry) => ({
  sentence:
    answerLine(entry, 'answerExpiresAt') ??
    deadlineLine(entry) ??
    'As suas vagas estão guardadas, sem prazo para o sinal',
});

const tripFields: readonly [field: string, subject: string][] = [
  ['date', 'A saída mudou'],
  ['returnDate', 'A volta mudou'],
  ['boardingPoint', 'O embarque mudou'],
  ['vehicle', 'O veículo mudou'],
  ['seats', 'As poltronas mudaram'],
];

/** A trip changed under the reservation: from what to what, and what staff wrote. */
export const tripChanged: Describe = (entry) => {
  const lines = tripFields.flatMap(([field, subject]) => {
    const [before, after] = entry.changes[field] ?? [];
    return before && after ? [`${subject} de ${before} para ${after}`] : [];
  });
  const [sentence = 'O passeio mudou', ...others] = lines.length === 1 ? lines : ['O passeio mudou', ...lines];
  return { sentence, details: [...others, textLine(entry, 'Recado', 'notice')] };
};

export const announced: Describe = (entry) => ({
  sentence: 'Mandamos um e-mail a todos da saída',
  details: [textLine(entry, 'Assunto', 'subject')],
});

export const moved: Describe = (entry) => {
  const before = entry.changes.trip?.[0];
  return {
    sentence: 'Passamos a sua reserva para outra saída',
    details: [
      typeof before === 'string' ? `Antes: ${before}` : undefined,
      textLine(entry, 'Agora', 'trip'),
      totalLine(entry),
      stateLine(entry),
    ],
  };
};

const cost = (entry: Entry) => [
  moneyLine(entry, 'Multa', 'penaltyCents'),
  moneyLine(entry, 'Valor a devolver', 'refundCents'),
  textAfter(entry, 'cancellationRule') || undefined,
];

/** The operator cancelled the departure, with the reason that everybody reads. */
export const departureCancelled: Describe = (entry) => {
  const until = formatDay(textAfter(entry, 'chooseUntil'));
  return {
    sentence: 'Cancelamos a saída',
    details: [
      textLine(entry, 'Motivo', 'cancellationReason'),
      until ? `Escolha até ${until} o que prefere` : undefined,
    ],
  };
};

const choices: Record<string, [payer: string, others: string]> = {
  default: ['O prazo da escolha passou: devolvemos o valor', 'O prazo da escolha passou: devolvemos o valor'],
  refund: ['Você escolheu o reembolso', 'Foi escolhido o reembolso, pelo link'],
  credit: ['Você escolheu o crédito', 'Foi escolhido o crédito, pelo link'],
  moved: ['Você escolheu outra saída', 'Foi escolhida outra saída, pelo link'],
};

export const choiceMade: Describe = (entry) => {
  const [payer, others] = choices[textAfter(entry, 'choice')] ?? ['Você escolheu', 'A escolha foi feita'];
  return { sentence: byWhom(entry, payer, others), details: [textLine(entry, 'Nova saída', 'otherDeparture')] };
};

/** Staff's reason stays with staff; the payer reads the rule. */
export const cancelled: Describe = (entry) => {
  if (textAfter(entry, 'cancelledFor') === 'operator')
    return { sentence: 'Cancelamos a reserva', details: cost(entry) };
  const asked = entry.who === 'operator' && textAfter(entry, 'cancelledFor') === 'client';
  const others = asked ? 'Cancelamos a reserva a seu pedido' : 'Cancelamos a reserva';
  return { sentence: byWhom(entry, 'Você cancelou a reserva', others), details: cost(entry) };
};

export const personRemoved: Describe = (entry) => {
  const people = nameOfLeaving(entry);
  const asked = entry.who === 'operator' && textAfter(entry, 'cancelledFor') === 'client';
  const others = `Tiramos ${people} da reserva${asked ? ' a seu pedido' : ''}`;
  return {
    sentence: byWhom(entry, `Você tirou ${people} da reserva`, others),
    details: [...cost(entry), totalLine(entry), stateLine(entry)],
  };
};
