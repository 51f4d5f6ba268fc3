import { Button } from '@mantine/core';
import type { Trip } from '@passeio/contract/trips/trips';
import { IconArchive } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { readDraft, useDraft } from '~/features/session/drafts';
import type { Joining } from '~/features/trips/join-button';
import { photoCalls } from '~/features/trips/photos/photo-calls';
import { hasUnsavedPhotos, PhotoUploadQueue } from '~/features/trips/photos/photo-upload-queue';
import { Photos } from '~/features/trips/photos/photos';
import { TripDialog } from '~/features/trips/trip-dialog';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ConflictDialog } from '~/ui/dialogs/versions-dialog';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import { EditingNotice, FormNotices } from '~/ui/editing/notices';
import { SaveBarFrame } from '~/ui/editing/save-bar-frame';
import { useSaveShortcut } from '~/ui/editing/use-save-shortcut';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { draftOf, isDirty, type SaveOutcome } from '~/ui/editing/versioned-form';
import { showAlert } from '~/ui/feedback/alert';
import { SectionNav } from '~/ui/navigation/section-nav';
import { EditorHeader } from './editor-header';
import { FieldWords } from './field-words';
import { TripFormContext, useFormState, useTripForm } from './form-context';
import { NoticeDialog } from './notice-dialog';
import { usePhotoDrafts } from './photo-drafts';
import { previewTrip } from './preview-trip';
import { EditorSection } from './section';
import { errorsIn, sections } from './section-list';
import { Basics } from './sections/basics';
import { Boarding } from './sections/boarding';
import { Cancellation } from './sections/cancellation';
import { ItinerarySteps } from './sections/itinerary';
import { Lists, Risks } from './sections/lists';
import { Places } from './sections/places';
import { Prices } from './sections/prices';
import { When } from './sections/when';
import { tripCalls } from './trip-calls';
import styles from './trip-editor.module.css';
import { fieldLabels, type TripFields } from './trip-fields';
import { adjusted, createTripForm, parseTripDraft, type TripForm, type TripSaving } from './trip-form';

async function sayPreview(): Promise<'failed'> {
  showAlert('info', 'Esta é só a prévia: nada foi reservado.');
  return 'failed';
}

const nothing: Joining = { reserve: sayPreview, wait: sayPreview, leave: async () => void (await sayPreview()) };

/** Preview in the portal's own dialog; its buttons only say that this is a preview. */
function Preview({ queue, onClose }: { queue: PhotoUploadQueue; onClose: () => void }) {
  const { timeZone } = useFormats();
  const fields = useFormState((state) => state.fields);
  const stored = useFormState((state) => state.stored);
  const photos = useStore(queue.store, (state) => state.photos);
  const trip = previewTrip({ fields, stored, photos, timeZone });

  return (
    <TripDialog
      trip={trip}
      joining={nothing}
      onClose={onClose}
      onFollow={(event) => {
        event.preventDefault();
        showAlert('info', 'Esta é só a prévia: o link abre a página no portal.');
      }}
    />
  );
}

const draftName = (tripId: string | undefined) => `trip:${tripId ?? 'novo'}`;
// A new trip gets its id when it is saved.
const draft = {
  nameOf: ({ stored }: { stored: Trip | null }) => draftName(stored?.id),
  workOf: draftOf<Trip | null, TripFields>,
};

interface TripEditorProps {
  /** Null for a new one. */
  trip: Trip | null;
  /** Called when a new trip was created. */
  onCreated: (trip: Trip) => void;
}

/** A constant element: the editor around it renders, as at the first key, without rendering every field again. */
const sectionsOfFields = (
  <>
    <TripSections />
    <Basics />
    <When />
    <Prices />
    <Places />
    <Boarding />
    <ItinerarySteps />
    <Lists />
    <Risks />
    <Cancellation />
  </>
);

/** Editor of a trip. Fields are saved together; photos are saved at once. */
export function TripEditor({ trip, onCreated }: TripEditorProps) {
  const { form, queue } = useEditorParts(trip);
  const element = useRef<HTMLFormElement>(null);
  const [previewing, setPreviewing] = useState(false);
  const created = useRef(false);
  const isNew = useStore(form.store, ({ stored }) => stored === null);
  const { leaveFreely, lostPhotos } = useEditorDrafts(form, queue);

  async function finish(saving: Promise<SaveOutcome>, options: TripSaving = {}): Promise<void> {
    const { publish, notice } = options;
    const outcome = await saving;
    const { overlap } = form.people.getState();
    if (outcome === 'refused' && overlap && (await acceptsOverlap(overlap))) {
      return save({ ...options, acceptsOverlap: true });
    }
    const { stored, wrong, refused } = form.store.getState();
    if (outcome === 'refused') focusFirstInvalid(element.current, (input) => input in wrong || input in refused);
    if (outcome !== 'saved') return;
    const told = notice?.tell ? ' Os avisos seguem por e-mail.' : '';
    showAlert('success', `${publish ? 'Passeio salvo e publicado no portal.' : 'Passeio salvo.'}${told}`);
    if (!stored || trip || created.current) return;
    created.current = true;
    queue.start(stored.id);
    leaveFreely(() => onCreated(stored));
  }

  const latest = useRef<TripSaving>({});
  function save(saving: TripSaving = {}): void {
    latest.current = saving;
    void finish(form.save(Object.keys(saving).length > 0 ? adjusted(saving) : undefined), saving);
  }
  useSaveShortcut(() => save());

  return (
    <TripFormContext value={form}>
      {/* No submit button, so that Enter in a field does not save. */}
      <form ref={element} className={styles.editor} noValidate onSubmit={(event) => event.preventDefault()}>
        <EditorHeader onPreview={() => setPreviewing(true)} />
        <EditorNotices lostPhotos={lostPhotos} />
        {sectionsOfFields}
        <EditorSection
          id="fotos"
          lead={isNew ? 'São salvas junto com o passeio.' : 'São salvas na hora, sem esperar pelo botão Salvar.'}
        >
          <Photos queue={queue} isNew={isNew} />
        </EditorSection>
        <SaveBar onSave={save} />
      </form>
      {previewing && <Preview queue={queue} onClose={() => setPreviewing(false)} />}
      <NoticeDialog onSave={(notice) => save({ ...latest.current, notice })} />
      <ConflictDialog
        form={form}
        title="Outra pessoa salvou este passeio"
        labels={fieldLabels}
        words={(name, fields) => <FieldWords name={name} fields={fields} />}
        onSettle={(choices) => void finish(form.settle(choices))}
      />
    </TripFormContext>
  );
}

function acceptsOverlap(mensagem: string): Promise<boolean> {
  return askToConfirm({ titulo: 'Usar o veículo nos dois passeios?', mensagem });
}

function TripSections() {
  const wrong = useFormState((state) => state.wrong);
  const refused = useFormState((state) => state.refused);
  const count = (id: string) => {
    const section = sections.find((one) => one.id === id);
    return section ? errorsIn(section, wrong, refused) : 0;
  };
  return <SectionNav label="Partes do passeio" sections={sections} errorsIn={count} />;
}

function useEditorParts(trip: Trip | null): { form: TripForm; queue: PhotoUploadQueue } {
  const { timeZone } = useFormats();
  const [parts] = useState(() => {
    const draft = parseTripDraft(readDraft(draftName(trip?.id)));
    return {
      form: createTripForm({ trip, timeZone, calls: tripCalls, draft }),
      queue: new PhotoUploadQueue(photoCalls, trip?.tripImages ?? [], trip?.id ?? null),
    };
  });
  return parts;
}

/** Stores drafts of fields and photos, and warns before unsaved changes are lost. */
function useEditorDrafts(form: TripForm, queue: PhotoUploadQueue) {
  const dirty = useStore(form.store, isDirty);
  const hasPhotos = useStore(queue.store, hasUnsavedPhotos);
  const fields = useDraft(form.store, draft);
  const photos = usePhotoDrafts(queue);
  const { leaveFreely } = useUnsavedWarning(
    dirty || hasPhotos,
    dirty ? 'O que você alterou neste passeio será perdido.' : 'Há fotos que ainda não foram salvas.',
    {
      onLeave: () => {
        fields.forget();
        photos.forget();
      },
    },
  );
  return { leaveFreely, lostPhotos: photos.lost };
}

function EditorNotices({ lostPhotos }: { lostPhotos: number }) {
  const form = useTripForm();
  const isArchived = useFormState((state) => state.stored?.isArchived ?? false);
  return (
    <FormNotices form={form} more={lostInWords(lostPhotos)}>
      {isArchived && (
        <EditingNotice
          icon={<IconArchive aria-hidden />}
          text="Este passeio está arquivado. Desarquive-o para fazer mudanças."
        >
          <Button size="sm" variant="default" onClick={() => void form.publish({ isArchived: false })}>
            Desarquivar
          </Button>
        </EditingNotice>
      )}
    </FormNotices>
  );
}

function lostInWords(photos: number): string {
  if (photos === 0) return '';
  return photos === 1
    ? 'Uma foto que não tinha sido enviada precisa ser escolhida de novo.'
    : `${photos} fotos que não tinham sido enviadas precisam ser escolhidas de novo.`;
}

/** Sticky bar with the saved state and the save buttons. */
function SaveBar({ onSave }: { onSave: (options?: { publish?: boolean }) => void }) {
  const { discard } = useTripForm();
  const dirty = useFormState(isDirty);
  const busy = useFormState((state) => state.busy);
  const isNew = useFormState((state) => state.stored === null);
  const isPublished = useFormState((state) => state.stored?.isActive ?? false);
  const isArchived = useFormState((state) => state.stored?.isArchived ?? false);
  if (isArchived) return null;
  return (
    <SaveBarFrame
      state={stateInWords(dirty, isNew)}
      dirty={dirty}
      busy={busy}
      onSave={() => onSave()}
      onDiscard={discard}
    >
      {!isPublished && (
        <Button variant="default" size="md" onClick={() => onSave({ publish: true })} aria-disabled={busy || undefined}>
          Salvar e publicar
        </Button>
      )}
    </SaveBarFrame>
  );
}

function stateInWords(dirty: boolean, isNew: boolean): string {
  if (dirty) return 'Há alterações não salvas';
  return isNew ? 'Ainda não foi salvo' : 'Tudo salvo';
}
