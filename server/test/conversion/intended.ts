// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any;

/** What is read otherwise after the conversion, and why: it is taken out of both readings. */
const intended: { why: string; of: RegExp; without: (answer: Answer) => Answer }[] = [
  {
    why: 'What a gift card was issued, used for and given back is its payment or an entry of a reservation, with the id and the instant of that; 0 centavos of a card that was used up are no transfer.',
    of: /^\/gift-cards\?/,
    without: (answer) => ({
      ...answer,
      data: answer.data?.map(({ entries, ...card }: Answer) => ({
        ...card,
        entries: entries
          .filter(({ amountCents }: Answer) => amountCents !== 0)
          .map(({ id, at, ...entry }: Answer) =>
            /^(revoked|reissued)$/.test(entry.kind) ? { id, at, ...entry } : entry,
          ),
      })),
    }),
  },
  {
    why: 'A penalty was read with the id of its reservation, and is with that of its own transfer.',
    of: /^\/accounting\/entries\?/,
    without: (answer) => ({
      ...answer,
      data: answer.data?.map(({ id, ...line }: Answer) => (line.kind === 'penalty' ? line : { id, ...line })),
    }),
  },
  {
    why: 'The page of a reservation says how much a guide has of it.',
    of: /^\/reservations\/[^/]+$/,
    without: ({ guideCents: _, ...answer }) => answer,
  },
  {
    why: "Staff reads why a guide's cash came late.",
    of: /^\/payments\/door-payments/,
    without: (answer) => ({ ...answer, data: answer.data?.map(({ note: _, ...report }: Answer) => report) }),
  },
  {
    why: 'Trips, reservations, quotes and entries say which rooms they have, who sold them, how clients came, what ads cost and how people call them: none, nobody and nothing.',
    of: /./,
    without: withoutLaterFields,
  },
];

const later = new Set([
  'rooms',
  'nicknames',
  'waitingChats',
  'excessNotes',
  'staffUntil',
  'roomTypes',
  'shareDecisionDays',
  'occupancy',
  'hotel',
  'hotelArrival',
  'sharing',
  'seller',
  'touches',
  'ads',
]);

function withoutLaterFields(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(withoutLaterFields);
  if (typeof answer !== 'object' || answer === null) return answer;
  const entries = Object.entries(answer).filter(([key]) => !later.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutLaterFields(value)]));
}

/** Readings of money without what is read otherwise on purpose. */
export function withoutIntended(readings: Record<string, Answer>): Record<string, Answer> {
  const entries = Object.entries(readings).map(([path, answer]) => {
    const applied = intended.filter(({ of }) => of.test(path) && answer !== 'refused');
    return [path, applied.reduce((rest, { without }) => without(rest), answer)];
  });
  return Object.fromEntries(entries);
}
