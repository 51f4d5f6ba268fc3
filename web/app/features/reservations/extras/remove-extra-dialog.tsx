import { Text } from '@mantine/core';
import { refundHow } from '@passeio/contract/payments/refund-parts';
import type { CancellationQuote } from '@passeio/contract/reservations/cancellation';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation, ReservationLine } from '@passeio/contract/reservations/reservations';
import { extraText } from '@passeio/contract/trips/extras';
import { z } from '@passeio/contract/zod';
import { api } from '~/features/session/api';
import { formatCalendarDate, formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { QuoteSection, useQuote } from '../cancellation/cancellation-quote';
import { totalChangeText } from '../participants/party';
import { ownerOf } from './extra-lines';

interface RemoveExtraDialogProps {
  reservation: Reservation;
  line: ReservationLine;
  forStaff: boolean;
  onClose: () => void;
}

/**
 * Takes an extra out, after showing what comes back of it. The payer does where nothing is kept of its price; staff
 * gives all of it back, and reads what the rules would keep.
 */
export function RemoveExtraDialog({ reservation, line, forStaff, onClose }: RemoveExtraDialogProps) {
  const { id, totalCents, receivedCents, participants } = reservation;
  const quoting = useQuote(id, { extra: line.id });
  const keptCents = quoting.quote?.penaltyCents ?? 0;
  const isRefused = !forStaff && keptCents > 0;
  const newTotalCents = Math.max(totalCents - line.totalCents, 0);
  return (
    <FormDialog
      title="Tirar adicional"
      lead={`${extraText(line)}, ${ownerOf(line, participants)}: ${formatMoney(line.totalCents)}.`}
      submit="Tirar"
      danger
      disabled={!quoting.quote || isRefused}
      initial={{}}
      schema={z.strictObject({})}
      save={() => {
        const params = { reservationId: id, lineId: line.id };
        return api.call(reservationRoutes.removeExtra, { params, toast: false });
      }}
      onClose={onClose}
    >
      <QuoteSection quoting={quoting}>
        {({ promisedFor, parts }) =>
          isRefused ? (
            <FormNotice tone="info">
              O valor deste adicional não volta inteiro: {formatMoney(keptCents)} ficam com a operadora. Para tirá-lo,
              fale com a gente.
            </FormNotice>
          ) : (
            <>
              <p>{totalChangeText(totalCents, newTotalCents)}</p>
              <Text fw={600}>{balanceText(receivedCents - newTotalCents, { promisedFor, parts, forStaff })}</Text>
              {keptCents > 0 && (
                <FormNotice tone="info">
                  Pela regra da reserva, {formatMoney(keptCents)} não voltariam. Tirando por aqui, o valor todo sai do
                  total.
                </FormNotice>
              )}
            </>
          )
        }
      </QuoteSection>
    </FormDialog>
  );
}

/** What is too much or missing then, in centavos: positive, zero or negative. */
function balanceText(
  cents: number,
  { promisedFor, parts, forStaff }: Pick<CancellationQuote, 'promisedFor' | 'parts'> & { forStaff: boolean },
): string {
  if (cents <= 0) return cents === 0 ? 'Fica tudo pago.' : `Falta pagar ${formatMoney(-cents)}.`;
  if (forStaff) return `A devolver ao cliente: ${formatMoney(cents)}.`;
  const until = promisedFor ? ` até ${formatCalendarDate(promisedFor)}` : '';
  return `Você recebe ${formatMoney(cents)}${until}${refundHow(parts)}.`;
}
