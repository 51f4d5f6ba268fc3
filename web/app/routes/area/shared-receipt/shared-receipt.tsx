import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { MISSED_RECEIPT, pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { loadMyReservations } from '~/features/reservations/my-reservations/my-reservations';
import { isReceiptWaiting, openCharge } from '~/features/reservations/payment/payment-choices';
import { fileSize, refusalOfReceipt } from '~/features/reservations/payment/receipt-file';
import {
  ReceiptButton,
  ReceiptWarning,
  SendingReceipt,
  useReceiptUpload,
} from '~/features/reservations/payment/receipt-upload';
import { deleteSharedReceipt, readSharedReceipt } from '~/features/reservations/payment/shared-receipt';
import { isActive } from '~/features/reservations/status/reservation-states';
import { OfflineNotice } from '~/features/session/offline-notice';
import { preload } from '~/features/session/queries';
import { isOffline } from '~/lib/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import text from '~/ui/text/text.module.css';
import type { Route } from './+types/shared-receipt';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Enviar comprovante');
export const handle = { title: 'Enviar comprovante' };

const shared = queryOptions({
  queryKey: ['shared receipt'],
  queryFn: async ({ signal }) => {
    const [file, mine] = await Promise.all([readSharedReceipt(), loadReachable(signal)]);
    return { file, ...mine };
  },
});

export function clientLoader() {
  return preload(shared);
}

/** Offline the receipt is shown all the same, with the cached reservations if there are any. */
async function loadReachable(signal: AbortSignal): Promise<{ reservations: Reservation[]; isOffline: boolean }> {
  try {
    const { reservations, savedAt } = await loadMyReservations(signal);
    return { reservations, isOffline: savedAt !== undefined };
  } catch (error) {
    if (isOffline(error)) return { reservations: [], isOffline: true };
    throw error;
  }
}

const nothing = {
  title: 'Nenhum comprovante para enviar',
  text: 'No aplicativo do banco, compartilhe o comprovante com este aplicativo, ou escolha o arquivo aqui.',
};

/** Shared before this application was ready to receive files. */
const missed = {
  title: 'O comprovante ainda não chegou',
  text: 'O aplicativo acabou de abrir e não recebeu o arquivo. Escolha o comprovante aqui, ou compartilhe de novo.',
};

/** A receipt that another application has shared with this one: it is sent to the reservation it belongs to. */
export default function SharedReceipt({ loaderData }: Route.ComponentProps) {
  const { file: received, reservations, isOffline } = useSuspenseQuery(loaderData).data;
  const navigate = useNavigate();
  const isMissed = MISSED_RECEIPT.endsWith(useLocation().search || '#');
  const [chosen, setChosen] = useState<File>();
  const file = chosen ?? received;

  async function discard(): Promise<void> {
    await deleteSharedReceipt();
    await navigate('/minhasreservas');
  }

  if (!file) {
    return (
      <EmptyState icon={IconReceipt} {...(isMissed ? missed : nothing)}>
        <ReceiptButton onChosen={setChosen}>Escolher comprovante</ReceiptButton>
      </EmptyState>
    );
  }
  const refusal = refusalOfReceipt(file);
  return (
    <Stack gap="lg" maw={672}>
      {isOffline && (
        <OfflineNotice>
          <strong>Sem internet.</strong> O comprovante está guardado neste aparelho. Envie por aqui quando a conexão
          voltar.
        </OfflineNotice>
      )}
      <ReceiptPreview file={file} />
      {refusal ? <FormNotice>{refusal}</FormNotice> : <Sending {...{ file, reservations, isOffline }} />}
      <Group gap="sm">
        <ReceiptButton onChosen={setChosen}>Escolher outro arquivo</ReceiptButton>
        <Button size="md" variant="subtle" color="red" onClick={discard}>
          Descartar
        </Button>
      </Group>
    </Stack>
  );
}

interface SendingProps {
  file: File;
  reservations: readonly Reservation[];
  isOffline: boolean;
}

/** The reservations that it may belong to; one tap sends it. */
function Sending({ file, reservations, isOffline }: SendingProps) {
  const navigate = useNavigate();
  const { send, cancel, sending, failed } = useReceiptUpload();
  async function leaveTo({ code }: Reservation): Promise<void> {
    await deleteSharedReceipt();
    showAlert('success', 'Comprovante enviado.');
    await navigate(pagePaths.reservation(code), { replace: true });
  }
  if (sending) return <SendingReceipt {...sending} onCancel={cancel} />;
  return (
    <>
      {failed && <FormNotice>{failed.reason}</FormNotice>}
      <CandidateList
        reservations={receiptCandidates(reservations)}
        disabled={isOffline}
        onChosen={(reservation) =>
          send({ reservationId: reservation.id, file }, { onSuccess: () => leaveTo(reservation) })
        }
      />
      <ReceiptWarning />
    </>
  );
}

/** Reservations that a receipt may be of: with an open Pix code first, then by departure. */
function receiptCandidates(reservations: readonly Reservation[]): Reservation[] {
  const rank = (one: Reservation) => (openCharge(one) ? 0 : 1);
  return reservations
    .filter((one) => isActive(one) && one.dueCents > 0 && !isReceiptWaiting(one))
    .sort((a, b) => rank(a) - rank(b) || a.trip.date.localeCompare(b.trip.date));
}

/** What is about to be sent. */
function ReceiptPreview({ file }: { file: File }) {
  const address = useAddress(file);
  return (
    <Card component="section" aria-label="Comprovante">
      <Group wrap="nowrap">
        {address ? (
          <Box component="img" src={address} alt="" w={80} h={104} style={{ borderRadius: 8, objectFit: 'cover' }} />
        ) : (
          <IconFileTypePdf size={44} stroke={1.25} aria-hidden />
        )}
        <Text miw={0} style={{ overflowWrap: 'anywhere' }}>
          <strong>{file.name}</strong>
          <Text component="small" display="block" fz="sm" c="dimmed">
            {fileSize(file.size)}
          </Text>
        </Text>
      </Group>
    </Card>
  );
}

/** An address under which a picture can be shown; undefined for other files. */
function useAddress(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setAddress(undefined);
    const shown = URL.createObjectURL(file);
    setAddress(shown);
    return () => URL.revokeObjectURL(shown);
  }, [file]);
  return address;
}

interface CandidateListProps {
  reservations: readonly Reservation[];
  /** Nothing can be sent now. */
  disabled: boolean;
  onChosen: (reservation: Reservation) => void;
}

/** The reservations that a receipt may belong to. */
function CandidateList({ reservations, disabled, onChosen }: CandidateListProps) {
  const title = useId();
  if (reservations.length === 0) {
    if (disabled) return null;
    return (
      <p>
        Nenhuma reserva sua espera por um comprovante agora. <Link to="/minhasreservas">Ver minhas reservas</Link>
      </p>
    );
  }
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>De qual reserva é o pagamento?</h2>
      <Stack component="ul" gap="sm" mt="sm">
        {reservations.map((reservation, index) => (
          <Candidate
            key={reservation.id}
            reservation={reservation}
            isFirst={index === 0}
            disabled={disabled}
            onChosen={() => onChosen(reservation)}
          />
        ))}
      </Stack>
    </section>
  );
}

interface CandidateProps {
  reservation: Reservation;
  isFirst: boolean;
  disabled: boolean;
  onChosen: () => void;
}

function Candidate({ reservation, isFirst, disabled, onChosen }: CandidateProps) {
  const { formatLongMoment } = useFormats();
  const title = useId();
  const { trip, code, dueCents } = reservation;
  const charge = openCharge(reservation);
  return (
    <Card component="li">
      <Grid columns="minmax(0, 1fr) auto" from={48} gap={1}>
        <div>
          <h3 id={title}>{trip.title}</h3>
          <Text c="dimmed" className={text.capital}>
            {formatLongMoment(trip.date)}
          </Text>
          <Text c="dimmed">
            {charge ? `Pix de ${formatMoney(charge.amountCents)}` : `Falta pagar ${formatMoney(dueCents)}`} · reserva{' '}
            {code}
          </Text>
        </div>
        <Button
          size="md"
          variant={isFirst ? 'filled' : 'default'}
          disabled={disabled}
          aria-describedby={title}
          style={{ alignSelf: 'center' }}
          onClick={onChosen}
        >
          Enviar para esta reserva
        </Button>
      </Grid>
    </Card>
  );
}
