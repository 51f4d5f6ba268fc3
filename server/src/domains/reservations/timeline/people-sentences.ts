import { byWhom, type Describe, deadlineLine, type Entry, stateLine, textAfter, totalLine } from './sentence-parts.ts';

// The people of an entry; of people who leave, before the change.
function personOf({ changes }: Entry): string {
  const names = [changes.name?.[1], changes.participant?.[1], changes.participant?.[0]];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? 'uma pessoa';
}

const totalAndState = (entry: Entry) => [totalLine(entry), stateLine(entry)];

export const personAdded: Describe = (entry) => {
  const person = personOf(entry);
  return {
    sentence: byWhom(entry, `Você incluiu ${person} na reserva`, `Incluímos ${person} na reserva`),
    details: [...totalAndState(entry), deadlineLine(entry)],
  };
};

export const extraAdded: Describe = (entry) => {
  const extra = textAfter(entry, 'extra') || 'um adicional';
  return { sentence: byWhom(entry, `Você incluiu ${extra}`, `Incluímos ${extra}`), details: totalAndState(entry) };
};

export const extraRemoved: Describe = (entry) => {
  const extra = entry.changes.extra?.[0] || 'um adicional';
  return { sentence: byWhom(entry, `Você retirou ${extra}`, `Retiramos ${extra}`), details: totalAndState(entry) };
};

/** Names of everybody who left with the entry. */
export const addedPeopleExpired: Describe = (entry) => ({
  sentence: `O sinal não chegou até o prazo, e tiramos da reserva: ${personOf(entry)}`,
  details: totalAndState(entry),
});

/** Only whose data: the data themselves may be somebody else's documents. */
export const personChanged: Describe = (entry) => {
  const person = personOf(entry);
  const others =
    entry.who === 'operator' ? `Atualizamos os dados de ${person}` : `Dados de ${person} preenchidos pelo link`;
  return { sentence: byWhom(entry, `Você atualizou os dados de ${person}`, others), details: totalAndState(entry) };
};

export const personReplaced: Describe = (entry) => {
  const before = textAfter(entry, 'participant') || 'uma pessoa';
  const after = textAfter(entry, 'name');
  const whom = after ? `${before} por ${after}` : `quem viaja no lugar de ${before}`;
  return { sentence: byWhom(entry, `Você trocou ${whom}`, `Trocamos ${whom}`), details: totalAndState(entry) };
};

export const authorizationChanged: Describe = (entry) => {
  const person = personOf(entry);
  const isAlone = entry.changes.withoutParents?.[1];
  const sentence =
    isAlone === undefined
      ? `A validade da autorização de viagem de ${person} mudou`
      : `${isAlone ? 'Viaja' : 'Não viaja'} sem pai, mãe ou responsável: ${person}`;
  return { sentence };
};

export const authorizationSent: Describe = (entry) => {
  const what = `a autorização de viagem de ${personOf(entry)}`;
  return { sentence: byWhom(entry, `Você anexou ${what}`, `Anexamos ${what}`) };
};

export const linkCreated: Describe = (entry) => {
  const what = `o link para ${personOf(entry)} preencher os dados`;
  return { sentence: byWhom(entry, `Você criou ${what}`, `Criamos ${what}`) };
};

export const linkRevoked: Describe = (entry) => {
  const what = `o link de ${personOf(entry)}`;
  return { sentence: byWhom(entry, `Você cancelou ${what}`, `Cancelamos ${what}`) };
};

export const seatsChanged: Describe = (entry) => {
  const seats = textAfter(entry, 'seats');
  const which = seats ? ` (${seats})` : '';
  if (entry.who === 'system') return { sentence: `As poltronas foram distribuídas${which}` };
  return { sentence: byWhom(entry, `Você escolheu as poltronas${which}`, `Mudamos as poltronas${which}`) };
};

export const boarded: Describe = (entry) => ({ sentence: `Registramos o embarque de ${personOf(entry)}` });

export const missed: Describe = (entry) => ({ sentence: `Registramos que ${personOf(entry)} não compareceu` });

export const attendanceUndone: Describe = (entry) => ({
  sentence: `Corrigimos a marcação do embarque de ${personOf(entry)}`,
});

export const attendanceCorrected: Describe = (entry) => {
  const after = textAfter(entry, 'attendance');
  if (after === 'boarded') return { sentence: `Corrigimos: ${personOf(entry)} viajou` };
  if (after === 'missed') return { sentence: `Corrigimos: ${personOf(entry)} não compareceu` };
  return attendanceUndone(entry);
};

/** Names of everybody who left with the entry. */
export const nameOfLeaving = personOf;
