import { Button, Switch } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { plural } from '@passeio/contract/words';
import { type KeyboardEvent, useId, useRef } from 'react';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { AdjustmentFields } from '../actions/adjustment-fields';
import { DeadlineFields } from '../actions/deadline-fields';
import styles from './counter.module.css';
import { totalsOf } from './parse-counter';
import { PartySection } from './party-section';
import { PayerSection } from './payer-section';
import { type Counter, useCounter } from './use-counter';

/** Until when the places are held, and a discount or an extra. */
function TermsSection({ counter, trip }: { counter: Counter; trip: PassengerTrip }) {
  const { deadline, isBooked, hasAdjustment, adjustment } = counter.fields;
  return (
    <section className={styles.section} aria-labelledby="counter-terms">
      <h3 id="counter-terms">Prazo e valor</h3>
      {!isBooked && (
        <DeadlineFields
          kinds={['usual', 'chosen', 'none']}
          value={deadline}
          onChange={(changed) => counter.change({ deadline: changed }, 'deadline.day', 'deadline.time')}
          errors={counter.errors}
          departsAt={trip.date}
        />
      )}
      <Switch
        label="Confirmar sem sinal"
        description="A vaga já fica garantida, sem prazo"
        size="md"
        checked={isBooked}
        onChange={(event) => counter.change({ isBooked: event.currentTarget.checked }, 'deadline.day', 'deadline.time')}
      />
      <Switch
        label="Desconto ou acréscimo"
        size="md"
        checked={hasAdjustment}
        onChange={(event) => counter.change({ hasAdjustment: event.currentTarget.checked }, ...adjustmentFields)}
      />
      {hasAdjustment && (
        <AdjustmentFields
          value={adjustment}
          onChange={(changed) => counter.change({ adjustment: changed }, ...adjustmentFields)}
          errors={counter.errors}
        />
      )}
    </section>
  );
}

const adjustmentFields = ['adjustment.amount', 'adjustment.reason'];

const LOSS = 'A reserva ainda não foi feita, e o que você digitou será perdido.';

interface CounterDialogProps {
  trip: PassengerTrip;
  onClose: () => void;
  onDone: (sentence: string) => void;
  /** The list is known to be newer than the page. */
  onChanged: () => void;
}

/** Staff's dialog that reserves for a party: who pays, who travels, until when and for how much. */
export function CounterDialog({ trip, onClose, onDone, onChanged }: CounterDialogProps) {
  const { formatWeekdayAndNumericDate } = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const firstAdd = useRef<HTMLButtonElement>(null);
  const id = useId();
  const counter = useCounter({ trip, form, onChanged, onDone: (reservation) => onDone(doneWords(reservation)) });
  useUnsavedWarning(counter.dirty, LOSS, { onLeave: counter.forget });

  async function close(): Promise<void> {
    if (counter.dirty && !(await askToConfirm({ titulo: 'Descartar a reserva?', mensagem: LOSS }))) return;
    counter.forget();
    onClose();
  }

  return (
    <ModalDialog
      wide
      title="Nova reserva"
      lead={`${trip.title} · ${formatWeekdayAndNumericDate(trip.date)} · ${formatPlacesLeft(trip.placesLeft)}`}
      onClose={close}
      actions={
        <div className={styles.footer}>
          <Totals counter={counter} trip={trip} />
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <Button type="submit" form={id} size="md" loading={counter.busy}>
            Reservar
          </Button>
        </div>
      }
    >
      <form
        id={id}
        ref={form}
        noValidate
        className={styles.form}
        onKeyDown={enterGoesOn}
        onSubmit={(event) => {
          event.preventDefault();
          counter.submit();
        }}
      >
        <PayerSection
          counter={counter}
          trip={trip}
          onSettled={() => requestAnimationFrame(() => firstAdd.current?.focus())}
        />
        <PartySection counter={counter} trip={trip} firstAdd={firstAdd} />
        <TermsSection counter={counter} trip={trip} />
        {counter.errors.form && <FormNotice>{counter.errors.form}</FormNotice>}
      </form>
    </ModalDialog>
  );
}

/** What the party takes and costs, while it is being put together. */
function Totals({ counter, trip }: { counter: Counter; trip: PassengerTrip }) {
  const { people, places, faresCents, adjustmentCents, totalCents, depositCents } = totalsOf(counter.fields, trip);
  const size = [plural(people, 'pessoa'), places !== people && plural(places, 'vaga')];
  const sum = `${formatMoney(faresCents)} ${adjustmentCents < 0 ? '−' : '+'} ${formatMoney(Math.abs(adjustmentCents))}`;
  return (
    <p className={styles.totals} role="status">
      <span>
        {size.filter(Boolean).join(' · ')}
        {adjustmentCents !== 0 && ` · ${sum}`}
      </span>
      <span>
        <strong>{formatMoney(totalCents)}</strong>
        {totalCents > 0 && !counter.fields.isBooked && ` · sinal ${formatMoney(depositCents)}`}
      </span>
    </p>
  );
}

function doneWords({ code, payer, participants }: ReservationDetails): string {
  return `Reserva ${code} de ${payer.name} feita: ${plural(participants.length, 'pessoa')}.`;
}

const STOPS = ':is(input:not([type="radio"]), input:checked, select, [data-go-on])';

/**
 * Enter goes on to the next field of the form, and from the last one to the button that submits; it never submits by
 * itself. Ctrl+Enter submits from everywhere.
 */
function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (event.key !== 'Enter' || !isField || event.defaultPrevented || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) form.requestSubmit();
  else nextStop(form, target)?.focus();
}

function nextStop(form: HTMLFormElement, from: HTMLElement): HTMLElement | undefined {
  const isAfter = (stop: HTMLElement) => from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
  const buttons = [...form.elements].filter((element) => element instanceof HTMLButtonElement);
  return (
    [...form.querySelectorAll<HTMLElement>(STOPS)].find((stop) => isAfter(stop) && stop.checkVisibility()) ??
    buttons.find(({ type }) => type === 'submit')
  );
}
