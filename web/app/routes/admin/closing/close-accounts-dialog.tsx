import { Textarea } from '@mantine/core';
import { closingDraft, type TripClosing } from '@passeio/contract/payments/trip-closing';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import { plural } from '@passeio/contract/words';
import { useState } from 'react';
import { againstForecast } from '~/features/closing/closing-words';
import { ActionDialog } from '~/features/reservations/actions/action-dialog';
import { answered, apiInPlace } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { fieldErrorsOf } from '~/ui/editing/use-field-errors';
import styles from './closing.module.css';
import { OpenItemNames } from './open-items';

interface CloseAccountsDialogProps {
  closing: TripClosing;
  onClose: () => void;
  onDone: () => void;
  /** The accounts are not as they were shown. */
  onStale: () => void;
}

const stale = ['CLOSING_OPEN', 'CLOSING_CHANGED', 'CLOSING_DONE'];

/** The result to be frozen; where something is open, it is accepted by name with a reason. */
export function CloseAccountsDialog({ closing, onClose, onDone, onStale }: CloseAccountsDialogProps) {
  const { trip, figures, open, closed } = closing;
  const [note, setNote] = useState('');
  const [accepted, setAccepted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<string>();

  async function close(): Promise<void> {
    const items = open.map(({ kind, reservationId, amountCents }) => ({ kind, reservationId, amountCents }));
    const parsed = closingDraft.safeParse({ resultCents: figures.resultCents, accepted: items, note });
    if (open.length > 0 && !accepted) return setError('Confirme que as contas fecham com essas pendências.');
    if (!parsed.success) return setErrors(fieldErrorsOf(parsed.error.issues));
    setBusy(true);
    setError(undefined);
    try {
      const call = { params: { tripId: trip.id }, body: parsed.data };
      await answered(apiInPlace.call(tripMoneyRoutes.closeAccounts, call));
      onDone();
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError)) throw failure;
      if (stale.includes(failure.code)) {
        setAccepted(false);
        onStale();
      }
      setErrors(failure.fields);
      setError(failure.message);
    }
  }

  return (
    <ActionDialog
      title="Fechar contas"
      lead="Os valores ficam guardados com a data e o seu nome, e não mudam mais. O que vier depois aparece à parte."
      submit="Fechar contas"
      busy={busy}
      disabled={closed !== null}
      dirty={note !== ''}
      error={error}
      onSubmit={close}
      onClose={onClose}
    >
      <p className={styles.result}>
        Resultado: <strong>{formatMoney(figures.resultCents)}</strong>, {againstForecast(figures)}.
      </p>
      {figures.people.unknown > 0 && (
        <p className={styles.quiet}>
          De {plural(figures.people.unknown, 'pessoa')} ninguém informou se viajou. Isso não impede o fechamento.
        </p>
      )}
      {open.length > 0 && (
        <>
          <div className={styles.accept}>
            <p>Ainda em aberto:</p>
            <OpenItemNames open={open} />
            <label className={styles.consent}>
              <input
                type="checkbox"
                checked={accepted}
                onChange={(event) => {
                  setAccepted(event.currentTarget.checked);
                  setError(undefined);
                }}
              />
              Fechar com {open.length === 1 ? 'esta pendência' : 'estas pendências'}
            </label>
          </div>
          <Textarea
            label="Motivo"
            description="Por que as contas fecham assim"
            size="md"
            autosize
            minRows={2}
            maxLength={300}
            value={note}
            error={errors.note}
            onChange={(event) => {
              setNote(event.currentTarget.value);
              setErrors({});
            }}
          />
        </>
      )}
    </ActionDialog>
  );
}
