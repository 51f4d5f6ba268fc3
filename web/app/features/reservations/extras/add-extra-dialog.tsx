import { NativeSelect, Text } from '@mantine/core';
import { agesLabel } from '@passeio/contract/fare-labels';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { extraAddition, type ReservationDetails } from '@passeio/contract/reservations/reservations';
import { mayTake } from '@passeio/contract/trips/extra-rules';
import { extraScopes, extraText, type TripExtra } from '@passeio/contract/trips/extras';
import { depositOf } from '@passeio/contract/trips/pricing';
import { api } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatFarePrice } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { Card } from '~/ui/layout/card';
import { MoneyLine } from '../payment/money-line';
import { moreOf, takerOf, takersOf } from './extra-lines';
import { QuantityStepper } from './quantity-stepper';

interface AddExtraDialogProps {
  reservation: ReservationDetails;
  onClose: () => void;
}

/** Adds an extra of the trip, after showing the new total and what is due of it. */
export function AddExtraDialog({ reservation, onClose }: AddExtraDialogProps) {
  const { id, code, trip, participants } = reservation;
  const first = trip.extras.find((extra) => takersOf(extra, reservation).length > 0);
  return (
    <FormDialog
      title="Adicionar adicional"
      lead={`Reserva ${code}, ${trip.title}.`}
      submit="Adicionar"
      initial={startOf(first, reservation)}
      schema={extraAddition}
      toBody={({ extraId, participantId, count }) => ({ extraId, count, ...(participantId && { participantId }) })}
      fields={{ extras: 'count', participantId: 'participantId', EXTRA_UNKNOWN: 'extraId', EXTRA_CLOSED: 'extraId' }}
      save={(body) =>
        api.call(reservationRoutes.addExtra, { params: { reservationId: id }, body, toast: false }).catch((error) => {
          // What is left of it has changed.
          if (error instanceof ApiError && error.status === 409) void reload();
          throw error;
        })
      }
      onClose={onClose}
    >
      {(form) => {
        const { extraId, participantId, count } = form.values;
        const extra = trip.extras.find((one) => one.id === extraId);
        const takers = extra ? takersOf(extra, reservation) : [];
        const more = extra && moreOf(extra, reservation, participantId || null);
        return (
          <>
            <NativeSelect
              label="Adicional"
              data-autofocus
              size="md"
              description={extra && hintOf(extra)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={trip.extras.map((one) => optionOf(one, reservation))}
              value={extraId}
              error={form.errors.extraId}
              onChange={({ currentTarget: { value } }) => {
                form.setValues(
                  startOf(
                    trip.extras.find((one) => one.id === value),
                    reservation,
                  ),
                );
                form.clearErrors();
              }}
            />
            {extra?.per === 'participant' && participants.length > 1 && (
              <NativeSelect
                label="Para quem?"
                size="md"
                data={participants.map((person) => ({
                  value: person.id,
                  label: nameAmong(person, participants),
                  disabled: !takers.includes(person.id),
                }))}
                value={participantId}
                error={form.errors.participantId}
                onChange={({ currentTarget: { value } }) => {
                  form.setValues({ participantId: value, count: moreOf(extra, reservation, value)?.least ?? 1 });
                  form.clearErrors();
                }}
              />
            )}
            {more && more.most > 1 && (
              <QuantityStepper
                label="Quantidade"
                value={count}
                least={more.least}
                most={more.most}
                error={form.errors.count}
                onChange={(value) => form.setFieldValue('count', value)}
              />
            )}
            {!(more && more.most > 1) && form.errors.count && (
              <Text c="var(--danger)" role="alert">
                {form.errors.count}
              </Text>
            )}
            {extra && <Outcome extra={extra} count={count} reservation={reservation} />}
          </>
        );
      }}
    </FormDialog>
  );
}

/** The least of an extra, for the first person who may have it. */
function startOf(extra: TripExtra | undefined, reservation: ReservationDetails) {
  const taker = extra ? takersOf(extra, reservation)[0] : undefined;
  const more = extra && taker !== undefined ? moreOf(extra, reservation, taker) : undefined;
  return { extraId: extra?.id ?? '', participantId: taker ?? '', count: more?.least ?? 1 };
}

function optionOf(extra: TripExtra, reservation: ReservationDetails) {
  const { id, label, stockLeft } = extra;
  const isFull = takersOf(extra, reservation).length === 0;
  const isOfAge = reservation.participants.some((one) => mayTake(extra, takerOf(reservation, one)));
  const isForNobody = extra.per === 'participant' && !isOfAge;
  const why = stockLeft !== null && stockLeft <= 0 ? 'esgotado' : isForNobody ? agesLabel(extra) : 'já incluído';
  return { value: id, label: isFull ? `${label} · ${why}` : label, disabled: isFull };
}

/** As "R$ 45,00 por pessoa. No restaurante do mirante." */
function hintOf({ priceCents, per, description }: TripExtra): string {
  return `${formatFarePrice(priceCents)} ${extraScopes[per].toLowerCase()}. ${description}`;
}

interface OutcomeProps {
  extra: TripExtra;
  count: number;
  reservation: ReservationDetails;
}

/** What the reservation costs with it, and what is due then. */
function Outcome({ extra, count, reservation }: OutcomeProps) {
  const { state, totalCents, receivedCents, trip } = reservation;
  const addedCents = count * extra.priceCents;
  const newTotalCents = totalCents + addedCents;
  const depositCents = depositOf(newTotalCents, trip.depositPercent);
  const dueCents = newTotalCents - receivedCents;
  const isHeld = state === 'held' && depositCents < newTotalCents;
  return (
    <Card tone="sunken" role="status" aria-label="Novo valor">
      <dl>
        <MoneyLine quiet label={extraText({ label: extra.label, quantity: count })} cents={addedCents} />
        <MoneyLine quiet label="Novo total" cents={newTotalCents} strong />
        {isHeld && <MoneyLine quiet label="Sinal" cents={depositCents} />}
        {dueCents > 0 && <MoneyLine quiet label="Falta pagar" cents={dueCents} />}
      </dl>
      {state === 'booked' && addedCents > 0 && <Text variant="hint">A reserva continua confirmada.</Text>}
      {!extra.refundable && <Text variant="hint">Se você desistir dele depois, o valor não volta.</Text>}
    </Card>
  );
}
