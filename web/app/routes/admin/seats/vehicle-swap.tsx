import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { seatRoutes } from '@passeio/contract/seats/seat-routes';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import {
  type SwapNotice,
  swapNotice,
  type VehicleSwap,
  type VehicleSwapDraft,
} from '@passeio/contract/seats/vehicle-swaps';
import type { Vehicle } from '@passeio/contract/seats/vehicles';
import { MAX_NOTICE } from '@passeio/contract/trips/trip-draft';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/trip-header';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { Card } from '~/ui/layout/card';
import details from '~/ui/layout/details.module.css';
import { Grid } from '~/ui/layout/grid';
import { Rows } from '~/ui/layout/rows';
import type { Route } from './+types/vehicle-swap';
import { SwapPreview } from './swap-preview';
import styles from './vehicle-swap.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Trocar veículo');
export const handle = { title: 'Trocar veículo' };

const USUAL_MESSAGE = 'Trocamos o veículo do passeio. Confira abaixo o que muda na sua reserva.';

export async function clientLoader({ params: { tripId } }: Route.ClientLoaderArgs) {
  const [trip, fleet] = await Promise.all([
    preload(load(tripRoutes.read, { params: { id: tripId } })),
    preload(load(vehicleRoutes.list)),
  ]);
  return { trip, fleet };
}

/** Other vehicles for a trip, with a look at what that does to its people before it is saved. */
export default function VehicleSwapPage({ loaderData }: Route.ComponentProps) {
  const { data: trip } = useSuspenseQuery(loaderData.trip);
  const { data: fleet } = useSuspenseQuery(loaderData.fleet).data;
  return (
    <>
      <TripHeader trip={trip} current="seats" />
      <Swapping key={trip.id} trip={trip} fleet={fleet} />
    </>
  );
}

function Swapping({ trip, fleet }: { trip: Trip; fleet: Vehicle[] }) {
  const swap = useSwap(trip);
  // Here, so that it outlives a new preview.
  const [recipients, setRecipients] = useState<Recipients>();
  const [message, setMessage] = useState(USUAL_MESSAGE);
  const { preview, failure, refusal } = swap;
  return (
    <Grid gap={1.5} className={styles.page}>
      <VehicleChoice trip={trip} fleet={fleet} chosen={swap.vehicleIds} onChoose={swap.choose} />
      <Card component="section" aria-label="Prévia">
        <h3>Prévia</h3>
        <p role="status">{statusText(swap)}</p>
        {refusal && (
          <Card tone="danger" role="alert">
            {refusal}
          </Card>
        )}
        {failure && (
          <Group>
            <Card tone="danger">{failure.message}</Card>
            {failure.isTransient && (
              <Button size="md" variant="default" onClick={() => void swap.reload()}>
                Tentar de novo
              </Button>
            )}
          </Group>
        )}
        {preview && (
          <>
            <SwapPreview
              tripId={trip.id}
              swap={preview}
              seatsEverybody={swap.seatsEverybody}
              onSeatEverybody={swap.setSeatsEverybody}
            />
            {preview.short === 0 && (
              <Saving
                {...{ trip, swap, preview, recipients, message }}
                onChooseRecipients={setRecipients}
                onType={setMessage}
              />
            )}
          </>
        )}
      </Card>
    </Grid>
  );
}

/** Vehicles chosen for a trip, what they would do, and saving that. */
function useSwap(trip: Trip) {
  const current = trip.vehicles.map(({ vehicleId }) => vehicleId);
  const [vehicleIds, setVehicleIds] = useState(current);
  const [seatsEverybody, setSeatsEverybody] = useState(false);
  const [acceptsOverlap, setAcceptsOverlap] = useState(false);
  const params = { tripId: trip.id };
  const isOther = vehicleIds.length !== current.length || vehicleIds.some((id) => !current.includes(id));
  const { data, error, isFetching, refetch } = useQuery({
    ...load(seatRoutes.previewSwap, { params, query: { vehicleIds: vehicleIds.join(','), seatsEverybody } }),
    enabled: isOther && vehicleIds.length > 0,
    // An older preview would be refused.
    gcTime: 0,
    staleTime: 'static',
    refetchOnWindowFocus: false,
  });
  const { mutate, isPending, reset, ...saving } = useMutation({
    mutationFn: (body: VehicleSwapDraft) => api.call(seatRoutes.swapVehicles, { params, body, toast: false }),
    onError(error) {
      if (error instanceof ApiError && !error.isTransient) void refetch();
    },
  });

  function choose(ids: string[]): void {
    setVehicleIds(ids);
    setAcceptsOverlap(false);
    // A save that is under way still has to be shown.
    if (!isPending) reset();
  }

  function save(fingerprint: string, notice: SwapNotice, onSaved: () => void): void {
    mutate({ vehicleIds, seatsEverybody, acceptsOverlap, fingerprint, notice }, { onSuccess: onSaved });
  }

  return {
    ...{ vehicleIds, seatsEverybody, acceptsOverlap, choose, setSeatsEverybody, setAcceptsOverlap },
    isOther,
    preview: isFetching || error ? undefined : data,
    failure: !isFetching && error instanceof ApiError ? error : undefined,
    reload: refetch,
    ...{ refusal: saving.error?.message, isPending, save },
  };
}

interface VehicleChoiceProps {
  trip: Trip;
  fleet: Vehicle[];
  chosen: string[];
  onChoose: (ids: string[]) => void;
}

/** The operator's vehicles; archived ones only where the trip has them. */
function VehicleChoice({ trip, fleet, chosen, onChoose }: VehicleChoiceProps) {
  const current = trip.vehicles.map(({ vehicleId }) => vehicleId);
  const offered = fleet.filter(({ id, isArchived }) => !isArchived || current.includes(id));
  return (
    <Card component="section">
      <Switch.Group
        label="Veículos depois da troca"
        description="Desligue o que sai e ligue o que entra; um ou mais"
        size="md"
        value={chosen}
        onChange={(ids) => onChoose(offered.map(({ id }) => id).filter((id) => ids.includes(id)))}
      >
        <Stack gap={12} mt={12}>
          {offered.map(({ id, name, plate, seats }) => {
            // A vehicle that was drawn anew keeps its seats on the trip.
            const own = trip.vehicles.find(({ vehicleId }) => vehicleId === id);
            const words = [own?.name ?? name, plate, plural(own?.seats ?? seats, 'poltrona'), own && 'hoje no passeio'];
            return <Switch key={id} size="md" value={id} label={words.filter(Boolean).join(' · ')} />;
          })}
        </Stack>
      </Switch.Group>
      {offered.length === current.length && (
        <Text variant="hint">
          Não há outro veículo. <Link to="/admin/veiculos/novo">Cadastre o veículo</Link> antes da troca.
        </Text>
      )}
    </Card>
  );
}

interface SavingProps {
  trip: Trip;
  swap: ReturnType<typeof useSwap>;
  preview: VehicleSwap;
  recipients: Recipients | undefined;
  message: string;
  onChooseRecipients: (recipients: Recipients) => void;
  onType: (message: string) => void;
}

/** The notice to the travellers, and the button. */
function Saving({ trip, swap, preview, recipients, message, onChooseRecipients, onType }: SavingProps) {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const [overlapError, setOverlapError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const consent = useRef<HTMLInputElement>(null);
  const whom = recipientsOf(recipients, preview);
  const { leaveFreely } = useUnsavedWarning(message !== USUAL_MESSAGE, 'O recado que você escreveu será perdido.');

  function save(): void {
    if (swap.isPending) return;
    if (preview.overlaps.length > 0 && !swap.acceptsOverlap) {
      setOverlapError('Confirme que o veículo pode estar nos dois passeios.');
      consent.current?.focus();
      return;
    }
    const notice: unknown =
      whom === 'nobody' ? { tell: false } : { tell: true, message, everybody: whom === 'everybody' };
    const { data, error: wrong } = swapNotice.safeParse(notice);
    setError(wrong?.issues[0]?.message);
    if (!data) {
      input.current?.focus();
      return;
    }
    swap.save(preview.fingerprint, data, () => {
      showAlert('success', savedText(preview, data));
      leaveFreely(() => void navigate(tripPaths.seats(trip.id)));
    });
  }

  return (
    <>
      {preview.travelling > 0 && (
        <SwapNoticeForm
          swap={preview}
          recipients={whom}
          message={message}
          error={error}
          input={input}
          onChooseRecipients={onChooseRecipients}
          onType={(typed) => {
            setError(undefined);
            onType(typed);
          }}
        />
      )}
      {preview.overlaps.length > 0 && (
        <Overlaps preview={preview}>
          <Switch
            ref={consent}
            size="md"
            label="Usar mesmo assim"
            checked={swap.acceptsOverlap}
            error={overlapError}
            onChange={(event) => {
              setOverlapError(undefined);
              swap.setAcceptsOverlap(event.currentTarget.checked);
            }}
          />
        </Overlaps>
      )}
      <Group gap="sm">
        <Button size="md" loading={swap.isPending} onClick={save}>
          Trocar veículo
        </Button>
        <Button component={Link} to={tripPaths.seats(trip.id)} size="md" variant="default">
          Voltar
        </Button>
      </Group>
    </>
  );
}

function Overlaps({ preview, children }: { preview: VehicleSwap; children: ReactNode }) {
  const { formatLongMoment } = useFormats();
  return (
    <Card tone="warning" role="alert">
      {preview.overlaps.map(({ vehicleId, tripId, title, date }) => (
        <p key={`${vehicleId} ${tripId}`}>
          {preview.vehicles.find((one) => one.vehicleId === vehicleId)?.name} já está em{' '}
          <Link to={tripPaths.edit(tripId)}>{title}</Link>, {formatLongMoment(date)}. O mesmo veículo não faz dois
          passeios ao mesmo tempo.
        </p>
      ))}
      {children}
    </Card>
  );
}

function statusText({ vehicleIds, isOther, preview, failure }: ReturnType<typeof useSwap>): string {
  if (vehicleIds.length === 0) return 'Escolha pelo menos um veículo.';
  if (!isOther) return 'Escolha outro veículo para ver quem fica e quem muda.';
  if (failure) return 'Sem prévia.';
  if (!preview) return 'Vendo quem fica e quem muda…';
  const count = (outcome: string) => preview.people.filter((one) => one.outcome === outcome).length;
  const words = [
    `${count('keeps')} na mesma poltrona`,
    `${count('moves')} em outra`,
    count('gets') > 0 && `${count('gets')} com a primeira`,
    `${count('without')} sem poltrona`,
  ];
  return `${words.filter(Boolean).join(' · ')}. Nada foi salvo ainda.`;
}

// Until staff chooses, whose seat changes, if there is somebody.
function recipientsOf(recipients: Recipients | undefined, { touched, travelling }: VehicleSwap): Recipients {
  if (travelling === 0) return 'nobody';
  if (touched.length === 0) return recipients === 'everybody' ? 'everybody' : 'nobody';
  return recipients ?? 'touched';
}

function savedText({ people, touched }: VehicleSwap, notice: SwapNotice): string {
  const moved = people.filter(({ outcome }) => outcome === 'moves').length;
  const unreachable = notice.tell ? touched.filter(({ hasEmail }) => !hasEmail).length : 0;
  const moves = plural(moved, 'pessoa mudou', 'pessoas mudaram');
  const calls = unreachable > 0 ? ` Avise por WhatsApp ${plural(unreachable, 'reserva')} sem e-mail.` : '';
  return `Veículo trocado: ${moved === 0 ? 'ninguém mudou' : moves} de poltrona.${calls}`;
}

/** The people notified of a swap. */
type Recipients = 'touched' | 'everybody' | 'nobody';

interface SwapNoticeFormProps {
  swap: VehicleSwap;
  recipients: Recipients;
  message: string;
  error: string | undefined;
  input: Ref<HTMLTextAreaElement>;
  onChooseRecipients: (recipients: Recipients) => void;
  onType: (message: string) => void;
}

/** The notice of a swap to the people of a trip, shown as each will read it. */
function SwapNoticeForm(props: SwapNoticeFormProps) {
  const { swap, recipients, message, error, input, onChooseRecipients, onType } = props;
  const { touched, travelling, transport } = swap;
  const unreachable = touched.filter(({ hasEmail }) => !hasEmail).length;
  return (
    <Stack component="section" aria-label="Aviso por e-mail">
      <ChoiceGroup
        legend="Avisar por e-mail"
        choices={[
          ...(touched.length > 0 ? [['touched', `Quem muda (${plural(touched.length, 'reserva')})`] as const] : []),
          ['everybody', `Todos (${plural(travelling, 'reserva')})`] as const,
          ['nobody', 'Ninguém'] as const,
        ]}
        value={recipients}
        onChange={onChooseRecipients}
      />
      {recipients === 'nobody' ? (
        <Text variant="hint">Ninguém recebe e-mail. A mudança aparece no histórico de cada reserva.</Text>
      ) : (
        <>
          <Textarea
            ref={input}
            label="Recado"
            description="Vai no e-mail, junto com o antes e o depois"
            size="md"
            rows={3}
            maxLength={MAX_NOTICE}
            value={message}
            error={error}
            onChange={(event) => onType(event.currentTarget.value)}
          />
          <details>
            <summary className={details.summary}>O que cada um recebe</summary>
            {transport.before !== transport.after && (
              <p>
                Veículo antes: {transport.before || 'a definir'}. Agora: <strong>{transport.after}</strong>
              </p>
            )}
            <Rows plain className={styles.people} aria-label="O que cada um recebe">
              {touched.map(({ id, code, payer, hasEmail, old, new: now }) => (
                <Stack component="li" key={id} gap={2}>
                  <span>
                    {payer}{' '}
                    <Text span variant="hint">
                      {hasEmail ? code : `${code} · sem e-mail`}
                    </Text>
                  </span>
                  <span>Poltronas antes: {old}</span>
                  <span>
                    Agora: <strong>{now}</strong>
                  </span>
                </Stack>
              ))}
            </Rows>
            {message.trim() && <p>Recado: {message.trim()}</p>}
          </details>
          {unreachable > 0 && (
            <Card tone="warning">
              {plural(
                unreachable,
                'reserva que muda está sem e-mail: avise por WhatsApp ou telefone.',
                'reservas que mudam estão sem e-mail: avise por WhatsApp ou telefone.',
              )}
            </Card>
          )}
        </>
      )}
    </Stack>
  );
}
