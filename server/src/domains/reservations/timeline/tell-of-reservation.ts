import { moneyText } from '@passeio/contract/money';
import { nameOfLeaving } from './tell-of-people.ts';
import {
  answerLine,
  byWhom,
  deadlineLine,
  forPeople,
  moneyLine,
  numberAfter,
  stateLine,
  type Tell,
  type Told,
  textAfter,
  textLine,
  totalLine,
} from './told.ts';

const beginning = (told: Told) => [
  moneyLine(told, 'Valor total', 'totalCents'),
  adjustmentLine(told),
  textAfter(told, 'state') === 'booked' ? 'A sua reserva está confirmada' : deadlineLine(told),
];

function adjustmentLine(told: Told): string | undefined {
  const cents = numberAfter(told, 'adjustmentCents');
  if (!cents) return undefined;
  const reason = textAfter(told, 'reason');
  const what = cents < 0 ? `Desconto de ${moneyText(-cents)}` : `Adicional de ${moneyText(cents)}`;
  return reason ? `${what} (${reason})` : what;
}

export const created: Tell = (told) => {
  const people = forPeople(told);
  return {
    sentence: byWhom(told, `Você reservou${people}`, `Fizemos a sua reserva${people}`),
    details: beginning(told),
  };
};

export const requested: Tell = (told) => {
  const people = forPeople(told);
  return {
    sentence: byWhom(told, `Você pediu a reserva${people}`, `A reserva${people} foi pedida`),
    details: [moneyLine(told, 'Valor total', 'totalCents'), answerLine(told)],
  };
};

export const requestAccepted: Tell = (told) => ({
  sentence: 'Aceitamos o seu pedido',
  details: [textAfter(told, 'state') === 'booked' ? 'A sua reserva está confirmada' : deadlineLine(told)],
});

export const requestRefused: Tell = (told) => ({
  sentence: 'Não pudemos aceitar o seu pedido',
  details: [textAfter(told, 'refusal') || undefined],
});

export const offered: Tell = (told) => ({
  sentence: `Chegou a sua vez na lista de espera: reservamos${forPeople(told)}`,
  details: beginning(told),
});

/** Staff chose where people board; the rest of older changes has no words of its own. */
export const changed: Tell = (told) => {
  if (!told.changes.boardingPoint) return { sentence: 'Atualizamos a sua reserva' };
  const place = textAfter(told, 'boardingPoint');
  const sentence = place ? `Mudamos o embarque para ${place}` : 'O ponto de embarque ficou a combinar';
  return { sentence, details: [textLine(told, 'Quem embarca', 'people')] };
};

export const holdChanged: Tell = (told) => ({
  sentence:
    answerLine(told, 'answerExpiresAt') ??
    deadlineLine(told) ??
    'As suas vagas estão guardadas, sem prazo para o sinal',
});

const tripWords: readonly [field: string, subject: string][] = [
  ['date', 'A saída mudou'],
  ['returnDate', 'A volta mudou'],
  ['boardingPoint', 'O embarque mudou'],
  ['vehicle', 'O veículo mudou'],
];

/** Of a trip that changed under the reservation: from what to what, and what staff wrote. */
export const tripChanged: Tell = (told) => {
  const lines = tripWords.flatMap(([field, subject]) => {
    const [before, after] = told.changes[field] ?? [];
    return before && after ? [`${subject} de ${before} para ${after}`] : [];
  });
  const [sentence = 'O passeio mudou', ...others] = lines.length === 1 ? lines : ['O passeio mudou', ...lines];
  return { sentence, details: [...others, textLine(told, 'Recado', 'notice')] };
};

export const moved: Tell = (told) => {
  const before = told.changes.trip?.[0];
  return {
    sentence: 'Passamos a sua reserva para outra saída',
    details: [
      typeof before === 'string' ? `Antes: ${before}` : undefined,
      textLine(told, 'Agora', 'trip'),
      totalLine(told),
      stateLine(told),
    ],
  };
};

const cost = (told: Told) => [
  moneyLine(told, 'Multa', 'penaltyCents'),
  moneyLine(told, 'Valor a devolver', 'refundCents'),
  textAfter(told, 'cancellationRule') || undefined,
];

/** Staff's reason stays with staff; the payer reads the rule. */
export const cancelled: Tell = (told) => {
  const asked = told.who === 'operator' && textAfter(told, 'cancelledFor') === 'client';
  const others = asked ? 'Cancelamos a reserva a seu pedido' : 'Cancelamos a reserva';
  return { sentence: byWhom(told, 'Você cancelou a reserva', others), details: cost(told) };
};

export const personRemoved: Tell = (told) => {
  const people = nameOfLeaving(told);
  const asked = told.who === 'operator' && textAfter(told, 'cancelledFor') === 'client';
  const others = `Tiramos ${people} da reserva${asked ? ' a seu pedido' : ''}`;
  return {
    sentence: byWhom(told, `Você tirou ${people} da reserva`, others),
    details: [...cost(told), totalLine(told), stateLine(told)],
  };
};
