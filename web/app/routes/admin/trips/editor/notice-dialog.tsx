import { Button, Textarea } from '@mantine/core';
import type { AffectedByChange } from '@passeio/contract/trips/trip-affected';
import { MAX_NOTICE, type TripNotice, tripNotice } from '@passeio/contract/trips/trip-draft';
import { plural } from '@passeio/contract/words';
import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { hideAlert } from '~/ui/feedback/alert';
import { useFormState, useTripForm } from './form-context';
import styles from './notice-dialog.module.css';

type Save = (notice: TripNotice) => void;

/**
 * The question before a change that concerns people is saved: what to tell them. What was typed outlives the dialog.
 */
export function NoticeDialog({ onSave }: { onSave: Save }) {
  const { people, postponeNotice } = useTripForm();
  const { affected } = useStore(people);
  const [message, setMessage] = useState('');
  if (!affected) return null;
  return (
    <Question affected={affected} message={message} onType={setMessage} onSave={onSave} onClose={postponeNotice} />
  );
}

interface QuestionProps {
  affected: AffectedByChange;
  message: string;
  onType: (message: string) => void;
  onSave: Save;
  onClose: () => void;
}

function Question({ affected, message, onType, onSave, onClose }: QuestionProps) {
  const busy = useFormState((state) => state.busy);
  const [error, setError] = useState<string>();
  const hint = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  // The error toast would cover the dialog, which says the same.
  useEffect(hideAlert, []);

  function saveAndTell(): void {
    const { data, error: wrong } = tripNotice.safeParse({ tell: true, message });
    setError(wrong?.issues[0]?.message);
    // It may be out of sight of a phone's dialog.
    if (wrong) {
      input.current?.focus();
      input.current?.scrollIntoView({ block: 'center' });
    }
    if (data && !busy) onSave(data);
  }

  return (
    <ModalDialog
      wide
      title={titleOf(affected)}
      lead="Quem fez a reserva recebe um e-mail com o antes, o depois e o seu recado."
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button size="md" variant="subtle" onClick={onClose} aria-disabled={busy || undefined}>
            Voltar
          </Button>
          <Button
            size="md"
            variant="default"
            aria-describedby={hint}
            aria-disabled={busy || undefined}
            onClick={() => !busy && onSave({ tell: false })}
          >
            Salvar sem avisar
          </Button>
          <Button size="md" loading={busy} onClick={saveAndTell}>
            Salvar e avisar
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        <Changes changes={affected.changes} />
        <Textarea
          ref={input}
          label="Recado"
          description="Por que mudou, e o que as pessoas precisam fazer"
          placeholder="Ex.: A estrada está em obras, por isso saímos mais cedo. Chegue 15 minutos antes."
          size="md"
          rows={3}
          maxLength={MAX_NOTICE}
          value={message}
          error={error}
          onChange={(event) => {
            setError(undefined);
            onType(event.currentTarget.value);
          }}
        />
        <p id={hint} className={styles.hint}>
          Só corrigiu um erro de digitação? Salve sem avisar: ninguém recebe e-mail, e a mudança aparece na página da
          reserva.
        </p>
        <People affected={affected} />
      </div>
    </ModalDialog>
  );
}

function Changes({ changes }: Pick<AffectedByChange, 'changes'>) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, boardingPointId, label, old, new: now }) => (
        <div key={`${field} ${boardingPointId}`}>
          <dt>{label}</dt>
          <dd>
            <span>Antes:</span> <del>{old}</del>
          </dd>
          <dd>
            <span>Agora:</span> <ins>{now}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function People({ affected: { reservations, total, waiting, unreachable } }: { affected: AffectedByChange }) {
  const more = total - reservations.length;
  return (
    <section className={styles.people}>
      <h3>Quem recebe o aviso</h3>
      {reservations.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
        <ul tabIndex={0} aria-label="Reservas">
          {reservations.map(({ id, code, payer, people, hasEmail }) => (
            <li key={id}>
              <span>{payer}</span>
              <span className={styles.hint}>
                {code} · {plural(people, 'pessoa')}
                {!hasEmail && ' · sem e-mail'}
              </span>
            </li>
          ))}
          {more > 0 && <li className={styles.hint}>e mais {plural(more, 'reserva')}</li>}
        </ul>
      )}
      {waiting > 0 && (
        <p className={styles.hint}>
          {waiting === 1
            ? 'Também avisamos 1 grupo da lista de espera da nova data.'
            : `Também avisamos ${waiting} grupos da lista de espera da nova data.`}
        </p>
      )}
      {unreachable > 0 && (
        <p className={styles.warning}>
          {plural(
            unreachable,
            'reserva está sem e-mail: avise por WhatsApp ou telefone.',
            'reservas estão sem e-mail: avise por WhatsApp ou telefone.',
          )}
        </p>
      )}
    </section>
  );
}

function titleOf({ people, total, waiting }: AffectedByChange): string {
  if (total === 0)
    return waiting === 1 ? 'Um grupo espera por este passeio' : `${waiting} grupos esperam por este passeio`;
  return `A mudança afeta ${plural(people, 'pessoa')} em ${plural(total, 'reserva')}`;
}
