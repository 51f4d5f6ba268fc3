import { ActionIcon, Box, Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { agesLabel } from '@passeio/contract/fare-labels';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { extraRulesText } from '@passeio/contract/trips/extra-rules';
import { extraScopes, type TripExtra } from '@passeio/contract/trips/extras';
import { plural, uncapitalised } from '@passeio/contract/words';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { QuantityStepper } from '~/features/reservations/extras/quantity-stepper';
import { boardingOptions } from '~/features/reservations/participants/boarding-choice';
import { givableFares } from '~/features/reservations/participants/party';
import { SellerSelect } from '~/features/sellers/seller-select';
import { may } from '~/features/session/user-store';
import { formatFarePrice, formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import hidden from '~/ui/text/visually-hidden.module.css';
import { AdjustmentFields, DeadlineFields } from '../reservation-tasks/reservation-fields';
import { BookingPrice, type BookingQuote, useBookingQuote } from './booking-price';
import { asksAnything, BookingQuestions } from './booking-questions';
import { BookingRooms } from './booking-rooms';
import styles from './passenger-list.module.css';
import { PersonCombobox } from './person-combobox';
import {
  type BookingForm,
  type BookingPerson,
  type BookingTotals,
  countOf,
  idsOf,
  knownPayer,
  newPayer,
  newPerson,
  partyWarning,
  payerName,
  steppedCount,
  totalsOf,
  useStaffBooking,
  withPayer,
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

interface PricedProps {
  form: BookingForm;
  trip: PassengerTrip;
  quote: BookingQuote;
}

/** Until when the places are held, a discount or a surcharge, and what comes of it. */
function TermsSection({ form, trip, quote, totals }: PricedProps & { totals: BookingTotals }) {
  return (
    <Section id="booking-terms" title="Prazo e valor" className={styles.terms}>
      {!form.values.isBooked && (
        <DeadlineFields form={form} kinds={['usual', 'chosen', 'none']} departsAt={trip.date} />
      )}
      {may('confirm_money') && (
        <>
          <Switch
            label="Confirmar sem sinal"
            description="A vaga já fica garantida, sem prazo"
            size="md"
            {...form.getInputProps('isBooked', { type: 'checkbox' })}
          />
          <Switch
            label="Desconto ou acréscimo"
            size="md"
            {...form.getInputProps('hasAdjustment', { type: 'checkbox' })}
          />
        </>
      )}
      {form.values.hasAdjustment && <AdjustmentFields form={form} />}
      <TextInput
        size="md"
        label="Cupom (opcional)"
        description={
          totals.couponCents > 0 ? `Desconto de ${formatMoney(totals.couponCents)}` : 'O desconto aparece no valor'
        }
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...form.getInputProps('coupon')}
        error={form.errors.coupon ?? quote.coupon}
      />
      {may('see_money') && (
        <SellerSelect
          description="De quem é a comissão"
          nobody="Venda direta"
          {...form.getInputProps('sellerId')}
          value={form.values.sellerId}
        />
      )}
      <BookingPrice totals={totals} isBooked={form.values.isBooked} />
    </Section>
  );
}

const LOSS = 'A reserva ainda não foi feita, e o que você digitou será perdido.';

interface StaffBookingDialogProps {
  trip: PassengerTrip;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Staff's dialog that reserves for a party: who pays, who travels, with which extras, until when and for how much. */
export function StaffBookingDialog({ trip, onClose, onDone }: StaffBookingDialogProps) {
  const { formatWeekdayAndNumericDate, timeZone } = useFormats();
  const firstAdd = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { form, failure, isPending, props, forget } = useStaffBooking(trip, (made) => onDone(doneText(made)));
  const quote = useBookingQuote(form.values, trip);
  const totals = totalsOf(form.values, trip, { now: Date.now(), timeZone, answer: quote.answer });
  const isDirty = form.isDirty();
  useUnsavedWarning(isDirty, LOSS, { onLeave: forget });

  async function close(): Promise<void> {
    if (isDirty && !(await askToConfirm({ titulo: 'Descartar a reserva?', mensagem: LOSS }))) return;
    forget();
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
          <Totals totals={totals} isBooked={form.values.isBooked} />
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <Button type="submit" form={id} size="md" loading={isPending}>
            Reservar
          </Button>
        </Group>
      }
    >
      <form {...props} id={id} className={styles.form} onKeyDown={enterGoesOn}>
        <Grid columns="minmax(0, 1.2fr) minmax(0, 1fr)" from={62} gap={1.75}>
          <PayerSection
            form={form}
            trip={trip}
            onChosen={() => requestAnimationFrame(() => firstAdd.current?.focus())}
          />
          <PartySection form={form} trip={trip} firstAdd={firstAdd} />
          {trip.extras.length > 0 && <ExtrasSection form={form} trip={trip} quote={quote} />}
          {trip.roomTypes.length > 0 && <BookingRooms form={form} trip={trip} />}
          {asksAnything(trip) && (
            <Section id="booking-questions" title="Perguntas">
              <BookingQuestions form={form} trip={trip} />
            </Section>
          )}
          <TermsSection form={form} trip={trip} quote={quote} totals={totals} />
          {failure && (
            <div data-wide>
              <FormNotice>{failure}</FormNotice>
            </div>
          )}
        </Grid>
      </form>
    </ModalDialog>
  );
}

/** What the party takes and costs, while it is being put together. */
function Totals({ totals, isBooked }: { totals: BookingTotals; isBooked: boolean }) {
  const { people, places, extras, discountCents, couponCents } = totals;
  const { pricesCents, adjustmentCents, totalCents, depositCents } = totals;
  const size = [
    plural(people, 'pessoa'),
    places !== people && plural(places, 'vaga'),
    extras > 0 && plural(extras, 'adicional', 'adicionais'),
    discountCents > 0 && `desconto automático de ${formatMoney(discountCents)}`,
    couponCents > 0 && `cupom de ${formatMoney(couponCents)}`,
  ];
  const sum = `${formatMoney(pricesCents)} ${adjustmentCents < 0 ? '−' : '+'} ${formatMoney(Math.abs(adjustmentCents))}`;
  return (
    <p className={styles.totals} role="status">
      <span>
        {size.filter(Boolean).join(' · ')}
        {adjustmentCents !== 0 && ` · ${sum}`}
      </span>
      <span>
        <strong>{formatMoney(totalCents)}</strong>
        {totalCents > 0 && !isBooked && ` · sinal ${formatMoney(depositCents)}`}
      </span>
    </p>
  );
}

function doneText({ code, payer, participants }: ReservationDetails): string {
  return `Reserva ${code} de ${payer.name} feita: ${plural(participants.length, 'pessoa')}.`;
}

// Few reservations have a seller.
const STOPS = ':is(input:not([type="radio"], [data-path="sellerId"]), input:checked, select, [data-go-on])';

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
  form: BookingForm;
  trip: PassengerTrip;
  /** Called when a known payer is chosen, and the party comes next. */
  onChosen: () => void;
}

/** The payer: a known person, or a new one with a name and a telephone. */
function PayerSection({ form, trip, onChosen }: PayerSectionProps) {
  const { values, errors } = form;
  const { payer } = values;
  const isPassenger = payer.kind === 'known' && payer.isPassenger;
  return (
    <Section id="booking-payer" title="Quem paga?">
      {payer.kind === 'search' && (
        <PersonCombobox
          purpose="payer"
          label={may('see_documents') ? 'Nome, CPF ou telefone' : 'Nome ou telefone'}
          // Not the field's name: a search may be left unfinished.
          name="search"
          data-autofocus
          tripId={trip.id}
          taken={idsOf(values)}
          leftSection={<IconSearch size={18} aria-hidden />}
          error={errors.payer}
          typed={payer.typed}
          onType={(typed) => form.setFieldValue('payer', { kind: 'search', typed })}
          onChoose={(candidate) => {
            form.setValues(knownPayer(values, candidate));
            onChosen();
          }}
          onNew={() => form.setValues({ payer: newPayer(payer.typed) })}
        />
      )}
      {payer.kind === 'known' && (
        <Card tone="sunken">
          <Group gap="8px 16px" justify="space-between">
            <Box flex="1 1 8rem" miw={0}>
              <strong>{payer.name}</strong>
              <Text variant="hint">{formatContact(payer.contact)}</Text>
            </Box>
            <ChangePayer form={form} />
          </Group>
          {errors.payer && (
            <Text c="var(--danger)" fz={15} role="alert">
              {errors.payer}
            </Text>
          )}
        </Card>
      )}
      {payer.kind === 'new' && <NewPayer form={form} contact={payer.contact} />}
      {payer.kind !== 'search' && (
        <Switch
          label="Quem paga também viaja"
          description={isPassenger ? 'Já está neste passeio: aqui só paga' : undefined}
          disabled={isPassenger}
          size="md"
          checked={values.payerTravels}
          onChange={(event) => form.setValues(withPayer(values, event.currentTarget.checked))}
        />
      )}
    </Section>
  );
}

function ChangePayer({ form }: { form: BookingForm }) {
  const { values, errors } = form;
  return (
    <Button
      variant="default"
      size="md"
      w="fit-content"
      data-invalid-field={(values.payer.kind === 'known' && Boolean(errors.payer)) || undefined}
      onClick={() => {
        form.setValues({ payer: { kind: 'search', typed: '' }, ...withPayer(values, true) });
        requestAnimationFrame(() => document.querySelector<HTMLElement>('input[name="search"]')?.focus());
      }}
    >
      Trocar
    </Button>
  );
}

/** Appears where the search stood, with the focus in the first field to fill in. */
function NewPayer({ form, contact }: { form: BookingForm; contact: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const inputs = [...(place.current?.querySelectorAll('input') ?? [])];
    inputs.find((input) => input.value === '')?.focus();
  }, []);
  return (
    <Stack ref={place} gap={12}>
      <Grid columns={2} gap={1.25}>
        <TextInput
          label="Nome de quem paga"
          name="payer.name"
          size="md"
          autoComplete="off"
          maxLength={120}
          {...form.getInputProps('payer.name')}
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
          defaultValue={contact}
          error={form.errors['payer.contact']}
          onInput={(event) => form.setFieldValue('payer.contact', event.currentTarget.value)}
        />
      </Grid>
      <ChangePayer form={form} />
    </Stack>
  );
}

/** As the contract allows. */
const MAX_PEOPLE = 60;

interface PartySectionProps {
  form: BookingForm;
  trip: PassengerTrip;
  /** The first of the buttons that add somebody. */
  firstAdd: RefObject<HTMLButtonElement | null>;
}

/** Who travels: one press per person, then the names that are known. */
function PartySection({ form, trip, firstAdd }: PartySectionProps) {
  const { participants } = form.values;
  const fault = form.errors.participants;
  const wrong = fault ?? partyWarning(form.values, trip);
  return (
    <Section id="booking-party" title="Quem vai?">
      <Group component="fieldset" gap={8}>
        <legend className={hidden.hidden}>Incluir uma pessoa</legend>
        {givableFares(trip.fares).map(({ id, label, priceCents, ...ages }, index) => (
          <Button
            key={id}
            title={agesLabel(ages) || undefined}
            ref={index === 0 ? firstAdd : undefined}
            data-go-on={index === 0 || undefined}
            data-invalid-field={(index === 0 && Boolean(fault)) || undefined}
            variant="light"
            size="md"
            px={14}
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={participants.length >= MAX_PEOPLE}
            onClick={() => form.setFieldValue('participants', [...participants, newPerson(id)])}
          >
            {label}
            <Text span ml={10} fw={400}>
              {formatFarePrice(priceCents)}
            </Text>
          </Button>
        ))}
      </Group>
      {participants.length > 0 && (
        <ol className={styles.people}>
          {participants.map((person, index) => (
            <li key={person.key}>
              <PersonRow form={form} trip={trip} person={person} index={index} />
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
      <Boarding form={form} trip={trip} />
    </Section>
  );
}

/** How many of each extra the party takes; for whom is decided on the reservation's page. */
function ExtrasSection({ form, trip, quote }: PricedProps) {
  const wrong = form.errors.extras ?? quote.extras;
  return (
    <Section id="booking-extras" title="Adicionais">
      {trip.extras.map((extra) => {
        const { count, most } = countOf(extra, form.values, trip);
        return (
          <QuantityStepper
            key={extra.id}
            label={extra.label}
            description={extraHint(extra)}
            value={count}
            least={0}
            most={most}
            onChange={(next) => {
              form.setFieldValue(`extras.${extra.id}`, steppedCount(extra, next, count));
              form.clearFieldError('extras');
            }}
          />
        );
      })}
      <div role="alert">
        {wrong && (
          <Text c="var(--danger)" fz={15}>
            {wrong}
          </Text>
        )}
      </div>
    </Section>
  );
}

/** As "R$ 25,00 por pessoa · obrigatório · restam 3". */
function extraHint(extra: TripExtra): string {
  const { priceCents, per, stockLeft } = extra;
  const left =
    stockLeft === null ? undefined : stockLeft <= 0 ? 'esgotado' : stockLeft === 1 ? 'resta 1' : `restam ${stockLeft}`;
  const rules = uncapitalised(extraRulesText(extra));
  return [`${formatFarePrice(priceCents)} ${extraScopes[per].toLowerCase()}`, rules, left].filter(Boolean).join(' · ');
}

interface PersonRowProps {
  form: BookingForm;
  trip: PassengerTrip;
  person: BookingPerson;
  index: number;
}

function PersonRow({ form, trip, person, index }: PersonRowProps) {
  const { payerTravels, participants, boardsApart } = form.values;
  const isPayer = payerTravels && index === 0;
  const path = `participants.${index}` as const;
  const whose = `da ${index + 1}ª pessoa`;
  return (
    <>
      {isPayer ? (
        <strong>{payerName(form.values) || 'Quem paga'}</strong>
      ) : (
        <PersonCombobox
          purpose="traveller"
          aria-label={`Nome ${whose}`}
          name={`${path}.name`}
          placeholder="Nome (opcional)"
          tripId={trip.id}
          taken={idsOf(form.values)}
          error={form.errors[`${path}.name`]}
          description={person.personId === null ? undefined : 'Já é cliente'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          typed={person.name}
          onType={(name) => changePerson(form, index, { name, personId: null })}
          onChoose={({ id, name }) => changePerson(form, index, { name, personId: id })}
        />
      )}
      <NativeSelect
        className={styles.fare}
        aria-label={`Tarifa ${whose}`}
        size="md"
        data={givableFares(trip.fares).map(({ id, label }) => ({ value: id, label }))}
        {...form.getInputProps(`${path}.fareId`)}
        onChange={(event) => changePerson(form, index, { fareId: event.currentTarget.value })}
      />
      {boardsApart && (
        <NativeSelect
          className={styles.apart}
          aria-label={`Embarque ${whose}`}
          size="md"
          data={[{ value: '', label: 'Embarca com todos' }, ...boardingOptions(trip.boardingPoints).slice(1)]}
          {...form.getInputProps(`${path}.boardingPointId`)}
        />
      )}
      {!isPayer && (
        <ActionIcon
          className={styles.remove}
          variant="subtle"
          color="gray"
          size={44}
          radius="xl"
          aria-label={`Tirar a ${index + 1}ª pessoa`}
          // Clears the errors, too: they name people by their number.
          onClick={() => form.setValues({ participants: participants.filter((one) => one !== person) })}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

/** What was wrong with the party is outdated, too. */
function changePerson(form: BookingForm, index: number, part: Partial<BookingPerson>): void {
  for (const [field, value] of Object.entries(part)) form.setFieldValue(`participants.${index}.${field}`, value);
  form.clearFieldError('participants');
}

function Boarding({ form, trip }: Omit<PartySectionProps, 'firstAdd'>) {
  const { participants, boardsApart } = form.values;
  if (trip.boardingPoints.length === 0) return null;
  return (
    <>
      <NativeSelect
        label={boardsApart ? 'Embarque dos outros' : 'Ponto de embarque'}
        name="boardingPointId"
        size="md"
        data={boardingOptions(trip.boardingPoints)}
        {...form.getInputProps('boardingPointId')}
      />
      {participants.length > 1 && trip.boardingPoints.length > 1 && (
        <Switch
          label="Alguém embarca em outro ponto"
          size="md"
          {...form.getInputProps('boardsApart', { type: 'checkbox' })}
        />
      )}
    </>
  );
}
