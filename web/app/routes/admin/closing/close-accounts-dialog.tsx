import { Textarea } from '@mantine/core';
import { closingDraft, type TripClosing } from '@passeio/contract/payments/trip-closing';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import { plural } from '@passeio/contract/words';
import { useState } from 'react';
import { againstForecast } from '~/features/closing/closing-words';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
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
  const [isAccepted, setAccepted] = useState(false);
  return (
    <FormDialog
      title="Fechar contas"
      lead="Os valores ficam guardados com a data e o seu nome, e não mudam mais. O que vier depois aparece à parte."
      submit="Fechar contas"
      disabled={closed !== null}
      initial={{ note: '' }}
      schema={closingDraft.refine(
        ({ accepted }) => accepted.length === open.length,
        'Confirme que as contas fecham com essas pendências.',
      )}
      toBody={({ note }) => ({
        resultCents: figures.resultCents,
        accepted: isAccepted
          ? open.map(({ kind, reservationId, amountCents }) => ({ kind, reservationId, amountCents }))
          : [],
        note,
      })}
      save={async (body) => {
        try {
          await orRedirect(apiInPlace.call(tripMoneyRoutes.closeAccounts, { params: { tripId: trip.id }, body }));
        } catch (error) {
          if (error instanceof ApiError && stale.includes(error.code)) {
            setAccepted(false);
            onStale();
          }
          throw error;
        }
      }}
      onSaved={onDone}
      onClose={onClose}
    >
      {(form) => (
        <>
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
                    checked={isAccepted}
                    onChange={(event) => setAccepted(event.currentTarget.checked)}
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
                {...form.getInputProps('note')}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
