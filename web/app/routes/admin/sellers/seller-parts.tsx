import { Button, Stack, Text, TextInput } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import { reservationStates } from '@passeio/contract/reservation-states';
import { sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import { allotmentChange, type SellerDetails, sellerWays } from '@passeio/contract/sellers/sellers';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { z } from '@passeio/contract/zod';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { instantOf, localOf } from '~/lib/zoned-time';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { DayInput } from '~/ui/inputs/day-input';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { TitledCard } from '~/ui/layout/titled-card';
import { DepartureSelect } from '../reservation-tasks/departure-select';

type Allotment = SellerDetails['allotments'][number];

/** Places of departures that are set aside for a seller. */
export function AllotmentsPart({ seller }: { seller: SellerDetails }) {
  const { formatWeekdayAndNumericDate, formatMoment } = useFormats();
  const [edited, setEdited] = useState<{ allotment?: Allotment }>();
  return (
    <TitledCard title="Vagas guardadas">
      <Stack gap={12}>
        {seller.allotments.length === 0 ? (
          <Text c="dimmed">
            Nenhuma. As vagas guardadas saem da venda até a data que você escolher, e depois voltam.
          </Text>
        ) : (
          <Rows plain>
            {seller.allotments.map((allotment) => (
              <Row key={allotment.tripId}>
                <div>
                  <Link to={tripPaths.passengers(allotment.tripId)}>{allotment.title}</Link>
                  <Text variant="hint">
                    {formatWeekdayAndNumericDate(allotment.date)} · {allotment.left} de{' '}
                    {plural(allotment.places, 'vaga livre', 'vagas livres')}, até {formatMoment(allotment.until)}
                  </Text>
                </div>
                {may('edit_trips') && (
                  <Button
                    size="md"
                    variant="default"
                    aria-label={`Mudar as vagas guardadas em ${allotment.title}`}
                    onClick={() => setEdited({ allotment })}
                  >
                    Mudar
                  </Button>
                )}
              </Row>
            ))}
          </Rows>
        )}
        {may('edit_trips') && seller.isActive && (
          <Button size="md" variant="default" w="fit-content" onClick={() => setEdited({})}>
            Guardar vagas
          </Button>
        )}
      </Stack>
      {edited && <AllotmentDialog seller={seller} {...edited} onClose={() => setEdited(undefined)} />}
    </TitledCard>
  );
}

interface AllotmentDialogProps {
  seller: SellerDetails;
  /** The one that is changed. */
  allotment?: Allotment;
  onClose: () => void;
}

const namedChange = allotmentChange.extend({ tripId: z.string('Escolha a saída.') });

/** Sets places of a departure aside until the end of a day, or none any more. */
function AllotmentDialog({ seller, allotment, onClose }: AllotmentDialogProps) {
  const { timeZone, today } = useFormats();
  return (
    <FormDialog
      title={allotment ? `Vagas em ${allotment.title}` : `Guardar vagas para ${seller.name}`}
      lead={allotment ? 'Com 0, as vagas voltam para a venda agora.' : undefined}
      submit="Salvar"
      initial={{
        trip: undefined as Trip | undefined,
        places: allotment ? String(allotment.places) : '',
        day: allotment ? localOf(allotment.until, timeZone).slice(0, 10) : '',
      }}
      schema={namedChange}
      toBody={({ trip, places, day }) => ({
        tripId: allotment?.tripId ?? trip?.id,
        places: /^\d+$/.test(places.trim()) ? Number(places) : undefined,
        until: day ? instantOf(`${day}T23:59`, timeZone) : null,
      })}
      fields={(name) => ({ tripId: 'trip', until: 'day' })[name] ?? name}
      save={({ tripId, ...body }) =>
        api.call(sellerRoutes.setAside, { params: { sellerId: seller.id, tripId }, body, toast: false })
      }
      onSaved={() => {
        showAlert('success', 'Vagas guardadas atualizadas.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {!allotment && (
            <DepartureSelect
              label="Saída"
              roomForList
              value={form.values.trip}
              error={form.errors.trip}
              onChange={(trip) => form.setFieldValue('trip', trip)}
            />
          )}
          <TextInput
            size="md"
            label="Quantas vagas"
            inputMode="numeric"
            maxLength={4}
            data-autofocus={allotment !== undefined || undefined}
            {...form.getInputProps('places')}
          />
          <DayInput
            label="Guardar até"
            description="Esse dia incluído. Sem data, até a saída"
            field="day"
            min={today}
            today={today}
            value={form.values.day}
            error={form.errors.day}
            onChange={(day) => form.setFieldValue('day', day)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The last reservations of a seller. */
export function SalesPart({ seller: { sales } }: { seller: SellerDetails }) {
  const { formatShortDate } = useFormats();
  const states: Readonly<Record<string, { label: string }>> = reservationStates;
  const ways: Readonly<Record<string, string>> = sellerWays;
  return (
    <TitledCard title="Vendas">
      {sales.length === 0 ? (
        <Text c="dimmed">Nenhuma venda ainda.</Text>
      ) : (
        <DataTable
          caption="Vendas"
          columns={[
            'Reserva',
            'Passeio',
            'Situação',
            'Regra',
            { label: 'Recebido', number: true },
            { label: 'Comissão', number: true },
          ]}
        >
          {sales.map((sale) => (
            <tr key={sale.id}>
              <th scope="row">
                <Link to={reservationPagePath(sale.id)}>{sale.payerName}</Link>
                <Text c="dimmed" fz={13}>
                  {sale.code} · {plural(sale.people, 'pessoa')}
                  {sale.isOwn && ' · compra própria'}
                </Text>
              </th>
              <td data-label="Passeio">
                <div>
                  {sale.trip.title}
                  <Text c="dimmed" fz={13}>
                    {formatShortDate(sale.trip.date)}
                  </Text>
                </div>
              </td>
              <td data-label="Situação">
                <div>
                  {states[sale.state]?.label ?? 'Atualize a página'}
                  <Text c="dimmed" fz={13}>
                    {ways[sale.way] ?? ''}
                  </Text>
                </div>
              </td>
              <td data-label="Regra">{sale.rule || 'Sem comissão'}</td>
              <td data-label="Recebido" className={tableStyles.number}>
                {formatMoney(sale.receivedCents)}
              </td>
              <td data-label="Comissão" className={tableStyles.number}>
                <div>
                  {formatMoney(sale.commissionCents)}
                  {sale.fullCents !== sale.commissionCents && (
                    <Text c="dimmed" fz={13}>
                      de {formatMoney(sale.fullCents)}
                    </Text>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </TitledCard>
  );
}
