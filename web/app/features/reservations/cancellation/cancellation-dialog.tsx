import { Button } from '@mantine/core';
import type { CancellationQuote } from '@passeio/contract/reservations/cancellation';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { useState } from 'react';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { Button as DangerButton } from '~/ui/inputs/button';
import { sentenceOf } from '../actions/use-act';
import styles from './cancellation.module.css';
import { cancelReservation } from './cancellation-calls';
import { QuoteSection } from './quote-lines';
import { useOnline } from './use-online';
import { useQuote } from './use-quote';

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
  const { code, trip, participants } = reservation;
  const { chosen, isWhole, choose, quoting, notice, busy, confirm } = useCancelling(reservation, leaving, onDone);
  const isOnline = useOnline();
  return (
    <ModalDialog
      title={isWhole ? label : LEAVING}
      lead={`Reserva ${code}, ${trip.title}.`}
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
          <DangerButton
            look="danger"
            busy={busy}
            disabled={!quoting.quote || !isOnline}
            onClick={() => quoting.quote && void confirm(quoting.quote)}
          >
            {confirmLabel(quoting.quote, isWhole, label)}
          </DangerButton>
        </>
      }
    >
      <div className={styles.form}>
        {participants.length > 1 && (
          <fieldset className={styles.who} disabled={busy}>
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
        {notice && <FormNotice>{notice}</FormNotice>}
      </div>
    </ModalDialog>
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

function useCancelling(reservation: Cancelled, leaving: readonly string[] | undefined, onDone: () => void) {
  const { id, participants } = reservation;
  const [chosen, setChosen] = useState(new Set(leaving ?? participants.map((one) => one.id)));
  const [notice, setNotice] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isWhole = chosen.size === participants.length;
  const question = isWhole ? {} : { participants: [...chosen] };
  const quoting = useQuote(id, chosen.size > 0 ? question : null);

  function choose(person: string): void {
    setNotice(undefined);
    const others = [...chosen].filter((one) => one !== person);
    setChosen(new Set(chosen.has(person) ? others : [...others, person]));
  }

  async function confirm({ refundCents }: CancellationQuote): Promise<void> {
    if (busy) return;
    setBusy(true);
    setNotice(undefined);
    try {
      await cancelReservation(reservation.id, { refundCents, ...question });
      showAlert('success', isWhole ? cancelledInWords(reservation) : goneInWords(reservation, chosen));
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.quote) quoting.replace(failure.quote);
      setNotice(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return { chosen, isWhole, choose, quoting, notice, busy, confirm };
}

function cancelledInWords({ state }: Cancelled): string {
  return state === 'requested' ? 'Pedido cancelado.' : 'Reserva cancelada.';
}

function goneInWords({ participants }: Cancelled, chosen: ReadonlySet<string>): string {
  const names = participants.filter(({ id }) => chosen.has(id)).map((person) => nameAmong(person, participants));
  return names.length === 1 ? `${names[0]} saiu da reserva.` : `${names.length} pessoas saíram da reserva.`;
}
