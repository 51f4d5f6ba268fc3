import type { Passenger } from '@passeio/contract/boarding/passengers';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { MaskedDocuments } from '~/ui/text/masked-documents';
import { documentText, nameOf } from './passenger-labels';

/** A passenger's documents, masked until staff asks for them; nothing without any. */
export function PassengerDocuments({ passenger }: { passenger: Passenger }) {
  const text = documentText(passenger);
  if (!text) return null;
  const params = { reservationId: passenger.reservation.id, participantId: passenger.id };
  async function load(): Promise<string | undefined> {
    const shown = await api.call(staffReservationRoutes.showDocuments, { params });
    return documentText({ ...passenger, ...shown, masked: undefined });
  }
  // Another document is masked again.
  return (
    <MaskedDocuments key={text} text={text} name={nameOf(passenger)} load={may('see_documents') ? load : undefined} />
  );
}
