import { Button, Stack } from '@mantine/core';
import { publicFares } from '@passeio/contract/fare-labels';
import { type ChosenExtra, quoteReservation } from '@passeio/contract/reservations/quote';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { extrasAgain, partyAgain, peopleAgain } from '@passeio/contract/reservations/reserve-again';
import { type ExtraTaker, requiredOf, takersIn } from '@passeio/contract/trips/extra-rules';
import { extraText, type TripExtra } from '@passeio/contract/trips/extras';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useNow } from '~/features/reservations/status/deadline';
import { api } from '~/features/session/api';
import { countOfExtra, extrasOnSale, extrasText } from '~/features/trips/extras';
import { JoinButton, type Joining } from '~/features/trips/join-button';
import { PartyPicker } from '~/features/trips/party-picker';
import { termsOf } from '~/features/trips/terms';
import { useParty } from '~/features/trips/use-party';
import { type Formats, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useJoining } from '../page/use-joining';

interface ReserveAgainProps {
  reservation: Reservation;
  describedBy?: string | undefined;
}

/**
 * Makes an expired reservation again, as long as its trip can be reserved: a picker with its party, its people and
 * their extras.
 */
export function ReserveAgain({ reservation, describedBy }: ReserveAgainProps) {
  const {
    data: found,
    mutate,
    isPending,
    reset,
  } = useMutation({
    mutationFn: () => api.call(tripRoutes.read, { params: { id: reservation.trip.slug } }),
  });
  const { againFrom } = reservation;
  if (!againFrom) return null;

  return (
    <>
      <Button size="md" loading={isPending} aria-describedby={describedBy} onClick={() => mutate()}>
        Reservar de novo
      </Button>
      {found && <AgainDialog reservation={reservation} againFrom={againFrom} trip={found} onClose={reset} />}
    </>
  );
}

interface AgainDialogProps {
  reservation: Reservation;
  againFrom: string;
  trip: Trip;
  onClose: () => void;
}

function AgainDialog({ reservation, againFrom, trip, onClose }: AgainDialogProps) {
  const formats = useFormats();
  const settings = useSettings();
  const now = useNow(againFrom);
  const picker = useId();
  const joining = closeOnJoin(useJoining(), onClose);
  const offer = { ...trip, ...termsOf(trip, settings, now) };
  const goingIn = (party: PartyEntry[]) => peopleAgain(publicFares(trip.fares), reservation.participants, party);
  const againIn = (party: PartyEntry[], sold: TripExtra[]) =>
    extrasAgain(extrasOnSale({ ...trip, extras: sold }, now), reservation.lines, party, goingIn(party));
  const form = useParty(offer, choiceOf(reservation, trip), (party, sold) =>
    withRequired(sold, takersIn(trip.fares, party), againIn(party, sold).extras),
  );
  const names = [...goingIn(form.party).values()].flat().flatMap(({ name }) => name || []);
  const { missing } = againIn(form.party, form.soldExtras);
  const { shares } = quoteReservation(offer, form.party, form.extras);
  return (
    <ModalDialog
      title="Reservar de novo"
      lead={`${trip.title}, ${formats.formatLongMoment(trip.date)}. Os preços são os de hoje.`}
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
          <JoinButton
            trip={trip}
            joining={joining}
            {...form}
            // The waiting list needs no pause.
            blockedReason={form.blockedReason ?? (form.soldOutReason ? undefined : pauseOf(againFrom, now, formats))}
            label="Reservar de novo"
          />
        </>
      }
    >
      <Stack>
        {names.length > 0 && (
          <p>
            Os dados e o embarque de {new Intl.ListFormat('pt-BR').format(names)} vêm junto: você não precisa digitar de
            novo.
          </p>
        )}
        {missing.length > 0 && (
          <FormNotice tone="info">
            Não temos mais para vocês: {missing.map(extraText).join(', ')}. O resto da reserva continua igual.
          </FormNotice>
        )}
        {shares.length > 0 && <p>Com {extrasText({ shares })}.</p>}
        {/* Everybody boards where they did. */}
        <PartyPicker trip={{ ...offer, boardingPoints: [] }} form={form} headingId={picker} />
      </Stack>
    </ModalDialog>
  );
}

/** The extras that people had, and what they lack of those that the trip requires by now. */
function withRequired(sold: TripExtra[], people: ExtraTaker[], had: ChosenExtra[]): ChosenExtra[] {
  const lacking = requiredOf(sold, people).flatMap(({ extra, quantity }) => {
    const count = quantity - countOfExtra(had, extra.id);
    return count > 0 ? [{ extraId: extra.id, count }] : [];
  });
  return [...had, ...lacking];
}

/** What was reserved, in the fares of now; people who are new board where all others do. */
function choiceOf({ id, participants }: Reservation, { fares }: Trip) {
  const [point = null, ...others] = new Set(participants.map(({ boardingPointId }) => boardingPointId));
  return {
    party: partyAgain(publicFares(fares), participants),
    boardingPointId: others.length > 0 ? null : point,
    acceptedPolicy: true,
    again: id,
  };
}

function pauseOf(againFrom: string, now: number, formats: Formats): string | undefined {
  if (Date.parse(againFrom) <= now) return undefined;
  const from = formats.formatDeadline(againFrom);
  return `Você deixou vagas deste passeio há pouco. Reserve de novo a partir de ${from}, ou fale com a gente.`;
}

/** The new reservation, or the line, is shown on the page, no longer in the dialog. */
function closeOnJoin(joining: Joining, onClose: () => void): Joining {
  return {
    ...joining,
    async reserve(...wanted) {
      const joined = await joining.reserve(...wanted);
      if (joined === 'done') onClose();
      return joined;
    },
    async wait(...wanted) {
      const joined = await joining.wait(...wanted);
      if (joined === 'done') onClose();
      return joined;
    },
  };
}
