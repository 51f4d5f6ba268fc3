import { type TripAlertDraft, tripAlertRoutes } from '@passeio/contract/trips/trip-alerts';
import { publicApi } from '~/features/session/api';
import { ApiError } from '~/lib/api';

/** Asks for an alert. Throws what the API says of the name or address. Loaded at the first click. */
export async function askForAlert(tripId: string, body: TripAlertDraft): Promise<void> {
  try {
    await publicApi.call(tripAlertRoutes.ask, { params: { tripId }, body });
  } catch (error) {
    const [sentence] = error instanceof ApiError ? Object.values(error.fields) : [];
    throw sentence && error instanceof ApiError ? new ApiError(error.status, { message: sentence }) : error;
  }
}
