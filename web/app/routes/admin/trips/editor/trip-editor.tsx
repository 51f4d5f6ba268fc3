import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { IconArchive, IconExternalLink, IconEye, IconUsers } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { readDraft, useDraft } from '~/features/session/drafts';
import { load, queryClient } from '~/features/session/queries';
import type { Joining } from '~/features/trips/join-button';
import { photoCalls } from '~/features/trips/photos/photo-calls';
import { hasUnsavedPhotos, PhotoUploadQueue } from '~/features/trips/photos/photo-upload-queue';
import { Photos } from '~/features/trips/photos/photos';
import { SituationBadge } from '~/features/trips/situation-badge';
import { TripDialog } from '~/features/trips/trip-dialog';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
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
import { confirmPublication, type Publication } from '../confirm-publication';
import type { Route } from './+types/trip-editor';
import { Basics, Lists, Risks, When } from './basics';
import { Boarding } from './boarding';
import { Cancellation } from './cancellation';
import { Extras } from './extras';
import { Faq } from './faq';
import { FieldText } from './field-text';
import { ItinerarySteps } from './itinerary';
import {
  type ChosenDates,
  changedFields,
  DatesNotice,
  ManyDatesDialog,
  ShareButton,
  UndoManyDates,
  useOtherDates,
} from './many-dates';
import { NoticeDialog } from './notice-dialog';
import { usePhotoDrafts } from './photo-drafts';
import { Places } from './places';
import { previewTrip, priceOf } from './preview-trip';
import { Prices } from './prices';
import { Questions } from './questions';
import { Rooms } from './rooms';
import { EditorSection, errorsIn, sections } from './section';
import styles from './trip-editor.module.css';
import { fieldLabels, type TripFields } from './trip-fields';
import {
  adjusted,
  createTripForm,
  parseTripDraft,
  type TripForm,
  TripFormContext,
  type TripSaving,
  tripCalls,
  useFormState,
  useTripForm,
} from './trip-form';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Passeio');
export const handle = {
  title: ({ tripId }: { tripId?: string }) => (tripId === NEW ? 'Novo passeio' : 'Editar passeio'),
};

/** Id segment in the URL of a new trip. */
const NEW = 'novo';

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<Trip | null> {
  return params.tripId === NEW
    ? null
    : queryClient.fetchQuery(load(tripRoutes.read, { params: { id: params.tripId } }));
}

/** No revalidation: the form's state is newer. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.tripId !== nextParams.tripId;

export default function TripEditorPage({ loaderData: trip, params }: Route.ComponentProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const { editor: born, dates } = (location.state ?? {}) as { editor?: string } & Partial<ChosenDates>;
  // After the first save the URL changes but the editor stays mounted, so that nothing typed is lost.
  const editor = born ?? (trip ? params.tripId : location.key);
  return (
    <TripEditor
      key={editor}
      trip={trip}
      dates={dates}
      onCreated={({ id }) => void navigate(tripPaths.edit(id), { replace: true, state: { editor } })}
    />
  );
}

async function showPreviewOnly(): Promise<'failed'> {
  showAlert('info', 'Esta é só a prévia: nada foi reservado.');
  return 'failed';
}

const nothing: Joining = {
  reserve: showPreviewOnly,
  wait: showPreviewOnly,
  leave: async () => void (await showPreviewOnly()),
};

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

type ChangedFields = ReturnType<typeof changedFields>;

interface TripEditorProps {
  /** Null for a new one. */
  trip: Trip | null;
  /** Dates of it that are to be changed together. */
  dates?: readonly string[] | undefined;
  /** Called when a new trip was created. */
  onCreated: (trip: Trip) => void;
}

// Constant elements: the editor around them renders, as at the first key, without rendering every field again.
const sectionsBeforeBoarding = (
  <>
    <TripSections />
    <Basics />
    <When />
    <Prices />
    <Extras />
    <Rooms />
    <Questions />
    <Places />
  </>
);
const sectionsAfterBoarding = (
  <>
    <ItinerarySteps />
    <Lists />
    <Risks />
    <Faq />
    <Cancellation />
  </>
);

/** Editor of a trip. Fields are saved together; photos are saved at once. */
export function TripEditor({ trip, dates, onCreated }: TripEditorProps) {
  const { form, queue } = useEditorParts(trip);
  const element = useRef<HTMLFormElement>(null);
  const { timeZone } = useFormats();
  const [previewing, setPreviewing] = useState(false);
  const [many, setMany] = useState<ChangedFields>();
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
    const noticeText = notice?.tell ? ' Os avisos seguem por e-mail.' : '';
    showAlert('success', `${publish ? 'Passeio salvo e publicado no portal.' : 'Passeio salvo.'}${noticeText}`);
    if (!stored || trip || created.current) return;
    created.current = true;
    queue.start(stored.id);
    leaveFreely(() => onCreated(stored));
  }

  /** Publishes with the fields as they are, after a question where something lacks. */
  async function saveAndPublish(): Promise<void> {
    const { fields, stored } = form.store.getState();
    if (await confirmPublication(publicationOf(fields, stored))) save({ publish: true });
  }

  /** What is to be saved on many dates; undefined, and said why, where it cannot be. */
  function fieldsForMany(): ChangedFields {
    const { fields, saved, stored } = form.store.getState();
    if (!stored || !form.validate()) {
      const { wrong } = form.store.getState();
      focusFirstInvalid(element.current, (input) => input in wrong);
      return undefined;
    }
    const changed = changedFields(stored, fields, saved, timeZone);
    if (!changed) showAlert('error', 'O dia da saída só muda nesta data. Salve-a antes de mudar as outras.');
    return changed;
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
        <UndoManyDates />
        <EditorNotices lostPhotos={lostPhotos} />
        {dates && <DatesNotice dates={dates} />}
        {sectionsBeforeBoarding}
        <Boarding queue={queue} />
        {sectionsAfterBoarding}
        <EditorSection
          id="fotos"
          lead={isNew ? 'São salvas junto com o passeio.' : 'São salvas na hora, sem esperar pelo botão Salvar.'}
        >
          <Photos queue={queue} isNew={isNew} />
          <ShareButton queue={queue} onShare={setMany} />
        </EditorSection>
        <SaveBar
          dates={dates}
          onSave={() => save()}
          onPublish={() => void saveAndPublish()}
          onSaveMany={() => setMany(fieldsForMany())}
        />
      </form>
      {many && trip && <ManyDatesDialog trip={trip} fields={many} dates={dates} onClose={() => setMany(undefined)} />}
      {previewing && <Preview queue={queue} onClose={() => setPreviewing(false)} />}
      <NoticeDialog onSave={(notice) => save({ ...latest.current, notice })} />
      <ConflictDialog
        form={form}
        title="Outra pessoa salvou este passeio"
        labels={fieldLabels}
        textOf={(name, fields) => <FieldText name={name} fields={fields} />}
        onChoose={(choices) => void finish(form.applyChoices(choices))}
      />
    </TripFormContext>
  );
}

function acceptsOverlap(mensagem: string): Promise<boolean> {
  return askToConfirm({ titulo: 'Salvar com este conflito?', mensagem });
}

function TripSections() {
  const wrong = useFormState((state) => state.wrong);
  const refused = useFormState((state) => state.refused);
  return <SectionNav label="Partes do passeio" sections={sections} errorsIn={(id) => errorsIn(id, wrong, refused)} />;
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
    <FormNotices form={form} more={lostPhotosText(lostPhotos)}>
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

function lostPhotosText(photos: number): string {
  if (photos === 0) return '';
  return photos === 1
    ? 'Uma foto que não tinha sido enviada precisa ser escolhida de novo.'
    : `${photos} fotos que não tinham sido enviadas precisam ser escolhidas de novo.`;
}

/** Sticky bar with the saved state and the save buttons. */
function SaveBar({
  dates,
  onSave,
  onPublish,
  onSaveMany,
}: Pick<TripEditorProps, 'dates'> & Record<'onSave' | 'onPublish' | 'onSaveMany', () => void>) {
  const { discard } = useTripForm();
  const dirty = useFormState(isDirty);
  const busy = useFormState((state) => state.busy);
  const isNew = useFormState((state) => state.stored === null);
  const others = useOtherDates(useFormState((state) => state.stored));
  const isPublished = useFormState((state) => state.stored?.isActive ?? false);
  const isArchived = useFormState((state) => state.stored?.isArchived ?? false);
  if (isArchived) return null;
  return (
    <SaveBarFrame state={stateLabel(dirty, isNew)} dirty={dirty} busy={busy} onSave={onSave} onDiscard={discard}>
      {!isPublished && (
        <Button variant="default" size="md" onClick={onPublish} aria-disabled={busy || undefined}>
          Salvar e publicar
        </Button>
      )}
      {dirty && others > 0 && (
        <Button variant="default" size="md" onClick={onSaveMany} aria-disabled={busy || undefined}>
          {dates ? `Salvar em ${plural(dates.length, 'data')}` : 'Salvar em várias datas'}
        </Button>
      )}
    </SaveBarFrame>
  );
}

function publicationOf(fields: TripFields, stored: Trip | null): Publication {
  return {
    id: stored?.id,
    title: fields.title,
    priceCents: priceOf(fields),
    capacity: Number(fields.capacity) || 0,
    minParticipants: Number(fields.minParticipants) || 0,
  };
}

function stateLabel(dirty: boolean, isNew: boolean): string {
  if (dirty) return 'Há alterações não salvas';
  return isNew ? 'Ainda não foi salvo' : 'Tudo salvo';
}

/** Header of the editor: title, situation, preview and publication. */
function EditorHeader({ onPreview }: { onPreview: () => void }) {
  const { formatTripDates } = useFormats();
  const trip = useFormState((state) => state.stored);
  return (
    <Stack mb="md">
      <Stack gap={6} miw={0}>
        <Text fz="clamp(1.25rem, 1rem + 1.2vw, 1.625rem)" fw={700} lh={1.25} textWrap="balance">
          {trip ? trip.title : 'Um passeio novo'}
        </Text>
        {trip && (
          <Group component="p" gap="0.25rem 0.75rem" c="dimmed">
            <SituationBadge situation={trip.situation} />
            <span>{formatTripDates(trip)}</span>
          </Group>
        )}
      </Stack>
      <Group gap={8} className={styles.actions}>
        {trip && !trip.isArchived && <PublishSwitch isPublished={trip.isActive} />}
        <Button variant="light" size="md" leftSection={<IconEye size={20} aria-hidden />} onClick={onPreview}>
          Pré-visualizar
        </Button>
        {trip && (
          <Button
            component={Link}
            to={tripPaths.passengers(trip.id)}
            variant="default"
            size="md"
            leftSection={<IconUsers size={20} aria-hidden />}
          >
            Passageiros
          </Button>
        )}
        {trip?.isActive && (
          <Button
            component="a"
            href={pagePaths.trip(trip.slug)}
            target="_blank"
            rel="noopener"
            variant="default"
            size="md"
            leftSection={<IconExternalLink size={20} aria-hidden />}
          >
            Ver no portal
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function PublishSwitch({ isPublished }: { isPublished: boolean }) {
  const { publish, store } = useTripForm();
  // Optimistic value until the server answers.
  const [wanted, setWanted] = useState<boolean>();

  async function turn(isActive: boolean): Promise<void> {
    setWanted(isActive);
    const { stored } = store.getState();
    const isDone = (!isActive || !stored || (await confirmPublication(stored))) && (await publish({ isActive }));
    setWanted(undefined);
    if (isDone) showAlert('success', isActive ? 'O passeio está no portal.' : 'O passeio saiu do portal.');
  }

  return (
    <Group mih={44} mr={8}>
      <Switch
        size="md"
        label="No portal"
        checked={wanted ?? isPublished}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
    </Group>
  );
}
