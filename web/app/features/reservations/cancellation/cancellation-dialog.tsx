import { useNetwork } from '@mantine/hooks';
import { type CancellationQuote, cancellationDraft } from '@passeio/contract/reservations/cancellation';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { useState } from 'react';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { answered, apiInPlace } from '../../session/api';
import styles from './cancellation.module.css';
import { QuoteSection, useQuote } from './quote';

type Cancelled = Pick<Reservation, 'id' | 'code' | 'participants' | 'trip' | 'state'>;

const LEAVING = 'Tirar da reserva';

interface CancellationDialogProps {
  reservation: Cancelled;
  /** Who leaves at first; everybody without it. */
  leaving?: readonly string[] | undefined;
  /** What cancelling all of it is called. */
  label?: string;
  onClose: () => void;
  onDone: () => void;
}

/** Cancels a reservation, or for some of its people, at the price that it shows. */
export function CancellationDialog({
  reservation,
  leaving,
  label = 'Cancelar reserva',
  onClose,
  onDone,
}: CancellationDialogProps) {
  const { id, code, trip, participants } = reservation;
  const [chosen, setChosen] = useState(new Set(leaving ?? participants.map((one) => one.id)));
  const isWhole = chosen.size === participants.length;
  const question = isWhole ? {} : { participants: [...chosen] };
  const quoting = useQuote(id, chosen.size > 0 ? question : null);
  const { online: isOnline } = useNetwork();

  function choose(person: string): void {
    const others = [...chosen].filter((one) => one !== person);
    setChosen(new Set(chosen.has(person) ? others : [...others, person]));
  }

  return (
    <FormDialog
      title={isWhole ? label : LEAVING}
      lead={`Reserva ${code}, ${trip.title}.`}
      submit={confirmLabel(quoting.quote, isWhole, label)}
      danger
      disabled={!quoting.quote || !isOnline}
      initial={{}}
      schema={cancellationDraft}
      toBody={() => ({ refundCents: quoting.quote?.refundCents, ...question })}
      save={async (body) => {
        const call = { params: { reservationId: id }, body };
        await quoting.orNewer(answered(apiInPlace.call(reservationRoutes.cancel, call)));
        return isWhole ? cancelledInWords(reservation) : goneInWords(reservation, chosen);
      }}
      onSaved={(sentence) => {
        showAlert('success', sentence);
        onDone();
      }}
      onClose={onClose}
    >
      {participants.length > 1 && (
        <fieldset className={styles.who}>
          <legend>Quem desiste?</legend>
          <p className={styles.hint}>Desmarque quem continua na viagem.</p>
          {participants.map((person) => (
            <label key={person.id} className={styles.person}>
              <input type="checkbox" checked={chosen.has(person.id)} onChange={() => choose(person.id)} />
              <span>
                {nameAmong(person, participants)} · {formatMoney(person.priceCents)}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen.size === 0 ? (
        <p>Marque pelo menos uma pessoa.</p>
      ) : (
        <>
          <p>{placesInWords(participants.filter(({ id, takesPlace }) => takesPlace && chosen.has(id)).length)}</p>
          <QuoteSection quoting={quoting} receives="Você recebe" />
        </>
      )}
      {!isOnline && <FormNotice tone="info">Você está sem internet: para cancelar, conecte-se de novo.</FormNotice>}
    </FormDialog>
  );
}

function confirmLabel(quote: CancellationQuote | undefined, isWhole: boolean, label: string): string {
  if (quote && quote.refundCents > 0) {
    return `${isWhole ? 'Cancelar' : LEAVING} e receber ${formatMoney(quote.refundCents)}`;
  }
  return isWhole ? label : LEAVING;
}

function placesInWords(places: number): string {
  if (places === 0) return 'A reserva das outras pessoas continua valendo.';
  return places === 1 ? 'A vaga fica livre para outra pessoa.' : `As ${places} vagas ficam livres para outras pessoas.`;
}

function cancelledInWords({ state }: Cancelled): string {
  return state === 'requested' ? 'Pedido cancelado.' : 'Reserva cancelada.';
}

function goneInWords({ participants }: Cancelled, chosen: ReadonlySet<string>): string {
  const names = participants.filter(({ id }) => chosen.has(id)).map((person) => nameAmong(person, participants));
  return names.length === 1 ? `${names[0]} saiu da reserva.` : `${names.length} pessoas saíram da reserva.`;
}
