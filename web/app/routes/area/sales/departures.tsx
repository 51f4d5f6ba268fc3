import { Button, Text, TextInput } from '@mantine/core';
import type { SellerDeparture } from '@passeio/contract/sellers/own-sales';
import { ownSalesRoutes } from '@passeio/contract/sellers/seller-routes';
import { plural } from '@passeio/contract/words';
import { IconBus, IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { load, preload } from '~/features/session/queries';
import { TripPicture } from '~/features/trips/trip-picture';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useOrigin, useSettings } from '~/lib/settings';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import type { Route } from './+types/departures';
import styles from './sales.module.css';
import { ShareDialog } from './share-dialog';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Vendas');
export const handle = { title: 'Vendas' };

const ClientBookingDialog = lazyDialog(async () => (await import('./client-booking-dialog')).ClientBookingDialog);

/** From so many departures on they can be searched. */
const MANY = 8;

export function clientLoader() {
  return preload(load(ownSalesRoutes.listDepartures));
}

/** Departures that a seller can share or reserve. */
export default function Departures({ loaderData }: Route.ComponentProps) {
  const departures = useSuspenseQuery(loaderData).data.data;
  const [typed, setTyped] = useState('');
  const [shared, setShared] = useState<SellerDeparture>();
  const [reserved, setReserved] = useState<SellerDeparture>();
  const { formatTripDates } = useFormats();
  if (departures.length === 0) {
    return (
      <EmptyState
        icon={IconBus}
        title="Nenhuma saída à venda agora"
        text="Assim que uma nova data abrir, ela aparece aqui. Enquanto isso, compartilhe o seu link."
      />
    );
  }
  const words = plain(typed);
  const shown = departures.filter((one) => plain(`${one.title} ${formatTripDates(one)}`).includes(words));
  return (
    <>
      {departures.length > MANY && (
        <TextInput
          type="search"
          size="md"
          mb="md"
          aria-label="Buscar por passeio ou dia"
          placeholder="Buscar por passeio ou dia"
          maxLength={100}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <Text role="status">Nenhuma saída com “{typed.trim()}”.</Text>}
      <Grid component="ul" min="19rem" gap={0.75} aria-label="Saídas à venda">
        {shown.map((departure) => (
          <li key={departure.tripId}>
            <Departure
              departure={departure}
              onShare={() => setShared(departure)}
              onReserve={() => setReserved(departure)}
            />
          </li>
        ))}
      </Grid>
      {shared && <ShareDeparture departure={shared} onClose={() => setShared(undefined)} />}
      {reserved && (
        <ClientBookingDialog
          departure={reserved}
          onClose={() => setReserved(undefined)}
          onReserved={(message) => {
            setReserved(undefined);
            showAlert('success', message);
          }}
        />
      )}
    </>
  );
}

const plain = (text: string) => text.trim().toLocaleLowerCase('pt-BR').normalize('NFD').replace(/\p{M}/gu, '');

interface DepartureProps {
  departure: SellerDeparture;
  onShare: () => void;
  onReserve: () => void;
}

function Departure({ departure, onShare, onReserve }: DepartureProps) {
  const { title, date, cardImage, placesLeft, ownPlaces, ownUntil, fromCents, commission } = departure;
  const { formatTripDates, formatTime, formatMoment } = useFormats();
  const id = useId();
  return (
    <Card component="article" className={styles.departure} aria-labelledby={id}>
      <div className={styles.thumb}>
        <TripPicture image={cardImage} sizes="5rem" decorative />
      </div>
      <div>
        <h3 id={id} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </h3>
        <Text variant="hint">
          {formatTripDates(departure)}, {formatTime(date)}
        </Text>
        <Text fz="sm">
          A partir de {formatMoney(fromCents)} · {formatPlacesLeft(placesLeft)}
        </Text>
        {ownPlaces > 0 && (
          <Text fz="sm" fw={600} c="var(--accent-text)">
            Mais {plural(ownPlaces, 'vaga guardada', 'vagas guardadas')} para você
            {ownUntil && ` até ${formatMoment(ownUntil)}`}
          </Text>
        )}
        {commission && <Text fz="sm">Comissão: {commission}</Text>}
      </div>
      <div className={styles.buttons}>
        <Button size="md" px="sm" aria-label={`Compartilhar ${title}, ${formatTripDates(departure)}`} onClick={onShare}>
          Compartilhar
        </Button>
        <Button
          size="md"
          px="sm"
          variant="default"
          aria-label={`Reservar ${title}, ${formatTripDates(departure)}, para um cliente`}
          disabled={placesLeft + ownPlaces <= 0}
          onClick={onReserve}
        >
          Reservar
        </Button>
      </div>
    </Card>
  );
}

function ShareDeparture({ departure, onClose }: { departure: SellerDeparture; onClose: () => void }) {
  const { title, fromCents, sharePath, cardImage, slug } = departure;
  const { formatTripDates } = useFormats();
  const { name: operator } = useSettings();
  const url = `${useOrigin()}${sharePath}`;
  const dates = formatTripDates(departure);
  const price = `A partir de ${formatMoney(fromCents)}`;
  const draw = async () => {
    const { drawDeparture } = await import('./departure-picture');
    return drawDeparture({ operator, title, dates, price, image: cardImage, link: url, fileName: `${slug}.png` });
  };
  return (
    <ShareDialog
      title={`Compartilhar ${title}`}
      lead={`${dates.replace(/\.$/, '')}. Quem reservar por este link conta como venda sua.`}
      text={`${title} – ${dates}\n${price}`}
      url={url}
      draw={draw}
      onClose={onClose}
    />
  );
}
