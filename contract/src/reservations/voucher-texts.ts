// Without schemas, so that the thread that draws the PDF starts fast.
import { moneyText } from '../money.ts';
import { seatNumber } from '../seats/seat-label.ts';
import type { Voucher, VoucherBoardingPoint, VoucherPerson } from './voucher.ts';

const DOCUMENT_TO_BRING = 'Documento original com foto de cada pessoa (criança: certidão de nascimento ou documento).';
/** What a trip's people bring: their documents too, unless the trip's own list names them. */
export function thingsToBring(listed: readonly string[]): string[] {
  return listed.some((item) => /documento/i.test(item)) ? [...listed] : [DOCUMENT_TO_BRING, ...listed];
}

/** Where the boarding of somebody without a boarding point stands. */
export const BOARDING_TO_BE_AGREED = 'A combinar com a nossa equipe';

/** People who board together. */
export interface BoardingGroup {
  /** Null: to be agreed. */
  point: VoucherBoardingPoint | null;
  people: VoucherPerson[];
}

/** The people of a voucher by boarding point, the earliest first, those without one last. */
export function boardingGroups({ people, boardingPoints }: Pick<Voucher, 'people' | 'boardingPoints'>) {
  const groupOf = (point: VoucherBoardingPoint | null): BoardingGroup => ({
    point,
    people: people.filter(({ boardingPointId }) => boardingPointId === (point?.id ?? null)),
  });
  return [...boardingPoints, null].map(groupOf).filter((group) => group.people.length > 0);
}

/** "Adulto", "Criança, com Ana Lima, poltrona 12, Duplo", "Criança de colo, no colo de Ana Lima". */
export function placeText({ fareLabel, isLapChild, companion, seat, room }: VoucherPerson): string {
  const beside = companion && `${isLapChild ? 'no colo de' : 'com'} ${companion}`;
  return [fareLabel, beside, seat && `poltrona ${seatNumber(seat)}`, room].filter(Boolean).join(', ');
}

/** "Falta pagar R$ 264,60 até 05/12/2026 às 05:30.", "Falta pagar R$ 264,60 em parcelas: R$ 132,30 até …" */
export function dueText({ amountCents, until, instalmentCents }: NonNullable<Voucher['due']>): string {
  const amount = moneyText(amountCents);
  if (instalmentCents !== null && instalmentCents < amountCents) {
    const next = until ? `até ${until}` : 'estão atrasados';
    return `Falta pagar ${amount} em parcelas: ${moneyText(instalmentCents)} ${next}.`;
  }
  return until ? `Falta pagar ${amount} até ${until}.` : `Falta pagar ${amount}: o prazo passou.`;
}
