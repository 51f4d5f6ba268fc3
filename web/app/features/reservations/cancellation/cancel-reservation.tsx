import { Button, Group, Stack, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { refundHow } from '@passeio/contract/payments/refund-parts';
import { cancellationDraft } from '@passeio/contract/reservations/cancellation';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { formatCalendarDate, formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { isOffer } from '../status/reservation-states';
import { OccupancyChoice, QuoteLines, QuoteSection, useQuote } from './cancellation-quote';

interface CancelButtonProps {
  reservation: Reservation;
  describedBy?: string | undefined;
}

function labelOf(reservation: Reservation): string {
  if (reservation.state === 'requested') return 'Cancelar pedido';
  return isOffer(reservation) ? 'Deixar para a próxima pessoa' : 'Cancelar reserva';
}

/** Opens the cancellation with its price. */
export function CancelButton({ reservation, describedBy }: CancelButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!reservation.cancellable) return null;
  const label = labelOf(reservation);
  return (
    <>
      <Button size="md" variant="subtle" color="red" aria-describedby={describedBy} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <CancellationDialog reservation={reservation} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

/** "Se cancelar agora, você recebe R$ 107,40 até 30/11/2026."; nothing while that is not known. */
export function RefundHint({ reservation }: { reservation: Reservation }) {
  const { id, cancellable, receivedCents, totalCents } = reservation;
  const { quote } = useQuote(id, cancellable && receivedCents > 0 ? {} : null, [receivedCents, totalCents]);
  if (!quote) return null;
  const { refundCents, promisedFor, parts } = quote;
  return (
    <Text variant="hint">
      {promisedFor
        ? `Se cancelar agora, você recebe ${formatMoney(refundCents)} até ${formatCalendarDate(promisedFor)}${refundHow(parts)}.`
        : 'Se cancelar agora, não há valor a devolver.'}
    </Text>
  );
}

type Cancelled = Pick<Reservation, 'id' | 'code' | 'participants' | 'trip' | 'state'>;

const LEAVING = 'Tirar da reserva';

interface CancellationDialogProps {
  reservation: Cancelled;
  /** Who leaves at first; everybody without it. */
  leaving?: readonly string[] | undefined;
  /** What cancelling all of it is called. */
  label?: string;
  onClose: () => void;
}

/** Cancels a reservation, or for some of its people, at the price that it shows. */
export function CancellationDialog({
  reservation,
  leaving,
  label = 'Cancelar reserva',
  onClose,
}: CancellationDialogProps) {
  const { id, code, trip, participants } = reservation;
  const [chosen, setChosen] = useState(new Set(leaving ?? participants.map((one) => one.id)));
  const isWhole = chosen.size === participants.length;
  const question = isWhole ? {} : { participants: [...chosen] };
  const quoting = useQuote(id, chosen.size > 0 ? question : null);
  const [isAccepted, setAccepted] = useState(false);
  const occupancy = quoting.quote?.occupancy ?? null;
  const refundCents = (isAccepted && occupancy ? occupancy : quoting.quote)?.refundCents;
  const { online: isOnline } = useNetwork();

  function choose(person: string): void {
    const others = [...chosen].filter((one) => one !== person);
    setChosen(new Set(chosen.has(person) ? others : [...others, person]));
  }

  return (
    <FormDialog
      title={isWhole ? label : LEAVING}
      lead={`Reserva ${code}, ${trip.title}.`}
      submit={confirmLabel(refundCents, isWhole, label)}
      danger
      disabled={!quoting.quote || !isOnline}
      initial={{}}
      schema={cancellationDraft}
      toBody={() => ({ refundCents, ...question, ...(occupancy && { acceptsOccupancy: isAccepted }) })}
      save={async (body) => {
        const call = { params: { reservationId: id }, body, toast: false };
        await quoting.orNewer(api.call(reservationRoutes.cancel, call));
        return isWhole ? cancelledText(reservation) : leftText(reservation, chosen);
      }}
      onSaved={(sentence) => {
        showAlert('success', sentence);
        onClose();
      }}
      onClose={onClose}
    >
      {participants.length > 1 && (
        <Stack component="fieldset" gap={4}>
          <legend>Quem desiste?</legend>
          <Text variant="hint">Desmarque quem continua na viagem.</Text>
          {participants.map((person) => (
            <Group component="label" key={person.id} gap="sm" wrap="nowrap" mih={44}>
              <input type="checkbox" checked={chosen.has(person.id)} onChange={() => choose(person.id)} />
              <span>
                {nameAmong(person, participants)} · {formatMoney(person.priceCents)}
              </span>
            </Group>
          ))}
        </Stack>
      )}
      {chosen.size === 0 ? (
        <p>Marque pelo menos uma pessoa.</p>
      ) : (
        <>
          <p>{placesText(participants.filter(({ id, takesPlace }) => takesPlace && chosen.has(id)).length)}</p>
          <QuoteSection quoting={quoting}>
            {(quote) => <QuoteLines quote={quote} receives="Você recebe" />}
          </QuoteSection>
          {occupancy && <OccupancyChoice occupancy={occupancy} isAccepted={isAccepted} onChange={setAccepted} />}
        </>
      )}
      {!isOnline && <FormNotice tone="info">Você está sem internet: para cancelar, conecte-se de novo.</FormNotice>}
    </FormDialog>
  );
}

function confirmLabel(refundCents = 0, isWhole: boolean, label: string): string {
  if (refundCents > 0) {
    return `${isWhole ? 'Cancelar' : LEAVING} e receber ${formatMoney(refundCents)}`;
  }
  return isWhole ? label : LEAVING;
}

function placesText(places: number): string {
  if (places === 0) return 'A reserva das outras pessoas continua valendo.';
  return places === 1 ? 'A vaga fica livre para outra pessoa.' : `As ${places} vagas ficam livres para outras pessoas.`;
}

function cancelledText({ state }: Cancelled): string {
  return state === 'requested' ? 'Pedido cancelado.' : 'Reserva cancelada.';
}

function leftText({ participants }: Cancelled, chosen: ReadonlySet<string>): string {
  const names = participants.filter(({ id }) => chosen.has(id)).map((person) => nameAmong(person, participants));
  return names.length === 1 ? `${names[0]} saiu da reserva.` : `${names.length} pessoas saíram da reserva.`;
}
