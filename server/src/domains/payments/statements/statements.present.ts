import type { LineMatch, StatementLine } from '@passeio/contract/payments/statements';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { LineFound, Match } from './match-lines.ts';
import type { LineRow, shownReservations } from './statements.queries.ts';

const LINE_MATCHES: Record<Match, LineMatch> = {
  charge: 'txid',
  payment: 'end_to_end_id',
  amount_and_name: 'amount_and_name',
  amount_and_first_name: 'amount_and_first_name',
};

type Shown = Awaited<ReturnType<typeof shownReservations>>[number];

export function presentLine(line: LineRow, compared: LineFound, reservation: Shown | undefined): StatementLine {
  const { state, match, entry, isCertain } = compared;
  return {
    id: line.id,
    occurredOn: line.occurred_on,
    amountCents: line.amount_cents,
    description: line.description,
    payerName: line.payer_name,
    match: match && LINE_MATCHES[match],
    state,
    doubt: line.doubt,
    reservation: reservation
      ? {
          id: reservation.id,
          code: reservation.code,
          payer: reservation.payer,
          trip: reservation.title,
          dueCents: dueCentsOf({
            state: reservation.state,
            totalCents: reservation.total_cents,
            receivedCents: reservation.received_cents,
          }),
        }
      : null,
    recorded: entry ? { occurredOn: entry.day, payerName: entry.payer_name, isCertain } : null,
  };
}
