import { Box, Button, Stack, Text, Textarea } from '@mantine/core';
import type { AffectedByChange } from '@passeio/contract/trips/trip-affected';
import { MAX_NOTICE, type TripNotice, tripNotice } from '@passeio/contract/trips/trip-draft';
import { plural } from '@passeio/contract/words';
import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { hideAlert } from '~/ui/feedback/alert';
import { Card } from '~/ui/layout/card';
import { Row, Rows } from '~/ui/layout/rows';
import styles from './trip-editor.module.css';
import { useFormState, useTripForm } from './trip-form';

type Save = (notice: TripNotice) => void;

/**
 * The question before a change that concerns people is saved: the notice to them. What was typed outlives the dialog.
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

  function saveAndNotify(): void {
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
          <Button size="md" loading={busy} onClick={saveAndNotify}>
            Salvar e avisar
          </Button>
        </>
      }
    >
      <Stack gap={20}>
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
        <Text id={hint} variant="hint">
          Só corrigiu um erro de digitação? Salve sem avisar: ninguém recebe e-mail, e a mudança aparece na página da
          reserva.
        </Text>
        <People affected={affected} />
      </Stack>
    </ModalDialog>
  );
}

function Changes({ changes }: Pick<AffectedByChange, 'changes'>) {
  return (
    <Stack component="dl" gap="sm">
      {changes.map(({ field, boardingPointId, label, old, new: now }) => (
        <Card key={`${field} ${boardingPointId}`} gap="small" className={styles.change}>
          <dt>
            <strong>{label}</strong>
          </dt>
          <dd>
            <span>Antes:</span> <del>{old}</del>
          </dd>
          <dd>
            <span>Agora:</span> <ins>{now}</ins>
          </dd>
        </Card>
      ))}
    </Stack>
  );
}

function People({ affected: { reservations, total, waiting, unreachable } }: { affected: AffectedByChange }) {
  const more = total - reservations.length;
  return (
    <section>
      <Text component="h3" mb={4} fz="md" fw={600}>
        Quem recebe o aviso
      </Text>
      {reservations.length > 0 && (
        <Rows plain tabIndex={0} aria-label="Reservas" className={styles.people}>
          {reservations.map(({ id, code, payer, people, hasEmail }) => (
            <Row key={id}>
              <span>{payer}</span>
              <Text span variant="hint">
                {code} · {plural(people, 'pessoa')}
                {!hasEmail && ' · sem e-mail'}
              </Text>
            </Row>
          ))}
          {more > 0 && (
            <Row>
              <Text variant="hint">e mais {plural(more, 'reserva')}</Text>
            </Row>
          )}
        </Rows>
      )}
      {waiting > 0 && (
        <Text mt="xs" variant="hint">
          {waiting === 1
            ? 'Também avisamos 1 grupo da lista de espera da nova data.'
            : `Também avisamos ${waiting} grupos da lista de espera da nova data.`}
        </Text>
      )}
      {unreachable > 0 && (
        <Box mt="xs">
          <Card tone="warning">
            {plural(
              unreachable,
              'reserva está sem e-mail: avise por WhatsApp ou telefone.',
              'reservas estão sem e-mail: avise por WhatsApp ou telefone.',
            )}
          </Card>
        </Box>
      )}
    </section>
  );
}

function titleOf({ people, total, waiting }: AffectedByChange): string {
  if (total === 0)
    return waiting === 1 ? 'Um grupo espera por este passeio' : `${waiting} grupos esperam por este passeio`;
  return `A mudança afeta ${plural(people, 'pessoa')} em ${plural(total, 'reserva')}`;
}
