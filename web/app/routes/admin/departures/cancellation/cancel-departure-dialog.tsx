import { Button, Stack, Textarea } from '@mantine/core';
import {
  type CancellationPreview,
  type DepartureCancellationDraft,
  departureCancellationDraft,
  MAX_CANCELLATION_REASON,
} from '@passeio/contract/departures/departure-cancellations';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { useEffect, useState } from 'react';
import { answered, apiInPlace } from '~/features/session/api';
import { failureSentence } from '~/features/session/failure-sentence';
import { ApiError } from '~/lib/api';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { Button as DangerButton } from '~/ui/inputs/button';
import { DayInput } from '~/ui/inputs/day-input';
import styles from './cancellation.module.css';
import { PreviewLines } from './preview-lines';

interface CancelDepartureDialogProps {
  tripId: string;
  title: string;
  onClose: () => void;
  onDone: () => void;
}

/** What cancelling a departure does, with the reason that travellers read and until when they choose. */
export function CancelDepartureDialog({ tripId, title, onClose, onDone }: CancelDepartureDialogProps) {
  const { preview, notice, read } = usePreview(tripId);
  return preview ? (
    <DraftDialog preview={preview} title={title} onClose={onClose} onDone={onDone} />
  ) : (
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
      {notice ? (
        <Stack>
          <FormNotice>{notice}</FormNotice>
          <Button size="md" onClick={read}>
            Tentar de novo
          </Button>
        </Stack>
      ) : (
        <p role="status">Contando pessoas e valores…</p>
      )}
    </ModalDialog>
  );
}

function DraftDialog({
  preview,
  title,
  onClose,
  onDone,
}: Omit<CancelDepartureDialogProps, 'tripId'> & { preview: CancellationPreview }) {
  const { draft, errors, notice, busy, type, submit } = useDraft(preview, onDone);
  const hasMoney = preview.money.reservations > 0;
  return (
    <ModalDialog
      title="Cancelar saída"
      lead={title}
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
          <DangerButton look="danger" busy={busy} onClick={() => void submit()}>
            Cancelar para todos
          </DangerButton>
        </>
      }
    >
      <Stack>
        <PreviewLines preview={preview} />
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
          value={draft.reason}
          error={errors.reason}
          onChange={(event) => type({ reason: event.currentTarget.value })}
        />
        {hasMoney && (
          <DayInput
            label="Quem pagou escolhe até"
            description="Reembolso, crédito ou outra saída com vagas. Sem resposta até este dia, o valor volta."
            field="chooseUntil"
            value={draft.chooseUntil}
            error={errors.chooseUntil}
            min={preview.days.earliest}
            max={preview.days.latest}
            today={preview.days.earliest}
            onChange={(chooseUntil) => type({ chooseUntil })}
          />
        )}
        <p className={styles.words}>
          A saída sai da venda agora. As pessoas são avisadas por e-mail em 2 minutos; até lá, você pode desfazer.
        </p>
        {notice && <FormNotice>{notice}</FormNotice>}
      </Stack>
    </ModalDialog>
  );
}

function usePreview(tripId: string) {
  const [preview, setPreview] = useState<CancellationPreview>();
  const [notice, setNotice] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    const leaving = new AbortController();
    setNotice(undefined);
    const { signal } = leaving;
    answered(apiInPlace.call(departureRoutes.previewCancellation, { params: { tripId }, signal })).then(
      setPreview,
      (error) => {
        if (!signal.aborted) setNotice(failureSentence(error) ?? 'Tente de novo em instantes.');
      },
    );
    return () => leaving.abort();
  }, [tripId, attempt]);
  return { preview, notice, read: () => setAttempt((count) => count + 1) };
}

function useDraft({ trip, days }: CancellationPreview, onDone: () => void) {
  const [draft, setDraft] = useState<DepartureCancellationDraft>({ reason: '', chooseUntil: days.proposed });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [notice, setNotice] = useState<string>();
  const [busy, setBusy] = useState(false);

  function type(change: Partial<DepartureCancellationDraft>): void {
    setDraft((before) => ({ ...before, ...change }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
  }

  async function submit(): Promise<void> {
    const checked = departureCancellationDraft.safeParse(draft);
    if (!checked.success) {
      setErrors(Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message])));
      return;
    }
    setBusy(true);
    setNotice(undefined);
    try {
      await answered(apiInPlace.call(departureRoutes.cancel, { params: { tripId: trip.id }, body: checked.data }));
      onDone();
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields ?? {});
      setNotice(failureSentence(error) ?? 'Tente de novo em instantes.');
      setBusy(false);
    }
  }

  return { draft, errors, notice, busy, type, submit };
}
