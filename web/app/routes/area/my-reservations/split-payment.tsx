import { Button, Group, Text } from '@mantine/core';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Participant } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { Share } from '@passeio/contract/reservations/shares';
import { IconUsers } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { LinkDialog } from '~/features/reservations/participants/link-dialog';
import { NoticeBox } from '~/features/reservations/payment/notice-box';
import { standingOfShare } from '~/features/reservations/payment/payment-choices';
import { useSplit } from '~/features/reservations/payment/use-split';
import { api } from '~/features/session/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { Row, Rows } from '~/ui/layout/rows';

/** Splits the payment among the people of a reservation: what each pays, and the link by which they do. */
export function SplitPayment({ reservation }: { reservation: Reservation }) {
  const { shares, participants } = reservation;
  const act = useSplit(reservation);
  if (!act) return null;
  if (!shares) {
    return (
      <Button
        size="md"
        variant="subtle"
        loading={act.isPending}
        leftSection={<IconUsers size={20} aria-hidden />}
        onClick={act.run}
      >
        {act.label}
      </Button>
    );
  }
  return (
    <NoticeBox>
      <h3>Pagamento dividido</h3>
      <Conditions reservation={reservation} />
      <Rows plain style={{ width: '100%' }}>
        {shares.map((share) => {
          const person = participants.find((one) => one.id === share.participantId);
          return person && <PersonShare key={person.id} share={share} person={person} reservation={reservation} />;
        })}
      </Rows>
      <Button size="md" variant="subtle" px={0} loading={act.isPending} onClick={act.run}>
        {act.label}
      </Button>
    </NoticeBox>
  );
}

function Conditions({ reservation: { status, state } }: { reservation: Reservation }) {
  const { formatDeadline } = useFormats();
  if (state !== 'held') return <p>Cada pessoa paga a sua parte pelo link dela.</p>;
  return (
    <p>
      Cada pessoa paga a sua parte pelo link dela. Os lugares só ficam garantidos quando o sinal de todas entrar
      {status.until && `, até ${formatDeadline(status.until)}`}.
    </p>
  );
}

interface PersonShareProps {
  share: Share;
  person: Participant;
  reservation: Reservation;
}

function PersonShare({ share, person, reservation: { id, trip, participants, payable } }: PersonShareProps) {
  const [isSharing, setSharing] = useState(false);
  const name = nameAmong(person, participants);
  return (
    <Row>
      <div>
        <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text variant="hint">
          {formatMoney(share.amountCents)} · {standingOfShare(share)}
        </Text>
      </div>
      {share.dueCents > 0 && payable && (
        <Group>
          {person.isPayer ? (
            <PayOwn reservationId={id} participantId={person.id} />
          ) : (
            <Button size="md" variant="default" aria-label={`Enviar link: ${name}`} onClick={() => setSharing(true)}>
              Enviar link
            </Button>
          )}
        </Group>
      )}
      {isSharing && (
        <LinkDialog
          reservationId={id}
          person={person}
          trip={trip}
          shareText={formatMoney(share.depositDueCents || share.dueCents)}
          onClose={() => setSharing(false)}
        />
      )}
    </Row>
  );
}

/** Leads the payer to the page of their own share. */
function PayOwn({ reservationId, participantId }: { reservationId: string; participantId: string }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(reservationRoutes.createLink, { params: { reservationId, participantId } }),
    onSuccess: ({ url }) => {
      const { pathname, hash } = new URL(url);
      return navigate({ pathname, hash });
    },
  });
  return (
    <Button size="md" loading={isPending} onClick={() => mutate()}>
      Pagar a minha parte
    </Button>
  );
}
