import { Button, Group, Loader, NativeSelect, TextInput } from '@mantine/core';
import { MAX_SHARE_WITH } from '@passeio/contract/reservations/rooms';
import type { TripWaitingList, WaitingPerson } from '@passeio/contract/reservations/waiting-list';
import { waitingListAddition } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { type RoomShare, roomShares } from '@passeio/contract/room-rules';
import { MAX_ROOM_PLACES } from '@passeio/contract/trips/room-types';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import { z } from '@passeio/contract/zod';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QuantityStepper } from '~/features/reservations/extras/quantity-stepper';
import { boardingOptions } from '~/features/reservations/participants/boarding-choice';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { explainFailure } from '~/lib/explain-failure';
import { formatFarePrice, formatPlacesLeft } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FormOf } from '~/ui/editing/use-schema-form';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { Card } from '~/ui/layout/card';
import { PersonCombobox } from '../passengers/person-combobox';

const schema = z.object({
  ...waitingListAddition.shape,
  personId: z.uuid('Informe quem quer ir.').optional(),
});

const startValues = {
  typed: '',
  /** Undefined while somebody is looked for. */
  known: undefined as { id: string; name: string; contact: string } | undefined,
  isNew: false,
  name: '',
  contact: '',
  counts: {} as Record<string, number>,
  boardingPointId: '',
  share: '' as RoomShare | '',
  sharers: 1,
  shareWith: '',
};
type Values = typeof startValues;

const fieldNames: Record<string, string> = {
  ...{ personId: 'typed', PERSON_NOT_FOUND: 'typed', ALREADY_WAITING: 'typed', ALREADY_PASSENGER: 'typed' },
  ...{ 'person.name': 'name', 'person.contact': 'contact', PERSON_KNOWN: 'contact' },
  ...{ party: 'party', LAP_WITHOUT_ADULT: 'party', EMPTY_PARTY: 'party', FARE_UNKNOWN: 'party' },
  ...{
    PARTY_ABOVE_CAPACITY: 'party',
    TRIP_HAS_PLACES: 'party',
    ROOM_WITHOUT_ADULT: 'party',
    BOARDING_POINT_UNKNOWN: 'boardingPointId',
  },
};

interface WaitingDialogProps {
  trip: TripWaitingList['trip'];
  onClose: () => void;
  onDone: (added: WaitingPerson) => void;
}

/** Puts somebody who called on the waiting list: a known person or a new one, and how many want to go. */
export function WaitingDialog({ trip, onClose, onDone }: WaitingDialogProps) {
  const loaded = useQuery(load(tripRoutes.read, { params: { id: trip.id } }));
  const fares = loaded.data?.fares.filter(({ audience }) => audience === 'public') ?? [];
  const shared = loaded.data?.roomTypes.find(({ places }) => places > 1);
  return (
    <FormDialog
      title="Incluir na lista de espera"
      lead={`${trip.title} · ${formatPlacesLeft(trip.placesLeft)}`}
      submit="Incluir na lista"
      disabled={!loaded.data}
      initial={startValues}
      schema={schema}
      toBody={({ known, isNew, name, contact, counts, boardingPointId, share, sharers, shareWith }) => ({
        ...(isNew ? { person: { name, contact } } : { personId: known?.id ?? '' }),
        party: Object.entries(counts).flatMap(([fareId, count]) => (count > 0 ? [{ fareId, count }] : [])),
        boardingPointId: boardingPointId || null,
        ...(share &&
          shared && {
            rooms: [{ roomTypeId: shared.id, people: sharers, share, ...(shareWith && { shareWith }) }],
          }),
      })}
      fields={fieldNames}
      save={(body) => api.call(waitingListRoutes.add, { params: { tripId: trip.id }, body, toast: false })}
      onSaved={onDone}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Who form={form} tripId={trip.id} />
          {loaded.isPending && <Loader size="sm" aria-label="Carregando..." />}
          {fares.map(({ id, label, priceCents }) => (
            <QuantityStepper
              key={id}
              label={label}
              description={formatFarePrice(priceCents)}
              value={form.values.counts[id] ?? 0}
              least={0}
              most={trip.capacity}
              onChange={(count) => {
                form.setFieldValue(`counts.${id}`, count);
                form.clearFieldError('party');
              }}
            />
          ))}
          {shared && <HowTheySleep form={form} />}
          {form.errors.party && <FormNotice>{form.errors.party}</FormNotice>}
          {loaded.data && loaded.data.boardingPoints.length > 0 && (
            <NativeSelect
              label="Ponto de embarque"
              size="md"
              data={boardingOptions(loaded.data.boardingPoints)}
              {...form.getInputProps('boardingPointId')}
            />
          )}
          {loaded.error && <FormNotice>{explainFailure(loaded.error)}</FormNotice>}
        </>
      )}
    </FormDialog>
  );
}

/** On a trip with rooms: whether all of them sleep in private ones, or some share. */
function HowTheySleep({ form }: { form: FormOf<Values> }) {
  const { counts, share, sharers } = form.values;
  const people = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <NativeSelect
        label="Quartos"
        size="md"
        data={[{ value: '', label: 'Só para o grupo' }, ...shareOptions]}
        {...form.getInputProps('share')}
      />
      {share && people > 1 && (
        <QuantityStepper
          label="Quantas pessoas dividem"
          value={sharers}
          least={1}
          most={Math.min(people, MAX_ROOM_PLACES)}
          onChange={(count) => form.setFieldValue('sharers', count)}
        />
      )}
      {share && (
        <TextInput
          label="Com quem (opcional)"
          size="md"
          autoComplete="off"
          maxLength={MAX_SHARE_WITH}
          {...form.getInputProps('shareWith')}
        />
      )}
    </>
  );
}

const shareOptions = Object.entries(roomShares).map(([value, label]) => ({
  value,
  label: `Dividir: ${label.toLocaleLowerCase('pt-BR')}`,
}));

function Who({ form, tripId }: { form: FormOf<Values>; tripId: string }) {
  const { typed, known, isNew } = form.values;
  if (known) {
    return (
      <Card tone="sunken">
        <Group justify="space-between" gap="8px 16px">
          <span>
            <strong>{known.name}</strong> · {formatContact(known.contact)}
          </span>
          <Button variant="default" size="md" onClick={() => form.setValues({ known: undefined, typed: '' })}>
            Trocar
          </Button>
        </Group>
        {form.errors.typed && <FormNotice>{form.errors.typed}</FormNotice>}
      </Card>
    );
  }
  if (!isNew) {
    return (
      <PersonCombobox
        purpose="payer"
        label="Quem quer ir?"
        description={may('see_documents') ? 'Busque por nome, CPF ou telefone' : 'Busque por nome ou telefone'}
        data-autofocus
        tripId={tripId}
        taken={[]}
        leftSection={<IconSearch size={18} aria-hidden />}
        error={form.errors.typed}
        typed={typed}
        onType={(text) => form.setFieldValue('typed', text)}
        onChoose={({ id, name, contact }) => form.setValues({ known: { id, name, contact } })}
        onNew={() => {
          const isNumber = /\d/.test(typed);
          form.setValues({ isNew: true, name: isNumber ? '' : typed.trim(), contact: isNumber ? typed.trim() : '' });
        }}
      />
    );
  }
  return (
    <>
      <TextInput
        label="Nome"
        size="md"
        autoComplete="off"
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <MaskedInput
        mask={phoneMask}
        label="Telefone com DDD"
        size="md"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="(00) 00000-0000"
        defaultValue={form.values.contact}
        error={form.errors.contact}
        onInput={(event) => form.setFieldValue('contact', event.currentTarget.value)}
      />
      <Button
        variant="subtle"
        size="md"
        w="fit-content"
        onClick={() => form.setValues({ isNew: false, typed: '', name: '', contact: '' })}
      >
        Buscar entre os clientes
      </Button>
    </>
  );
}
