import { TextInput } from '@mantine/core';
import { type SellerDeparture, sellerBooking } from '@passeio/contract/sellers/own-sales';
import { ownSalesRoutes } from '@passeio/contract/sellers/seller-routes';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId } from 'react';
import { acceptingPriceAndContract } from '~/features/reservations/enrolment/join';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { PartyPicker } from '~/features/trips/party-picker';
import { instalmentsNow } from '~/features/trips/payment-plan';
import { termsOf } from '~/features/trips/terms';
import { useParty } from '~/features/trips/use-party';
import { ApiError } from '~/lib/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { LoadedDialog } from '~/ui/dialogs/loaded-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';

interface ClientBookingDialogProps {
  departure: SellerDeparture;
  onClose: () => void;
  onReserved: (message: string) => void;
}

/** Reserves a departure for a client of the seller: the client gets the link, pays, and says who travels. */
export function ClientBookingDialog({ departure, onClose, onReserved }: ClientBookingDialogProps) {
  const query = useQuery(load(tripRoutes.read, { params: { id: departure.tripId } }));
  const { formatTripDates } = useFormats();
  const head = { title: `Reservar ${departure.title}`, lead: formatTripDates(departure), onClose };
  if (query.data) {
    return (
      <Suspense>
        <BookingForm {...head} trip={query.data} ownPlaces={departure.ownPlaces} onReserved={onReserved} />
      </Suspense>
    );
  }
  return (
    <LoadedDialog {...head} query={query} failure="Não foi possível abrir o passeio.">
      {() => null}
    </LoadedDialog>
  );
}

interface BookingFormProps {
  title: string;
  lead: string;
  trip: Trip;
  /** Set aside for the seller, besides those that are left for anybody. */
  ownPlaces: number;
  onClose: () => void;
  onReserved: ClientBookingDialogProps['onReserved'];
}

function BookingForm({ trip, ownPlaces, onReserved, ...dialog }: BookingFormProps) {
  const settings = useSettings();
  const picker = useId();
  const now = Date.now();
  const placesLeft = Math.max(trip.placesLeft, 0) + ownPlaces;
  const instalments = instalmentsNow(trip, settings.timeZone, now);
  const offer = { ...trip, ...termsOf(trip, settings, now), placesLeft, instalments };
  const form = useParty(offer);
  const { party, extras, rooms, quote, boardingPoint } = form;
  const problem = form.blockedReason ?? form.soldOutReason;

  async function reserve(body: ReturnType<typeof sellerBooking.parse>) {
    const settled = await form.settle();
    if (!settled) throw new ApiError(409, { code: 'COUPON', message: 'Confira o cupom.' });
    const coupon = settled.choice?.coupon;
    const { totalCents } = settled.choice ?? quote;
    try {
      return await acceptingPriceAndContract(totalCents, (accepted) =>
        api.call(ownSalesRoutes.reserveForClient, {
          body: { ...body, coupon, totalCents: accepted.totalCents },
          toast: false,
        }),
      );
    } catch (error) {
      if (error instanceof ApiError && (error.refusedPart === 'extras' || error.refusedPart === 'coupon')) {
        await form.showRefusal(error);
      }
      throw error;
    }
  }

  return (
    <FormDialog
      {...dialog}
      submit={`Reservar · ${formatMoney(quote.totalCents)}`}
      disabled={problem !== undefined}
      initial={{ name: '', contact: '', email: '' }}
      schema={sellerBooking}
      toBody={({ name, contact, email }) => ({
        tripId: trip.id,
        party,
        extras: extras.length > 0 ? extras : undefined,
        rooms,
        boardingPointId: boardingPoint?.id ?? null,
        guest: { name, contact, email: email.trim() || null },
      })}
      fields={(name) => name.replace(/^guest\./, '')}
      save={reserve}
      onSaved={({ code, people }) => onReserved(`Reserva ${code} feita: ${plural(people, 'pessoa')}.`)}
    >
      {(guest) => (
        <>
          <PartyPicker trip={offer} form={form} headingId={picker} isForOther />
          {problem && <FormNotice>{problem}</FormNotice>}
          <TextInput
            label="Nome do cliente"
            name="name"
            size="md"
            autoComplete="off"
            autoCapitalize="words"
            maxLength={120}
            {...guest.getInputProps('name')}
          />
          <MaskedInput
            label="WhatsApp do cliente"
            mask={phoneMask}
            type="tel"
            size="md"
            inputMode="tel"
            autoComplete="off"
            name="contact"
            error={guest.errors.contact}
            onInput={(event) => guest.setFieldValue('contact', event.currentTarget.value)}
          />
          <TextInput
            label="E-mail do cliente (opcional)"
            description="Ele recebe o link da reserva para pagar e dizer quem vai. Sem e-mail, a equipe manda o link"
            name="email"
            type="email"
            size="md"
            autoComplete="off"
            maxLength={254}
            {...guest.getInputProps('email')}
          />
        </>
      )}
    </FormDialog>
  );
}
