import { firstName } from './first-name.ts';

/** Of whom and of which trip an e-mail is. */
interface OfTrip {
  name: string;
  trip: string;
}

/** Fields of every e-mail about a trip; `talk`: how to reach the operator. */
export function commonOfTrip({ name, trip }: OfTrip, talk: string) {
  return { primeiro_nome: firstName(name), passeio: trip, como_falar: talk };
}

/** Fields of every e-mail about a reservation. */
export function common(data: OfTrip & { code: string }, talk: string) {
  return { ...commonOfTrip(data, talk), codigo: data.code };
}

export function hello({ name }: Pick<OfTrip, 'name'>): string {
  return `Olá, ${firstName(name)}!`;
}

export const peopleText = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);

export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1);
}
