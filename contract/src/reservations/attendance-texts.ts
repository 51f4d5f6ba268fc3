import { plural } from '../words.ts';

interface Attendance {
  boardedAt: string | Date | null;
  missedAt: string | Date | null;
}

/** What is said of the attendance once a trip is over: all, some or none of the people came, or nobody said. */
export function attendanceTexts({ participants }: { participants: readonly Attendance[] }) {
  const missed = participants.filter((one) => one.missedAt).length;
  const isSaid = participants.some((one) => one.boardedAt || one.missedAt);
  const who = participants.length > 1 ? 'o seu grupo' : 'você';
  const ended = { label: 'Concluída', tone: 'quiet' } as const;
  return {
    missed: () => ({
      label: 'Não compareceu',
      tone: 'quiet' as const,
      client: `Registramos que ${who} não compareceu. Se foi um engano, fale com a gente.`,
      staff: 'Não compareceu.',
    }),
    completed: () => {
      if (!isSaid) {
        const client = 'O passeio terminou. Obrigado por reservar com a gente!';
        return { ...ended, client, staff: 'A viagem terminou, e ninguém informou o embarque.' };
      }
      const thanks = 'Obrigado por viajar com a gente!';
      if (missed === 0) return { ...ended, client: thanks, staff: 'A viagem terminou.' };
      const absent = `${plural(missed, 'pessoa')} do grupo não ${missed === 1 ? 'compareceu' : 'compareceram'}`;
      const client = `${thanks} Registramos que ${absent}. Se foi um engano, fale com a gente.`;
      return { ...ended, client, staff: `A viagem terminou; ${absent}.` };
    },
  };
}
