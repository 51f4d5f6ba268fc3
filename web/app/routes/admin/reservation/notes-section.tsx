import { Autocomplete, Button, CloseButton, Group, Text, Textarea } from '@mantine/core';
import {
  MAX_NOTE,
  MAX_TAG,
  MAX_TAGS,
  noteDraft,
  type ReservationNote,
  tagDraft,
} from '@passeio/contract/reservations/notes-and-tags';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { overviewRoutes } from '@passeio/contract/staff/overview';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { taggedPath } from '~/features/overview/overview';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { TitledCard } from '~/ui/layout/titled-card';
import textStyles from '~/ui/text/text.module.css';
import { EntryButtons } from './entry-buttons';
import styles from './reservation.module.css';

interface NotesSectionProps {
  reservation: ReservationForStaff;
}

/** What staff writes about a reservation for one another. */
export function NotesSection({ reservation: { id, notes, tags } }: NotesSectionProps) {
  const [isWriting, setWriting] = useState(false);
  return (
    <TitledCard title="Notas e etiquetas" note="Só a equipe vê">
      <Tags reservationId={id} tags={tags} />
      <ul>
        {notes.map((note) => (
          <Note key={note.id} reservationId={id} note={note} />
        ))}
      </ul>
      <EntryButtons entries={[{ label: 'Escrever nota', onSelect: () => setWriting(true) }]} />
      {isWriting && <NoteDialog reservationId={id} onClose={() => setWriting(false)} />}
    </TitledCard>
  );
}

interface NoteDialogProps {
  reservationId: string;
  /** The note to be changed; none for a new one. */
  note?: Pick<ReservationNote, 'id' | 'text'>;
  onClose: () => void;
}

function NoteDialog({ reservationId, note, onClose }: NoteDialogProps) {
  return (
    <FormDialog
      title={note ? 'Alterar nota' : 'Escrever nota'}
      lead="Só a equipe lê. É apagada algum tempo depois da volta."
      submit="Guardar nota"
      initial={{ text: note?.text ?? '' }}
      schema={noteDraft}
      save={(body) => {
        const params = { reservationId };
        if (!note) return api.call(staffReservationRoutes.addNote, { params, body, toast: false });
        const call = { params: { ...params, noteId: note.id }, body, toast: false };
        return api.call(staffReservationRoutes.changeNote, call);
      }}
      onClose={onClose}
    >
      {(form) => (
        <Textarea label="Nota" data-autofocus size="md" rows={6} maxLength={MAX_NOTE} {...form.getInputProps('text')} />
      )}
    </FormDialog>
  );
}

interface NoteProps {
  reservationId: string;
  note: ReservationNote;
}

function Note({ reservationId, note: { id, text, author, createdAt, editedAt, changeable } }: NoteProps) {
  const { formatMoment } = useFormats();
  const [isChanging, setChanging] = useState(false);
  const params = { reservationId, noteId: id };
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(staffReservationRoutes.deleteNote, { params }),
  });

  async function remove(): Promise<void> {
    const mensagem = `A nota de ${author.name} some da reserva. Não dá para desfazer.`;
    if (await askToConfirm({ titulo: 'Apagar a nota?', mensagem, tipo: 'danger' })) mutate();
  }

  return (
    <li className={styles.note}>
      <p className={textStyles.written}>{text}</p>
      <Group gap="0 8px" justify="space-between">
        <Text variant="hint">
          {author.name} · {formatMoment(createdAt)}
          {editedAt && ` · alterada em ${formatMoment(editedAt)}`}
        </Text>
        {changeable && (
          <Group gap={0} mx={-12}>
            <Button size="md" px={12} variant="subtle" onClick={() => setChanging(true)}>
              Alterar
            </Button>
            <Button size="md" px={12} variant="subtle" color="red" loading={isPending} onClick={() => void remove()}>
              Apagar
            </Button>
          </Group>
        )}
      </Group>
      {isChanging && (
        <NoteDialog reservationId={reservationId} note={{ id, text }} onClose={() => setChanging(false)} />
      )}
    </li>
  );
}

interface TagsProps extends Pick<ReservationForStaff, 'tags'> {
  reservationId: string;
}

function Tags({ reservationId, tags }: TagsProps) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (tagId: string) => api.call(staffReservationRoutes.removeTag, { params: { reservationId, tagId } }),
  });
  return (
    <>
      {tags.length > 0 && (
        <Group component="ul" gap={8} mb={8} className={styles.tags} aria-label="Etiquetas">
          {tags.map(({ id, label }) => (
            <li key={id}>
              <Link to={taggedPath(label)} aria-label={`Reservas com a etiqueta ${label}`}>
                {label}
              </Link>
              <CloseButton
                size={44}
                disabled={isPending && variables === id}
                aria-label={`Tirar a etiqueta ${label}`}
                onClick={() => mutate(id)}
              />
            </li>
          ))}
        </Group>
      )}
      {tags.length < MAX_TAGS && <NewTag reservationId={reservationId} tags={tags} />}
    </>
  );
}

/** Adds a tag, one in use or a new one. */
function NewTag({ reservationId, tags }: TagsProps) {
  const { data } = useQuery(load(overviewRoutes.listTags));
  const others = (data?.data ?? []).filter(({ label }) => !tags.some((tag) => tag.label === label));
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: { label: '' },
    schema: tagDraft,
    save: (body) => api.call(staffReservationRoutes.addTag, { params: { reservationId }, body, toast: false }),
    onSaved: () => reset(),
  });
  return (
    <form {...props} className={styles.newTag}>
      <Autocomplete
        aria-label="Etiqueta"
        placeholder="Pôr uma etiqueta"
        size="md"
        maxLength={MAX_TAG}
        data={others.map(({ label }) => label)}
        maxDropdownHeight={260}
        comboboxProps={{ shadow: 'md' }}
        {...form.getInputProps('label')}
      />
      <Button type="submit" size="md" variant="default" loading={isPending}>
        Pôr
      </Button>
      {failure && <FormNotice>{failure}</FormNotice>}
    </form>
  );
}
