import { Box, Button, Group, Loader, Stack, Switch, Text, Textarea } from '@mantine/core';
import { MAX_TRIP_COPIES } from '@passeio/contract/trips/date-rule';
import {
  type ChangedDate,
  type SeriesChange,
  type SeriesChangeState,
  seriesRoutes,
} from '@passeio/contract/trips/series-changes';
import { MAX_NOTICE, tripNotice } from '@passeio/contract/trips/trip-draft';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { IconArrowBackUp, IconCalendarEvent, IconLibraryPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { describeChanges } from '~/features/audit/describe-changes';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { hasUnsavedPhotos, type PhotoUploadQueue } from '~/features/trips/photos/photo-upload-queue';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { sameValue } from '~/lib/merge-fields';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { EditingNotice } from '~/ui/editing/notices';
import { showAlert } from '~/ui/feedback/alert';
import { Card } from '~/ui/layout/card';
import { Row, Rows } from '~/ui/layout/rows';
import styles from './trip-editor.module.css';
import { readTripFields } from './trip-fields';
import { tripCalls, useFormState, useTripForm } from './trip-form';

type Fields = SeriesChange['fields'];

/** How many other dates a trip has that are still to come. */
export function useOtherDates(trip: Trip | null): number {
  const { data } = useQuery({
    ...load(tripRoutes.list, { query: { otherDatesOf: trip?.id ?? '', upcoming: true, showImages: false, size: 1 } }),
    enabled: trip?.seriesId !== undefined,
  });
  return data?.page.total ?? 0;
}

/** What was changed in the editor, as a change of many dates; undefined where the day of departure was changed too. */
export function changedFields(
  trip: Trip,
  edited: Parameters<typeof readTripFields>[0],
  saved: typeof edited,
  timeZone: string,
) {
  const [mine, stored] = [readTripFields(edited, timeZone).body, readTripFields(saved, timeZone).body];
  if (!mine || !stored) return undefined;
  const changed = Object.entries(mine).filter(
    ([name, value]) => !sameValue(value, stored[name as keyof typeof stored]),
  );
  const fields: Fields = Object.fromEntries(changed);
  const dayOf = (at: string) => new Date(at).toLocaleDateString('sv', { timeZone });
  return fields.date && dayOf(fields.date) !== dayOf(trip.date) ? undefined : fields;
}

/** State of a link to the editor of the first of these dates. */
export interface ChosenDates {
  dates: readonly string[];
}

const isOfPictures = (fields: Fields) => Object.keys(fields).join() === 'tripImages';

interface ManyDatesProps {
  trip: Trip;
  fields: Fields;
  /** Dates that were chosen before; without them all are chosen. */
  dates?: readonly string[] | undefined;
  onClose: () => void;
}

/** Makes what was changed in the editor on other dates of the trip too. */
export function ManyDatesDialog({ onClose, ...changed }: ManyDatesProps) {
  const { trip, fields } = changed;
  const { reset } = useTripForm();
  const [done, setDone] = useState<SeriesChangeState>();

  async function close(): Promise<void> {
    const isChanged = done && changedDates(done).some(({ tripId }) => tripId === trip.id);
    // Pictures are no part of the form, in which something may be unsaved.
    if (isChanged && !isOfPictures(fields)) reset(await tripCalls.load(trip.id));
    onClose();
  }

  if (done) return <Outcome change={done} onClose={() => void close()} />;
  return <Choice {...changed} onDone={setDone} onClose={onClose} />;
}

interface ChoiceProps extends ManyDatesProps {
  onDone: (change: SeriesChangeState) => void;
}

function Choice({ trip, fields, dates: wanted, onDone, onClose }: ChoiceProps) {
  const params = { seriesId: trip.seriesId ?? '' };
  const others = useQuery(
    load(tripRoutes.list, {
      query: { otherDatesOf: trip.id, upcoming: true, showImages: false, size: MAX_TRIP_COPIES - 1 },
    }),
  );
  const ids = others.data && new Set([trip.id, ...(wanted ?? []), ...others.data.data.map(({ id }) => id)]);
  const tripIds = ids && [...ids].slice(0, MAX_TRIP_COPIES);
  const asked = { fields, tripIds: tripIds ?? [], editedOn: trip.id };
  const preview = useQuery({ ...load(seriesRoutes.preview, { params, body: asked }), enabled: tripIds !== undefined });
  const [kept, setKept] = useState<readonly string[]>();
  const [tells, setTells] = useState(true);
  const [message, setMessage] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const dates = preview.data?.dates ?? [];
  const possible = dates.filter(({ refused, changes }) => !refused && Object.keys(changes).length > 0);
  const left = kept ?? possible.filter(({ tripId }) => wanted && !wanted.includes(tripId)).map(({ tripId }) => tripId);
  const chosen = possible.filter(({ tripId }) => !left.includes(tripId));
  const isWhole = chosen.length === possible.length;
  const people = chosen.reduce((sum, date) => sum + date.people, 0);
  const isNoticed = people > 0 || chosen.some(({ waiting }) => waiting > 0);

  async function save(): Promise<void> {
    if (busy || chosen.length === 0) return;
    const notice = tripNotice.safeParse(tells && isNoticed ? { tell: true, message } : { tell: false });
    setWrong(notice.error?.issues[0]?.message);
    if (!notice.data) return;
    setBusy(true);
    const versions = Object.fromEntries(chosen.map(({ tripId, version }) => [tripId, version]));
    const body = { ...asked, tripIds: chosen.map(({ tripId }) => tripId), versions, notice: notice.data };
    try {
      onDone(await api.call(seriesRoutes.change, { params, body }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  const isLoading = others.isPending || preview.isPending;
  return (
    <ModalDialog
      wide
      title={isOfPictures(fields) ? 'Usar as fotos em várias datas' : 'Salvar em várias datas'}
      lead={
        isOfPictures(fields)
          ? 'As datas marcadas ficam com as fotos desta, na mesma ordem e com os mesmos textos.'
          : 'Vale nas datas marcadas. O preço de quem já reservou não muda.'
      }
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button size="md" variant="subtle" onClick={onClose} aria-disabled={busy || undefined}>
            Voltar
          </Button>
          <Button size="md" loading={busy} disabled={chosen.length === 0} onClick={() => void save()}>
            {chosen.length === 0 ? 'Mudar' : `Mudar ${plural(chosen.length, 'data')}`}
          </Button>
        </>
      }
    >
      <Stack gap={20}>
        {isLoading && !others.error && !preview.error && <Loader aria-label="Conferindo as datas" />}
        {(others.error ?? preview.error) && (
          <Card tone="warning">Não conseguimos conferir as datas. Feche e tente de novo.</Card>
        )}
        {isNoticed && (
          <NoticeFields
            people={people}
            payers={isWhole ? preview.data?.payers : undefined}
            tells={tells}
            onTell={setTells}
            message={message}
            onMessage={setMessage}
            wrong={wrong}
          />
        )}
        <Dates dates={dates} possible={possible} chosen={chosen} onLeave={setKept} />
      </Stack>
    </ModalDialog>
  );
}

interface DatesProps {
  dates: readonly ChangedDate[];
  possible: readonly ChangedDate[];
  chosen: readonly ChangedDate[];
  /** Called with the dates that are left as they are. */
  onLeave: (tripIds: string[]) => void;
}

function Dates({ dates, possible, chosen, onLeave }: DatesProps) {
  const leaveAllBut = (some: readonly ChangedDate[]) =>
    onLeave(possible.filter((date) => !some.includes(date)).map(({ tripId }) => tripId));
  return (
    <div>
      {possible.length > 1 && (
        <Button size="sm" variant="subtle" mb={4} onClick={() => leaveAllBut(chosen.length > 0 ? [] : possible)}>
          {chosen.length > 0 ? 'Desmarcar todas' : 'Marcar todas'}
        </Button>
      )}
      <Rows plain aria-label="Datas" className={styles.dates}>
        {dates.map((date) => (
          <DateRow
            key={date.tripId}
            date={date}
            isChosen={chosen.includes(date)}
            onToggle={() =>
              leaveAllBut(chosen.includes(date) ? chosen.filter((one) => one !== date) : [...chosen, date])
            }
          />
        ))}
      </Rows>
    </div>
  );
}

interface NoticeFieldsProps {
  people: number;
  /** Of all dates; undefined where that is not known. */
  payers: number | undefined;
  tells: boolean;
  onTell: (tells: boolean) => void;
  message: string;
  onMessage: (message: string) => void;
  wrong: string | undefined;
}

function NoticeFields({ people, payers, tells, onTell, message, onMessage, wrong }: NoticeFieldsProps) {
  return (
    <Stack gap="sm">
      <Switch
        size="md"
        label={`Avisar quem reservou (${plural(people, 'pessoa')})`}
        description={noticeText(payers)}
        checked={tells}
        onChange={({ currentTarget }) => onTell(currentTarget.checked)}
      />
      {tells && (
        <Textarea
          label="Recado"
          size="md"
          rows={2}
          maxLength={MAX_NOTICE}
          placeholder="Ex.: A partir de agora voltamos mais tarde."
          value={message}
          error={wrong}
          onChange={({ currentTarget }) => onMessage(currentTarget.value)}
        />
      )}
    </Stack>
  );
}

interface DateRowProps {
  date: ChangedDate;
  isChosen: boolean;
  onToggle: () => void;
}

function DateRow({ date, isChosen, onToggle }: DateRowProps) {
  const id = useId();
  const formats = useFormats();
  const { tripImages, ...others } = date.changes;
  const changes = describeChanges(others, formats, 'trip');
  const isSame = !date.refused && changes.length === 0 && !tripImages;
  return (
    <Row>
      <Group component="label" gap="sm" mih={44} wrap="nowrap">
        <input
          type="checkbox"
          aria-describedby={id}
          checked={isChosen}
          disabled={Boolean(date.refused) || isSame}
          onChange={onToggle}
        />
        <span>{formats.formatWeekdayAndNumericDate(date.date)}</span>
      </Group>
      <Text id={id} variant="hint">
        {date.refused ?? (isSame ? 'Já está assim' : peopleText(date))}
      </Text>
      <ul>
        {tripImages && <li>Fotos: passam a ser as que você vê aqui</li>}
        {changes.map(withoutDay).map(({ field, label, before, after }) => (
          <li key={field}>
            {label}: <del>{before || '(nada)'}</del> <ins>{after || '(nada)'}</ins>
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** Of "20/12/2026, 19:00" and "20/12/2026, 20:30" the times: the day stays. */
function withoutDay<Change extends { before: string; after: string }>(change: Change): Change {
  const [day = ''] = /^\d\d\/\d\d\/\d{4}, /.exec(change.before) ?? [];
  if (!change.after.startsWith(day)) return change;
  return { ...change, before: change.before.slice(day.length), after: change.after.slice(day.length) };
}

/** `payers`: how many are told; undefined where that is not known. */
function noticeText(payers: number | undefined): string {
  const text = 'Cada um recebe um só e-mail, com todas as datas dele';
  return payers === undefined ? text : `${text}: ${plural(payers, 'e-mail', 'e-mails')}`;
}

function peopleText({ people, reservations, waiting }: ChangedDate): string {
  if (people === 0) return waiting > 0 ? `${plural(waiting, 'grupo')} na lista de espera` : 'Ninguém é afetado';
  return `Afeta ${plural(people, 'pessoa')} em ${plural(reservations, 'reserva')}`;
}

function Outcome({ change, onClose }: { change: SeriesChangeState; onClose: () => void }) {
  const { formatWeekdayAndNumericDate } = useFormats();
  const [busy, setBusy] = useState(false);
  const refused = change.dates.filter(({ refused }) => refused);
  return (
    <ModalDialog
      title={plural(changedDates(change).length, 'data mudada', 'datas mudadas')}
      lead={change.payers > 0 ? `${plural(change.payers, 'aviso segue', 'avisos seguem')} por e-mail.` : undefined}
      onClose={() => !busy && onClose()}
      actions={
        <>
          {change.undoableUntil && (
            <Button
              size="md"
              variant="default"
              loading={busy}
              onClick={async () => {
                setBusy(true);
                await undoChange(change);
                onClose();
              }}
            >
              Desfazer
            </Button>
          )}
          <Button size="md" onClick={onClose}>
            Fechar
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        {refused.length > 0 && (
          <Card tone="warning">
            <Stack gap={4}>
              <Text fw={550}>{plural(refused.length, 'data ficou como estava', 'datas ficaram como estavam')}</Text>
              {refused.map(({ tripId, date, refused: why }) => (
                <Text key={tripId}>
                  {formatWeekdayAndNumericDate(date)}: {why}
                </Text>
              ))}
            </Stack>
          </Card>
        )}
        <Text variant="hint">Você pode desfazer por 24 horas: quem foi avisado recebe outro aviso.</Text>
      </Stack>
    </ModalDialog>
  );
}

const changedDates = ({ dates }: SeriesChangeState) =>
  dates.filter(({ refused, changes }) => !refused && Object.keys(changes).length > 0);

/** Undoes a change of many dates, and says what became of it. */
async function undoChange({ seriesId, id }: SeriesChangeState): Promise<void> {
  try {
    const undone = await api.call(seriesRoutes.undo, { params: { seriesId, changeId: id } });
    const kept = undone.dates.filter(({ refused }) => refused).length;
    const text = `Mudança desfeita${kept > 0 ? `, menos em ${plural(kept, 'data que mudou depois', 'datas que mudaram depois')}` : ''}.`;
    showAlert('success', text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Gives the pictures of this date to others, once all are saved. */
export function ShareButton({ queue, onShare }: { queue: PhotoUploadQueue; onShare: (fields: Fields) => void }) {
  const others = useOtherDates(useFormState(({ stored }) => stored));
  const isWaiting = useStore(queue.store, hasUnsavedPhotos);
  const hasPhotos = useStore(queue.store, ({ photos }) => photos.some(({ status }) => status === 'stored'));
  if (others === 0 || !hasPhotos) return null;
  return (
    <Button
      variant="default"
      size="md"
      mt="md"
      leftSection={<IconLibraryPhoto size={20} aria-hidden />}
      disabled={isWaiting}
      onClick={() => onShare({ tripImages: true })}
    >
      Usar em outras datas
    </Button>
  );
}

/** Says on how many dates a change will be made. */
export function DatesNotice({ dates }: ChosenDates) {
  return (
    <Box mb="md">
      <EditingNotice
        icon={<IconCalendarEvent aria-hidden />}
        text={`Mude o que quiser e toque em “Salvar em ${plural(dates.length, 'data')}”: antes de salvar, você confere cada uma.`}
      />
    </Box>
  );
}

/** The latest change of many dates of this trip, as long as it can be undone. */
export function UndoManyDates() {
  const { rebase } = useTripForm();
  const { formatMoment } = useFormats();
  const [busy, setBusy] = useState(false);
  const tripId = useFormState(({ stored }) => stored?.id);
  const seriesId = useFormState(({ stored }) => stored?.seriesId);
  const params = { seriesId: seriesId ?? '' };
  const { data } = useQuery({ ...load(seriesRoutes.list, { params }), enabled: seriesId !== undefined });
  const [latest] = data?.data.filter(({ undoableUntil }) => undoableUntil) ?? [];
  if (!latest || !tripId) return null;
  const dates = plural(changedDates(latest).length, 'data');

  async function undo(change: SeriesChangeState, id: string): Promise<void> {
    const { payers } = change;
    const isSure = await askToConfirm({
      titulo: `Desfazer a mudança em ${dates}?`,
      mensagem: `Tudo volta a ser como antes. ${payers > 0 ? `${plural(payers, 'aviso segue', 'avisos seguem')} por e-mail.` : 'Ninguém é avisado.'}`,
    });
    if (!isSure) return;
    setBusy(true);
    await undoChange(change);
    rebase(await tripCalls.load(id));
    setBusy(false);
  }

  return (
    <Box mb="md">
      <EditingNotice
        icon={<IconArrowBackUp aria-hidden />}
        text={`${latest.by} mudou ${dates} deste passeio em ${formatMoment(latest.createdAt)}.`}
      >
        <Button size="sm" variant="default" loading={busy} onClick={() => void undo(latest, tripId)}>
          Desfazer em todas
        </Button>
      </EditingNotice>
    </Box>
  );
}
