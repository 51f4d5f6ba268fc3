import { Button, Textarea } from '@mantine/core';
import { type Passenger, staffCancellation } from '@passeio/contract/boarding/passengers';
import type { CancellationQuote, CancellingParty } from '@passeio/contract/reservations/cancellation';
import { firstName } from '@passeio/contract/words';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '~/lib/api';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { Button as DangerButton } from '~/ui/inputs/button';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { useConfirmClose } from '../../../../ui/dialogs/use-confirm-close';
import { sentenceOf } from '../../actions/use-act';
import { QuoteSection } from '../../cancellation/quote-lines';
import { useQuote } from '../../cancellation/use-quote';
import { cancelForPassenger } from '../passenger-calls';
import { nameOf } from '../passenger-labels';
import styles from './dialog-form.module.css';

const parties = [
  ['client', 'A pedido do cliente'],
  ['operator', 'Pela operadora (devolução integral)'],
] as const;

interface CancelDialogProps {
  passenger: Passenger;
  /** Only this person leaves; the reservation goes on. */
  personOnly?: boolean;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

/**
 * Cancels a passenger's reservation, or takes the passenger out of it, for the client or for the operator; shows the
 * penalty and the refund first.
 */
export function CancelDialog({ passenger, personOnly = false, onClose, onDone }: CancelDialogProps) {
  const cancellation = useCancellation(passenger, personOnly, onDone);
  const { by, choose, quoting, reason, error, notice, busy, type, submit } = cancellation;
  const title = personOnly ? 'Cancelar esta pessoa' : 'Cancelar reserva';
  const form = useId();
  const close = useConfirmClose(reason.trim() !== '', onClose);
  return (
    <ModalDialog
      title={title}
      lead={personOnly ? consequencesOfOne(passenger) : consequences(passenger)}
      onClose={close}
      actions={
        <>
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <DangerButton type="submit" form={form} look="danger" busy={busy} disabled={!quoting.quote}>
            {title}
          </DangerButton>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <ChoiceGroup legend="Quem cancela?" choices={parties} value={by} onChange={choose} />
        <QuoteSection quoting={quoting} receives="O cliente recebe" />
        <Textarea
          label="Motivo"
          data-autofocus
          description="Fica registrado na reserva, só para a equipe"
          size="md"
          rows={3}
          maxLength={300}
          value={reason}
          error={error}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {notice && <FormNotice>{notice}</FormNotice>}
      </form>
    </ModalDialog>
  );
}

function consequences({ payer, reservation: { code, people } }: Passenger): string {
  const whose = people === 1 ? payer.name : `${payer.name} (${people} pessoas)`;
  return `A reserva ${code} de ${whose} será cancelada, e ${people === 1 ? 'a vaga fica livre' : 'as vagas ficam livres'}.`;
}

function consequencesOfOne(passenger: Passenger): string {
  const { takesPlace, reservation } = passenger;
  const place = takesPlace ? 'A vaga fica livre, e a' : 'A';
  return `${nameOf(passenger)} sai da reserva ${reservation.code}. ${place} reserva das outras pessoas continua valendo.`;
}

function useCancellation(passenger: Passenger, personOnly: boolean, onDone: (sentence: string) => void) {
  const { payer, reservation } = passenger;
  const participants = personOnly ? [passenger.id] : undefined;
  const [by, setBy] = useState<CancellingParty>('client');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const [busy, setBusy] = useState(false);
  const quoting = useQuote(reservation.id, { by, participants });

  function type(value: string): void {
    setReason(value);
    setError(undefined);
  }

  function choose(party: CancellingParty): void {
    setBy(party);
    setNotice(undefined);
  }

  async function cancel({ refundCents }: CancellationQuote): Promise<void> {
    const read = staffCancellation.safeParse({ reason, by, refundCents, participants });
    if (!read.success) return setError(read.error.issues[0]?.message);
    setBusy(true);
    setNotice(undefined);
    try {
      await cancelForPassenger(reservation.id, read.data);
      onDone(personOnly ? `${nameOf(passenger)} saiu da reserva.` : `Reserva de ${firstName(payer.name)} cancelada.`);
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.fields.reason);
      if (failure.quote) quoting.replace(failure.quote);
      if (!failure.fields.reason) setNotice(sentenceOf(failure));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && quoting.quote) void cancel(quoting.quote);
  }

  return { by, choose, quoting, reason, error, notice, busy, type, submit };
}
