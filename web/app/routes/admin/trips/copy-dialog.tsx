import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import { Button, CloseButton, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { type DateRule, datesOfRule, MAX_TRIP_COPIES, weekdayOf } from '@passeio/contract/trips/date-rule';
import type { TripCopies } from '@passeio/contract/trips/trip-changes';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import type { Trip, TripList } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { z } from '@passeio/contract/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
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
                anchor={departsOn}
                after={departsOn > today ? departsOn : today}
                onRepeat={(days) => choose([...new Set([...dates, ...days])])}
              />
              <Chosen
                tripId={trip.id}
                dates={dates}
                onRemove={(removed) => choose(dates.filter((date) => !removed.includes(date)))}
              />
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
  /** The day from which every second week is counted, and whose weekday is proposed. */
  anchor: string;
  /** The days follow this one. */
  after: string;
  onRepeat: (days: string[]) => void;
}

/** Chooses the days of a rule; what is chosen is shown before anything is made. */
function Repetition({ anchor, after, onRepeat }: RepetitionProps) {
  const [every, setEvery] = useState<DateRule['every']>('week');
  const [weekday, setWeekday] = useState(weekdayOf(anchor));
  const [nth, setNth] = useState(1);
  const [until, setUntil] = useState('');
  const rule: DateRule = { every, weekdays: [weekday], until, ...(every === 'month' && { nth }) };
  const days = until ? datesOfRule(rule, { after, anchor }) : [];
  return (
    <Group component="fieldset" gap="xs" align="end" w="100%">
      <NativeSelect
        label="Repetir"
        size="md"
        flex="1 1 9rem"
        data={repetitions}
        value={every}
        onChange={({ currentTarget }) => setEvery(currentTarget.value as DateRule['every'])}
      />
      {every === 'month' && (
        <NativeSelect
          label="Semana do mês"
          size="md"
          flex="1 1 7rem"
          data={weeksOfMonth}
          value={nth}
          onChange={({ currentTarget }) => setNth(Number(currentTarget.value))}
        />
      )}
      <NativeSelect
        label="Dia"
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

const repetitions = [
  { value: 'week', label: 'toda semana' },
  { value: 'two_weeks', label: 'a cada 2 semanas' },
  { value: 'month', label: 'todo mês' },
];
const weeksOfMonth = [
  { value: '1', label: 'a primeira' },
  { value: '2', label: 'a segunda' },
  { value: '3', label: 'a terceira' },
  { value: '4', label: 'a quarta' },
  { value: '-1', label: 'a última' },
];
const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'];

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

interface ChosenProps {
  tripId: string;
  dates: string[];
  onRemove: (dates: string[]) => void;
}

/** The chosen days, with holidays and what speaks against them. */
function Chosen({ tripId, dates, onRemove }: ChosenProps) {
  const { formatWeekdayAndNumericDate } = formatsIn('UTC');
  const { data } = useQuery({
    ...load(tripEditingRoutes.previewCopies, { params: { id: tripId }, body: { dates } }),
    enabled: dates.length > 0,
    placeholderData: (before) => before,
  });
  if (dates.length === 0) return <Text variant="hint">Nenhum dia escolhido ainda.</Text>;
  const notes = dates.map((date) => {
    const { holiday, conflicts } = data?.dates.find((one) => one.date === date) ?? { holiday: null, conflicts: [] };
    return { date, holiday, conflicts };
  });
  const holidays = notes.filter(({ holiday }) => holiday).map(({ date }) => date);
  const conflicting = notes.filter(({ conflicts }) => conflicts.length > 0).map(({ date }) => date);
  return (
    <>
      <ul className={styles.chosen} aria-label="Dias escolhidos">
        {notes.map(({ date, holiday, conflicts }) => (
          <li key={date} data-warns={holiday || conflicts.length > 0 ? true : undefined}>
            <span>
              {formatWeekdayAndNumericDate(date)}
              {[...(holiday ? [holiday] : []), ...conflicts.map(({ text }) => text)].map((text) => (
                <small key={text}>{text}</small>
              ))}
            </span>
            <CloseButton
              size={40}
              radius="xl"
              onClick={() => onRemove([date])}
              aria-label={`Tirar ${formatWeekdayAndNumericDate(date)}`}
            />
          </li>
        ))}
      </ul>
      <Group gap="xs" w="100%">
        <RemoveMany what="feriado" dates={holidays} onRemove={onRemove} />
        <RemoveMany what="dia com conflito" many="dias com conflito" dates={conflicting} onRemove={onRemove} />
      </Group>
    </>
  );
}

interface RemoveManyProps extends Pick<ChosenProps, 'dates' | 'onRemove'> {
  what: string;
  many?: string;
}

function RemoveMany({ what, many, dates, onRemove }: RemoveManyProps) {
  if (dates.length === 0) return null;
  return (
    <Button size="md" variant="default" onClick={() => onRemove(dates)}>
      Tirar {plural(dates.length, what, many)}
    </Button>
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
