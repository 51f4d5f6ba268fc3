import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import { Button, CloseButton, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { MAX_TRIP_COPIES, type TripCopies } from '@passeio/contract/trips/trip-changes';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import type { Trip, TripList } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { z } from '@passeio/contract/zod';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { formatsIn, useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import styles from './copy-dialog.module.css';

interface CopyDialogProps {
  trip: Trip;
  onClose: () => void;
}

const TOO_MANY = `Escolha no máximo ${MAX_TRIP_COPIES} dias de cada vez.`;
const schema = z.object({
  dates: z.array(z.string()).min(1, 'Escolha pelo menos um dia no calendário.'),
  isSameTrip: z.boolean(),
});

/** Copies a trip to the chosen days. */
export function CopyDialog({ trip, onClose }: CopyDialogProps) {
  const { formatTime, formatIsoDate, today } = useFormats();
  const departsOn = formatIsoDate(trip.date);
  return (
    <FormDialog
      title="Duplicar passeio"
      lead={`${trip.title}, com saída às ${formatTime(trip.date)}. Escolha os dias das novas saídas.`}
      submit={({ dates }) => (dates.length > 1 ? `Criar ${dates.length} cópias` : 'Criar cópia')}
      initial={{ dates: [] as string[], isSameTrip: true }}
      schema={schema}
      save={({ dates, isSameTrip }) => copy(trip.id, { dates, ...(!isSameTrip && { isAnotherTrip: true }) })}
      onSaved={({ data }) => {
        showAlert('success', copiedText(data.length));
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => {
        const { dates } = form.values;
        const [refusal] = Object.values(form.errors);
        const choose = (chosen: string[]) => {
          if (chosen.length > MAX_TRIP_COPIES) form.setFieldError('dates', TOO_MANY);
          else form.setFieldValue('dates', chosen.toSorted());
        };
        return (
          <>
            {refusal && <FormNotice>{refusal}</FormNotice>}
            <Stack align="center">
              <DatePicker
                type="multiple"
                value={dates}
                onChange={choose}
                minDate={today}
                defaultDate={departsOn > today ? departsOn : today}
                locale="pt-br"
                firstDayOfWeek={0}
                highlightToday
                weekdayFormat="ddd"
                hideOutsideDates
                fullWidth
                size="md"
                className={styles.calendar}
                ariaLabels={labels}
              />
              <Repetition
                after={departsOn > today ? departsOn : today}
                weekday={weekdayOf(departsOn)}
                onRepeat={(days) => choose([...new Set([...dates, ...days])])}
              />
              <Chosen dates={dates} onRemove={(date) => choose(dates.filter((other) => other !== date))} />
            </Stack>
            <Switch
              size="md"
              label="É o mesmo passeio em outra data"
              description="No site, um mostra as datas e as avaliações do outro"
              {...form.getInputProps('isSameTrip', { type: 'checkbox' })}
            />
            <Text variant="hint">As cópias nascem fora do ar, com os mesmos horários, valores e fotos.</Text>
          </>
        );
      }}
    </FormDialog>
  );
}

interface RepetitionProps {
  /** The days follow this one. */
  after: string;
  weekday: number;
  onRepeat: (days: string[]) => void;
}

/** Chooses one weekday of every week until a day; what is chosen is shown before anything is made. */
function Repetition({ after, weekday: usual, onRepeat }: RepetitionProps) {
  const [weekday, setWeekday] = useState(usual);
  const [until, setUntil] = useState('');
  const days = until ? everyWeek(after, weekday, until) : [];
  return (
    <Group component="fieldset" gap="xs" align="end" w="100%">
      <NativeSelect
        label="Repetir"
        size="md"
        flex="1 1 9rem"
        data={weekdays.map((name, index) => ({ value: String(index), label: name }))}
        value={weekday}
        onChange={({ currentTarget }) => setWeekday(Number(currentTarget.value))}
      />
      <TextInput
        type="date"
        label="até"
        size="md"
        flex="1 1 9rem"
        min={after}
        max="2099-12-31"
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <Button size="md" variant="default" flex="1 1 9rem" disabled={days.length === 0} onClick={() => onRepeat(days)}>
        {days.length === 0 ? 'Marcar os dias' : `Marcar ${plural(days.length, 'dia')}`}
      </Button>
    </Group>
  );
}

const weekdays = [
  'todo domingo',
  'toda segunda-feira',
  'toda terça-feira',
  'toda quarta-feira',
  'toda quinta-feira',
  'toda sexta-feira',
  'todo sábado',
];
const DAY_MS = 86_400_000;

/** Weekday of a calendar date, 0 on Sundays. */
function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}

/** The days of a weekday after one calendar date until another one, of which one more than may be chosen. */
function everyWeek(after: string, weekday: number, until: string): string[] {
  const days: string[] = [];
  const first = Date.parse(after) + (((weekday - weekdayOf(after) + 6) % 7) + 1) * DAY_MS;
  for (let at = first; at <= Date.parse(until) && days.length <= MAX_TRIP_COPIES; at += 7 * DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** Copies, after a question also where a vehicle is on another trip then. */
async function copy(id: string, body: TripCopies): Promise<TripList> {
  try {
    return await api.call(tripEditingRoutes.copy, { params: { id }, body, toast: false });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VEHICLE_ON_OTHER_TRIP' || body.acceptsOverlap) throw error;
    const wanted = await askToConfirm({ titulo: 'Usar o veículo nos dois passeios?', mensagem: error.message });
    if (!wanted) throw error;
    return copy(id, { ...body, acceptsOverlap: true });
  }
}

function Chosen({ dates, onRemove }: { dates: string[]; onRemove: (date: string) => void }) {
  const { formatWeekdayAndNumericDate } = formatsIn('UTC');
  if (dates.length === 0) return <Text variant="hint">Nenhum dia escolhido ainda.</Text>;
  return (
    <ul className={styles.chosen} aria-label="Dias escolhidos">
      {dates.map((date) => (
        <li key={date}>
          {formatWeekdayAndNumericDate(date)}
          <CloseButton
            size={40}
            radius="xl"
            onClick={() => onRemove(date)}
            aria-label={`Tirar ${formatWeekdayAndNumericDate(date)}`}
          />
        </li>
      ))}
    </ul>
  );
}

function copiedText(copies: number): string {
  return copies === 1
    ? 'Cópia criada, fora do ar. Confira e publique quando quiser.'
    : `${copies} cópias criadas, fora do ar. Confira e publique quando quiser.`;
}

const labels = {
  nextMonth: 'Próximo mês',
  previousMonth: 'Mês anterior',
  nextYear: 'Próximo ano',
  previousYear: 'Ano anterior',
  nextDecade: 'Próxima década',
  previousDecade: 'Década anterior',
};
