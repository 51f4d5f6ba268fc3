import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation, ReservationLine } from '@passeio/contract/reservations/reservations';
import { extraText } from '@passeio/contract/trips/extras';
import { z } from '@passeio/contract/zod';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { QuoteSection, useQuote } from '../cancellation-quote';
import { totalChangeText } from '../participants/party';
import { ownerOf } from './extra-lines';

interface RemoveExtraDialogProps {
  reservation: Reservation;
  line: ReservationLine;
  forStaff: boolean;
  onClose: () => void;
}

/**
 * Takes an extra out, after showing what comes back of it. The payer does where nothing is kept of its price; staff gives
 * all of it back, and is told what the rules would keep.
 */
export function RemoveExtraDialog({ reservation, line, forStaff, onClose }: RemoveExtraDialogProps) {
  const { id, totalCents, participants } = reservation;
  const byRules = useQuote(id, { extra: line.id });
  const byOperator = useQuote(id, forStaff ? { extra: line.id, by: 'operator' } : null);
  const quoting = forStaff ? byOperator : byRules;
  const keptCents = byRules.quote?.penaltyCents ?? 0;
  const isRefused = !forStaff && keptCents > 0;
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
        return orRedirect(apiInPlace.call(reservationRoutes.removeExtra, { params }));
      }}
      onClose={onClose}
    >
      {quoting.quote && !isRefused && <p>{totalChangeText(totalCents, Math.max(totalCents - line.totalCents, 0))}</p>}
      <QuoteSection quoting={quoting} receives={forStaff ? 'O cliente recebe' : 'Você recebe'} />
      {isRefused && (
        <FormNotice tone="info">
          O valor deste adicional não volta inteiro: {formatMoney(keptCents)} ficam com a operadora. Para tirá-lo, fale
          com a gente.
        </FormNotice>
      )}
      {forStaff && keptCents > 0 && (
        <FormNotice tone="info">
          Pela regra da reserva, {formatMoney(keptCents)} não voltariam. Tirando por aqui, o valor todo sai do total.
        </FormNotice>
      )}
    </FormDialog>
  );
}
