import { Box, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { formatDay } from '@passeio/contract/format-moments';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Participant } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { authorizationWarning, type TravelAuthorization } from '@passeio/contract/reservations/travel-authorization';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, withRetry } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { saveFile } from '~/lib/save-file';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import type { AuthorizationDialogProps } from './authorization-dialog';

const AuthorizationDialog = lazyDialog<AuthorizationDialogProps>(
  async () => (await import('./authorization-dialog')).AuthorizationDialog,
);

interface AuthorizationsProps {
  reservation: ReservationDetails;
  forStaff?: boolean;
}

/** Who of a reservation's people under 16 travels without a parent, and the authorisation for it. */
export function Authorizations({ reservation, forStaff = false }: AuthorizationsProps) {
  const minors = reservation.participants.filter(({ minor }) => minor !== null);
  if (minors.length === 0) return null;
  return (
    <Stack gap="md" mt="lg" pt="md" style={{ borderTop: '1px solid var(--border)' }}>
      {minors.map((person) => (
        <Minor
          key={person.id}
          reservation={reservation}
          person={person}
          name={nameAmong(person, reservation.participants)}
          forStaff={forStaff}
        />
      ))}
      <Text variant="hint" style={{ textWrap: 'pretty' }}>
        Menor de 16 anos que viaja com avós, bisavós, irmãos ou tios maiores de idade não precisa de autorização: leve
        um documento que prove o parentesco.
      </Text>
    </Stack>
  );
}

interface MinorProps extends Required<AuthorizationsProps> {
  person: Participant;
  name: string;
}

function Minor({ reservation, person, name, forStaff }: MinorProps) {
  const params = { reservationId: reservation.id, participantId: person.id };
  const { authorization } = person;
  const { mutate, isPending } = useMutation({
    mutationFn: (withoutParents: boolean) =>
      api.callUnchecked(reservationRoutes.changeAuthorization, { params, body: { withoutParents } }),
  });

  async function toggle(withoutParents: boolean): Promise<void> {
    const question = {
      titulo: 'Tirar a autorização?',
      mensagem: `O arquivo de ${name} será apagado.`,
      tipo: 'danger' as const,
    };
    if (!withoutParents && authorization?.hasFile && !(await askToConfirm(question))) return;
    mutate(withoutParents);
  }

  return (
    <Box>
      <Switch
        size="md"
        checked={authorization !== null}
        disabled={isPending}
        label={`${name} viaja sem mãe, pai ou responsável`}
        styles={{ label: { lineHeight: 1.4, textWrap: 'pretty' } }}
        onChange={(event) => void toggle(event.currentTarget.checked)}
      />
      {authorization && <Document {...{ reservation, person, name, forStaff, authorization }} />}
    </Box>
  );
}

/** The authorisation: whether it is there, the form to print, and the signed one. */
function Document({
  reservation,
  person,
  name,
  forStaff,
  authorization,
}: MinorProps & { authorization: TravelAuthorization }) {
  const [isSending, setSending] = useState(false);
  const params = { reservationId: reservation.id, participantId: person.id };
  const ofTrip = { tripId: reservation.trip.id, participantId: person.id };
  const warning = authorizationWarning(person);
  const print = () => withRetry(() => api.download(reservationRoutes.printAuthorization, { params }));
  const open = () => withRetry(() => api.download(boardingRoutes.readAuthorization, { params: ofTrip }));
  // Failures are shown in a toast.
  const save = (load: typeof print) => () => void load().then(saveFile, () => {});
  return (
    <Stack gap="sm" mt="sm">
      <Text fw={600} c={warning ? 'var(--warning)' : 'var(--success)'}>
        {warning ?? `Autorização anexada, válida até ${formatDay(authorization.validUntil ?? '')}`}
      </Text>
      {!authorization.hasFile && (
        <Text variant="hint" style={{ textWrap: 'pretty' }}>
          Imprima, assine, reconheça a firma em cartório e anexe uma foto ou PDF. O original vai com quem viaja.
        </Text>
      )}
      <Group gap="sm">
        <Button size="md" variant="default" aria-label={`Imprimir: autorização de ${name}`} onClick={save(print)}>
          Imprimir
        </Button>
        <Button
          size="md"
          variant={authorization.hasFile ? 'default' : 'filled'}
          aria-label={`${authorization.hasFile ? 'Trocar' : 'Anexar assinada'}: autorização de ${name}`}
          onClick={() => setSending(true)}
        >
          {authorization.hasFile ? 'Trocar' : 'Anexar assinada'}
        </Button>
        {forStaff && authorization.hasFile && may('see_documents') && (
          <Button size="md" variant="default" aria-label={`Abrir: autorização de ${name}`} onClick={save(open)}>
            Abrir
          </Button>
        )}
      </Group>
      {isSending && (
        <AuthorizationDialog
          params={params}
          name={name}
          authorization={authorization}
          onClose={() => setSending(false)}
        />
      )}
    </Stack>
  );
}
