import { ActionIcon, Box, Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { agesLabel } from '@passeio/contract/trips/fare-labels';
import { plural } from '@passeio/contract/words';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { boardingOptions } from '~/features/reservations/boarding-choice';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from './passenger-list.module.css';
import { PersonCombobox } from './person-combobox';
import { AdjustmentFields, DeadlineFields } from './reservation-fields';
import {
  type BookingPerson,
  fareField,
  idsOf,
  knownPayer,
  nameField,
  newPayer,
  partyWarning,
  payerName,
  type StaffBooking,
  totalsOf,
  travellersOf,
  useStaffBooking,
} from './staff-booking';

function Section({
  id,
  title,
  ...props
}: {
  id: string;
  title: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Stack component="section" gap={14} aria-labelledby={id} className={props.className}>
      <h3 id={id}>{title}</h3>
      {props.children}
    </Stack>
  );
}

/** Until when the places are held, and a discount or an extra. */
function TermsSection({ booking, trip }: { booking: StaffBooking; trip: PassengerTrip }) {
  const { deadline, isBooked, hasAdjustment, adjustment } = booking.fields;
  return (
    <Section id="booking-terms" title="Prazo e valor" className={styles.terms}>
      {!isBooked && (
        <DeadlineFields
          kinds={['usual', 'chosen', 'none']}
          value={deadline}
          onChange={(changed) => booking.change({ deadline: changed }, 'deadline.day', 'deadline.time')}
          errors={booking.errors}
          departsAt={trip.date}
        />
      )}
      <Switch
        label="Confirmar sem sinal"
        description="A vaga já fica garantida, sem prazo"
        size="md"
        checked={isBooked}
        onChange={(event) => booking.change({ isBooked: event.currentTarget.checked }, 'deadline.day', 'deadline.time')}
      />
      <Switch
        label="Desconto ou acréscimo"
        size="md"
        checked={hasAdjustment}
        onChange={(event) => booking.change({ hasAdjustment: event.currentTarget.checked }, ...adjustmentFields)}
      />
      {hasAdjustment && (
        <AdjustmentFields
          value={adjustment}
          onChange={(changed) => booking.change({ adjustment: changed }, ...adjustmentFields)}
          errors={booking.errors}
        />
      )}
    </Section>
  );
}

const adjustmentFields = ['adjustment.amount', 'adjustment.reason'];

const LOSS = 'A reserva ainda não foi feita, e o que você digitou será perdido.';

interface StaffBookingDialogProps {
  trip: PassengerTrip;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Staff's dialog that reserves for a party: who pays, who travels, until when and for how much. */
export function StaffBookingDialog({ trip, onClose, onDone }: StaffBookingDialogProps) {
  const { formatWeekdayAndNumericDate } = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const firstAdd = useRef<HTMLButtonElement>(null);
  const id = useId();
  const booking = useStaffBooking({ trip, form, onDone: (reservation) => onDone(doneText(reservation)) });
  useUnsavedWarning(booking.dirty, LOSS, { onLeave: booking.forget });

  async function close(): Promise<void> {
    if (booking.dirty && !(await askToConfirm({ titulo: 'Descartar a reserva?', mensagem: LOSS }))) return;
    booking.forget();
    onClose();
  }

  return (
    <ModalDialog
      wide
      title="Nova reserva"
      lead={`${trip.title} · ${formatWeekdayAndNumericDate(trip.date)} · ${formatPlacesLeft(trip.placesLeft)}`}
      onClose={close}
      actions={
        <Group flex={1} gap={12} className={styles.footer}>
          <Totals booking={booking} trip={trip} />
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <Button type="submit" form={id} size="md" loading={booking.busy}>
            Reservar
          </Button>
        </Group>
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
          booking.submit();
        }}
      >
        <Grid columns="minmax(0, 1.2fr) minmax(0, 1fr)" from={62} gap={1.75}>
          <PayerSection
            booking={booking}
            trip={trip}
            onChosen={() => requestAnimationFrame(() => firstAdd.current?.focus())}
          />
          <PartySection booking={booking} trip={trip} firstAdd={firstAdd} />
          <TermsSection booking={booking} trip={trip} />
          {booking.errors.form && (
            <div data-wide>
              <FormNotice>{booking.errors.form}</FormNotice>
            </div>
          )}
        </Grid>
      </form>
    </ModalDialog>
  );
}

/** What the party takes and costs, while it is being put together. */
function Totals({ booking, trip }: { booking: StaffBooking; trip: PassengerTrip }) {
  const { people, places, faresCents, adjustmentCents, totalCents, depositCents } = totalsOf(booking.fields, trip);
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
        {totalCents > 0 && !booking.fields.isBooked && ` · sinal ${formatMoney(depositCents)}`}
      </span>
    </p>
  );
}

function doneText({ code, payer, participants }: ReservationDetails): string {
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

interface PayerSectionProps {
  booking: StaffBooking;
  trip: PassengerTrip;
  /** Called when a known payer is chosen, and the party comes next. */
  onChosen: () => void;
}

/** The payer: a known person, or a new one with a name and a telephone. */
export function PayerSection({ booking, trip, onChosen }: PayerSectionProps) {
  const { payer, payerTravels } = booking.fields;
  const isPassenger = payer.kind === 'known' && payer.isPassenger;
  const outdated = ['payer', 'payer.name', 'payer.contact'];
  return (
    <Section id="booking-payer" title="Quem paga?">
      {payer.kind === 'search' && (
        <PersonCombobox
          purpose="payer"
          label="Nome, CPF ou telefone"
          name="payer"
          data-autofocus
          tripId={trip.id}
          taken={idsOf(booking.fields)}
          leftSection={<IconSearch size={18} aria-hidden />}
          error={booking.errors.payer}
          typed={payer.typed}
          onType={(typed) => booking.change({ payer: { kind: 'search', typed } }, 'payer')}
          onChoose={(candidate) => {
            booking.change(knownPayer(candidate), ...outdated);
            onChosen();
          }}
          onNew={() => booking.change({ payer: newPayer(payer.typed) }, ...outdated)}
        />
      )}
      {payer.kind === 'known' && (
        <Card tone="sunken">
          <Group gap="8px 16px" justify="space-between">
            <Box flex="1 1 8rem" miw={0}>
              <strong>{payer.name}</strong>
              <Text variant="hint">{formatContact(payer.contact)}</Text>
            </Box>
            <ChangePayer booking={booking} />
          </Group>
          {booking.errors.payer && (
            <Text c="var(--danger)" fz={15} role="alert">
              {booking.errors.payer}
            </Text>
          )}
        </Card>
      )}
      {payer.kind === 'new' && <NewPayer booking={booking} />}
      {payer.kind !== 'search' && (
        <Switch
          label="Quem paga também viaja"
          description={isPassenger ? 'Já está neste passeio: aqui só paga' : undefined}
          disabled={isPassenger}
          size="md"
          checked={payerTravels}
          onChange={(event) => booking.change({ payerTravels: event.currentTarget.checked }, 'people')}
        />
      )}
    </Section>
  );
}

function ChangePayer({ booking }: { booking: StaffBooking }) {
  return (
    <Button
      variant="default"
      size="md"
      w="fit-content"
      data-field="payer"
      onClick={() => {
        booking.change(
          { payer: { kind: 'search', typed: '' }, payerTravels: true },
          'payer',
          'payer.name',
          'payer.contact',
        );
        requestAnimationFrame(() => document.querySelector<HTMLElement>('input[name="payer"]')?.focus());
      }}
    >
      Trocar
    </Button>
  );
}

/** Appears where the search stood, with the focus in the first field to fill in. */
function NewPayer({ booking }: { booking: StaffBooking }) {
  const { payer } = booking.fields;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const inputs = [...(place.current?.querySelectorAll('input') ?? [])];
    inputs.find((input) => input.value === '')?.focus();
  }, []);
  if (payer.kind !== 'new') return null;
  return (
    <Stack ref={place} gap={12}>
      <Grid columns={2} gap={1.25}>
        <TextInput
          label="Nome de quem paga"
          name="payer.name"
          size="md"
          autoComplete="off"
          maxLength={120}
          value={payer.name}
          error={booking.errors['payer.name']}
          onChange={(event) => booking.change({ payer: { ...payer, name: event.currentTarget.value } }, 'payer.name')}
        />
        <MaskedInput
          mask={phoneMask}
          label="Telefone com DDD"
          name="payer.contact"
          size="md"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="(00) 00000-0000"
          defaultValue={payer.contact}
          error={booking.errors['payer.contact'] ?? booking.errors.payer}
          onInput={(event) =>
            booking.change({ payer: { ...payer, contact: event.currentTarget.value } }, 'payer.contact', 'payer')
          }
        />
      </Grid>
      <ChangePayer booking={booking} />
    </Stack>
  );
}

/** As the contract allows. */
const MAX_PEOPLE = 60;

interface PartySectionProps {
  booking: StaffBooking;
  trip: PassengerTrip;
  /** The first of the buttons that add somebody. */
  firstAdd: RefObject<HTMLButtonElement | null>;
}

/** Who travels: one press per person, then the names that are known. */
export function PartySection({ booking, trip, firstAdd }: PartySectionProps) {
  const travellers = travellersOf(booking.fields);
  const wrong = booking.errors.people ?? partyWarning(booking.fields, trip);
  return (
    <Section id="booking-party" title="Quem vai?">
      <Group component="fieldset" gap={8}>
        <legend className={hidden.hidden}>Incluir uma pessoa</legend>
        {trip.fares.map(({ id, label, priceCents, ...ages }, index) => (
          <Button
            key={id}
            title={agesLabel(ages) || undefined}
            ref={index === 0 ? firstAdd : undefined}
            data-go-on={index === 0 || undefined}
            data-field={index === 0 ? 'people' : undefined}
            variant="light"
            size="md"
            px={14}
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={travellers.length >= MAX_PEOPLE}
            onClick={() => booking.addPerson(id)}
          >
            {label}
            <Text span ml={10} fw={400}>
              {priceCents > 0 ? formatMoney(priceCents) : 'grátis'}
            </Text>
          </Button>
        ))}
      </Group>
      {travellers.length > 0 && (
        <ol className={styles.people}>
          {travellers.map((person, index) => (
            <li key={person.key}>
              <PersonRow booking={booking} trip={trip} person={person} number={index + 1} />
            </li>
          ))}
        </ol>
      )}
      <div role="alert">
        {wrong && (
          <Text c="var(--danger)" fz={15}>
            {wrong}
          </Text>
        )}
      </div>
      <Boarding booking={booking} trip={trip} several={travellers.length > 1} />
    </Section>
  );
}

interface PersonRowProps {
  booking: StaffBooking;
  trip: PassengerTrip;
  person: BookingPerson;
  number: number;
}

function PersonRow({ booking, trip, person, number }: PersonRowProps) {
  const { people, boardsApart } = booking.fields;
  const { key, fareId, boardingPointId } = person;
  const isPayer = key === people[0]?.key;
  const whose = `da ${number}ª pessoa`;
  return (
    <>
      {isPayer ? (
        <strong>{payerName(booking.fields) || 'Quem paga'}</strong>
      ) : (
        <PersonName booking={booking} trip={trip} person={person} whose={whose} />
      )}
      <NativeSelect
        className={styles.fare}
        aria-label={`Tarifa ${whose}`}
        name={fareField(key)}
        error={booking.errors[fareField(key)]}
        size="md"
        data={trip.fares.map(({ id, label }) => ({ value: id, label }))}
        value={fareId}
        onChange={(event) => booking.changePerson(key, { fareId: event.currentTarget.value })}
      />
      {boardsApart && (
        <NativeSelect
          className={styles.apart}
          aria-label={`Embarque ${whose}`}
          size="md"
          data={[{ value: '', label: 'Embarca com todos' }, ...boardingOptions(trip.boardingPoints).slice(1)]}
          value={boardingPointId ?? ''}
          onChange={(event) => booking.changePerson(key, { boardingPointId: event.currentTarget.value || null })}
        />
      )}
      {!isPayer && (
        <ActionIcon
          className={styles.remove}
          variant="subtle"
          color="gray"
          size={44}
          radius="xl"
          aria-label={`Tirar a ${number}ª pessoa`}
          onClick={() => booking.removePerson(key)}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

function PersonName({ booking, trip, person, whose }: Omit<PersonRowProps, 'number'> & { whose: string }) {
  const { key, name, personId } = person;
  return (
    <PersonCombobox
      purpose="traveller"
      aria-label={`Nome ${whose}`}
      name={nameField(key)}
      placeholder="Nome (opcional)"
      tripId={trip.id}
      taken={idsOf(booking.fields)}
      error={booking.errors[nameField(key)]}
      description={personId === null ? undefined : 'Já é cliente'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      typed={name}
      onType={(typed) => booking.changePerson(key, { name: typed, personId: null })}
      onChoose={(candidate) => booking.changePerson(key, { name: candidate.name, personId: candidate.id })}
    />
  );
}

function Boarding({ booking, trip, several }: Omit<PartySectionProps, 'firstAdd'> & { several: boolean }) {
  const { boardingPointId, boardsApart } = booking.fields;
  if (trip.boardingPoints.length === 0) return null;
  return (
    <>
      <NativeSelect
        label={boardsApart ? 'Embarque dos outros' : 'Ponto de embarque'}
        name="boardingPointId"
        size="md"
        data={boardingOptions(trip.boardingPoints)}
        value={boardingPointId}
        error={booking.errors.boardingPointId}
        onChange={(event) => booking.change({ boardingPointId: event.currentTarget.value }, 'boardingPointId')}
      />
      {several && trip.boardingPoints.length > 1 && (
        <Switch
          label="Alguém embarca em outro ponto"
          size="md"
          checked={boardsApart}
          onChange={(event) => booking.change({ boardsApart: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
