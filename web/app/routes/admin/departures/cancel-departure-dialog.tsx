import { Button, Stack, Textarea } from '@mantine/core';
import {
  type CancellationPreview,
  departureCancellationDraft,
  MAX_CANCELLATION_REASON,
} from '@passeio/contract/departures/departure-cancellations';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import type { Departure } from '@passeio/contract/departures/departures';
import { plural } from '@passeio/contract/words';
import { IconCalendarX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { load } from '~/features/session/queries';
import { formatMoney } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { DayInput } from '~/ui/inputs/day-input';
import styles from './cancellation.module.css';

/** Opens what cancelling a departure would do; then leads to its progress. */
export function CancelButton({ departure: { id, title } }: { departure: Pick<Departure, 'id' | 'title'> }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        color="red"
        leftSection={<IconCalendarX size={18} aria-hidden />}
        aria-label={`Cancelar saída: ${title}`}
        onClick={() => setOpen(true)}
      >
        Cancelar saída
      </Button>
      {isOpen && (
        <CancelDepartureDialog
          tripId={id}
          title={title}
          onClose={() => setOpen(false)}
          onCancelled={() => {
            showAlert('success', 'Saída cancelada. Você pode desfazer por 2 minutos.');
            void navigate(tripPaths.cancellation(id));
          }}
        />
      )}
    </>
  );
}

interface CancelDepartureDialogProps {
  tripId: string;
  title: string;
  onClose: () => void;
  onCancelled: () => void;
}

/** What cancelling a departure does, with the reason that travellers read and until when they choose. */
function CancelDepartureDialog({ tripId, title, onClose, onCancelled }: CancelDepartureDialogProps) {
  const params = { tripId };
  const { data, error, isFetching, refetch } = useQuery({
    ...load(departureRoutes.previewCancellation, { params }),
    // An older count would mislead.
    gcTime: 0,
    staleTime: 'static',
  });
  if (!data) {
    return (
      <ModalDialog
        title="Cancelar saída"
        lead={title}
        onClose={onClose}
        actions={
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
        }
      >
        {error && !isFetching ? (
          <Stack>
            <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>
            <Button size="md" onClick={() => void refetch()}>
              Tentar de novo
            </Button>
          </Stack>
        ) : (
          <p role="status">Contando pessoas e valores…</p>
        )}
      </ModalDialog>
    );
  }
  const { days, money } = data;
  return (
    <FormDialog
      title="Cancelar saída"
      lead={title}
      submit="Cancelar para todos"
      danger
      initial={{ reason: '', chooseUntil: days.proposed }}
      schema={departureCancellationDraft}
      save={(body) => api.call(departureRoutes.cancel, { params, body, toast: false })}
      onSaved={onCancelled}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PreviewLines preview={data} />
          <Textarea
            size="md"
            label="Motivo"
            description="Quem viajaria lê este texto no e-mail e na página da escolha."
            autosize
            minRows={2}
            maxRows={6}
            maxLength={MAX_CANCELLATION_REASON}
            required
            data-autofocus
            {...form.getInputProps('reason')}
          />
          {money.reservations > 0 && (
            <DayInput
              label="Quem pagou escolhe até"
              description="Reembolso, outra saída com vagas ou, para quem tem conta, crédito. Sem resposta até este dia, o valor volta."
              field="chooseUntil"
              min={days.earliest}
              max={days.latest}
              today={days.earliest}
              {...form.getInputProps('chooseUntil')}
              value={form.values.chooseUntil}
            />
          )}
          <p>
            A saída sai da venda agora. As pessoas são avisadas por e-mail em 2 minutos; até lá, você pode desfazer.
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** Whom cancelling a departure concerns, and with how much money. */
function PreviewLines({ preview }: { preview: CancellationPreview }) {
  const { reservations, people, money, unpaid, waiting, unreachable, isGuaranteed } = preview;
  const lines = [
    reservations === 0
      ? 'Ninguém tem reserva nesta saída.'
      : `${plural(reservations, 'reserva')}, ${plural(people, 'pessoa')}.`,
    ...(money.reservations > 0
      ? [`${plural(money.reservations, 'reserva')} com ${formatMoney(money.cents)} recebidos: quem pagou escolhe.`]
      : []),
    ...(unpaid > 0 ? [`${plural(unpaid, 'reserva')} sem pagamento: a reserva é cancelada e a pessoa é avisada.`] : []),
    ...(waiting > 0 ? [`${plural(waiting, 'grupo')} na lista de espera: a lista termina, com aviso.`] : []),
    ...(isGuaranteed ? ['Esta saída está garantida: as pessoas contam com ela.'] : []),
  ];
  return (
    <Stack gap={12} style={{ overflowWrap: 'anywhere' }}>
      <ul className={styles.preview}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {unreachable.length > 0 && (
        <details>
          <summary className={styles.summary}>
            {unreachable.length === 1
              ? '1 pessoa não tem e-mail: avise por WhatsApp.'
              : `${unreachable.length} pessoas não têm e-mail: avise por WhatsApp.`}
          </summary>
          <ul className={styles.preview}>
            {unreachable.map(({ id, code, name, contact }) => (
              <li key={id}>
                {name} ({code}){contact ? '' : ', sem telefone'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}
