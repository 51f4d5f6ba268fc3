import { byWhom, stateLine, type Tell, type Told, textAfter, totalLine } from './told.ts';

// Whom an entry is about; of those who leave, before the change.
function personOf({ changes }: Told): string {
  const names = [changes.name?.[1], changes.participant?.[1], changes.participant?.[0]];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? 'uma pessoa';
}

const settled = (told: Told) => [totalLine(told), stateLine(told)];

export const personAdded: Tell = (told) => {
  const person = personOf(told);
  return {
    sentence: byWhom(told, `Você incluiu ${person} na reserva`, `Incluímos ${person} na reserva`),
    details: settled(told),
  };
};

/** Only whose data: the data themselves may be somebody else's documents. */
export const personChanged: Tell = (told) => {
  const person = personOf(told);
  const others =
    told.who === 'operator' ? `Atualizamos os dados de ${person}` : `Dados de ${person} preenchidos pelo link`;
  return { sentence: byWhom(told, `Você atualizou os dados de ${person}`, others), details: settled(told) };
};

export const personReplaced: Tell = (told) => {
  const before = textAfter(told, 'participant') || 'uma pessoa';
  const after = textAfter(told, 'name');
  const whom = after ? `${before} por ${after}` : `quem viaja no lugar de ${before}`;
  return { sentence: byWhom(told, `Você trocou ${whom}`, `Trocamos ${whom}`), details: settled(told) };
};

export const linkCreated: Tell = (told) => {
  const what = `o link para ${personOf(told)} preencher os dados`;
  return { sentence: byWhom(told, `Você criou ${what}`, `Criamos ${what}`) };
};

export const linkRevoked: Tell = (told) => {
  const what = `o link de ${personOf(told)}`;
  return { sentence: byWhom(told, `Você cancelou ${what}`, `Cancelamos ${what}`) };
};

export const boarded: Tell = (told) => ({ sentence: `Registramos o embarque de ${personOf(told)}` });

export const missed: Tell = (told) => ({ sentence: `Registramos que ${personOf(told)} não compareceu` });

export const attendanceUndone: Tell = (told) => ({
  sentence: `Corrigimos a marcação do embarque de ${personOf(told)}`,
});

/** Names of everybody who left with the entry. */
export const nameOfLeaving = personOf;
