import { calendarDate, id } from '@passeio/contract/fields';

/** Periods that are asked for most, at a day as "2026-12-05". */
export function presetsAt(today: string): { label: string; from: string; to: string }[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return [
    { label: 'Este mês', ...months(year, month, month) },
    { label: 'Mês passado', ...months(year, month - 1, month - 1) },
    { label: 'Este ano', ...months(year, 1, 12) },
    { label: 'Últimos 12 meses', ...months(year, month - 11, month) },
  ];
}

function months(year: number, first: number, last: number): { from: string; to: string } {
  const day = (month: number, date: number) => new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
  return { from: day(first, 1), to: day(last + 1, 0) };
}

/** The period and the trip in an address; what is no day and no trip is left out. */
export function readPeriod(params: URLSearchParams): { from?: string; to?: string; tripId?: string } {
  const from = calendarDate.safeParse(params.get('de')).data;
  const to = calendarDate.safeParse(params.get('ate')).data;
  const tripId = id.safeParse(params.get('passeio')).data;
  return { ...(from && to && from <= to && { from, to }), ...(tripId && { tripId }) };
}
