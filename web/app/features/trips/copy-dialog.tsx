import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import { Button, CloseButton, Stack, Switch, Text } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { MAX_TRIP_COPIES, type TripCopies } from '@passeio/contract/trips/trip-changes';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { useState } from 'react';
import { ApiError } from '~/lib/api';
import { formatTime, formatWeekdayAndNumericDate } from '~/lib/formats';
import { localOf } from '~/lib/zoned-time';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { answered, api } from '../session/api';
import styles from './copy-dialog.module.css';

interface CopyDialogProps {
  trip: Trip;
  timeZone: string;
  onClose: () => void;
  onCopied: () => void;
}

/** Copies a trip to the chosen days. */
export function CopyDialog({ trip, timeZone, onClose, onCopied }: CopyDialogProps) {
  const { dates, choose, isSameTrip, setSameTrip, busy, refusal, submit } = useCopies(trip, onCopied);
  const today = localOf(new Date().toISOString(), timeZone).slice(0, 10);
  return (
    <ModalDialog
      title="Duplicar passeio"
      lead={`${trip.title}, com saída às ${formatTime(trip.date, timeZone)}. Escolha os dias das novas saídas.`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" size="md" onClick={onClose}>
            Cancelar
          </Button>
          <Button size="md" loading={busy} onClick={submit}>
            {dates.length > 1 ? `Criar ${dates.length} cópias` : 'Criar cópia'}
          </Button>
        </>
      }
    >
      {refusal && <FormNotice>{refusal}</FormNotice>}
      <Stack align="center">
        <DatePicker
          type="multiple"
          value={dates}
          onChange={choose}
          minDate={today}
          defaultDate={trip.date.slice(0, 10) > today ? trip.date.slice(0, 10) : today}
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
        <Chosen dates={dates} onRemove={(date) => choose(dates.filter((other) => other !== date))} />
      </Stack>
      <Switch
        mt="md"
        size="md"
        checked={isSameTrip}
        onChange={(event) => setSameTrip(event.currentTarget.checked)}
        label="É o mesmo passeio em outra data"
        description="No site, um mostra as datas e as avaliações do outro"
      />
      <Text variant="hint" mt="md">
        As cópias nascem fora do ar, com os mesmos horários, valores e fotos.
      </Text>
    </ModalDialog>
  );
}

function Chosen({ dates, onRemove }: { dates: string[]; onRemove: (date: string) => void }) {
  if (dates.length === 0) return <Text variant="hint">Nenhum dia escolhido ainda.</Text>;
  return (
    <ul className={styles.chosen} aria-label="Dias escolhidos">
      {dates.map((date) => (
        <li key={date}>
          {formatWeekdayAndNumericDate(date, 'UTC')}
          <CloseButton
            size={40}
            radius="xl"
            onClick={() => onRemove(date)}
            aria-label={`Tirar ${formatWeekdayAndNumericDate(date, 'UTC')}`}
          />
        </li>
      ))}
    </ul>
  );
}

function useCopies(trip: Trip, onCopied: () => void) {
  const [dates, setDates] = useState<string[]>([]);
  const [isSameTrip, setSameTrip] = useState(true);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');

  function choose(chosen: string[]): void {
    setRefusal(chosen.length > MAX_TRIP_COPIES ? `Escolha no máximo ${MAX_TRIP_COPIES} dias de cada vez.` : '');
    if (chosen.length > MAX_TRIP_COPIES) return;
    setDates(chosen.toSorted());
  }

  async function submit(): Promise<void> {
    if (busy) return;
    await copy({ dates, ...(!isSameTrip && { isAnotherTrip: true }) });
  }

  async function copy(body: TripCopies): Promise<void> {
    if (dates.length === 0) return setRefusal('Escolha pelo menos um dia no calendário.');
    setBusy(true);
    try {
      const { data } = await answered(api.call(tripEditingRoutes.copy, { params: { id: trip.id }, body }));
      showAlert('success', copiedInWords(data.length));
      onCopied();
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      setRefusal(error.message);
      if (error.code !== 'VEHICLE_ON_OTHER_TRIP' || body.acceptsOverlap) return;
      const wanted = await askToConfirm({ titulo: 'Usar o veículo nos dois passeios?', mensagem: error.message });
      if (wanted) await copy({ ...body, acceptsOverlap: true });
    } finally {
      setBusy(false);
    }
  }

  return { dates, choose, isSameTrip, setSameTrip, busy, refusal, submit };
}

function copiedInWords(copies: number): string {
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
