import { Box, Text } from '@mantine/core';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import { TripBars } from '~/features/overview/day-panels';
import { ReservationCard } from '~/features/reservations/my-reservations/reservation-card';
import { api } from '~/features/session/api';
import { presentTripCard } from '~/features/trips/present-trip-card';
import { TripCard } from '~/features/trips/trip-card';
import { TripPicture } from '~/features/trips/trip-picture';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FigureLink } from '~/ui/layout/facts';
import { Grid } from '~/ui/layout/grid';
import { Section, SectionCard } from '~/ui/layout/section';
import type { Route } from './+types/cards';
import { sampleOverviewTrip, sampleReservation } from './samples';

export const meta = pageMeta('Cartões');
export const handle = { title: 'Cartões' };

const HERE = '/template/ui-elements/cartoes';

/** The next trip on sale, for a working link; null if there is none. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = { isActive: true, upcoming: true, size: 1 };
  const { data } = await api.call(tripRoutes.list, { query, signal: request.signal });
  return { trip: data[0] ?? null };
}

export default function Cards({ loaderData: { trip } }: Route.ComponentProps) {
  const formats = useFormats();
  return (
    <>
      <Section title="Números do dia" lead="Cada um leva à lista por trás dele.">
        <Grid min="11rem">
          <FigureLink label="A receber" value="R$ 1.890,00" note="12 reservas" to={HERE} />
          <FigureLink label="Sinal atrasado" value="R$ 56,70" note="1 reserva" to={HERE} tone="warning" />
        </Grid>
      </Section>
      <Section title="Passeio" lead="O cartão do portal, com a próxima saída.">
        {trip ? (
          <Box maw={384}>
            <TripCard trip={presentTripCard(trip, formats)} />
          </Box>
        ) : (
          <Text c="dimmed">Publique um passeio para ver o cartão.</Text>
        )}
      </Section>
      <Section title="Reserva">
        <ReservationCard reservation={sampleReservation} picture={<TripPicture image={null} sizes="15rem" />} />
      </Section>
      <Section title="Parte de uma página">
        <SectionCard title="Ocupação" lead="A marca é a lotação mínima.">
          <TripBars trips={[sampleOverviewTrip]} note={() => 'faltam 7 para o mínimo'} />
        </SectionCard>
      </Section>
    </>
  );
}
