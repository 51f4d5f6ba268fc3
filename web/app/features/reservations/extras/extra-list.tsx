import { Button, Text } from '@mantine/core';
import type { Reservation, ReservationDetails, ReservationLine } from '@passeio/contract/reservations/reservations';
import { extraText } from '@passeio/contract/trips/extras';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoney } from '~/lib/formats';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { Row, Rows } from '~/ui/layout/rows';
import { extraLines, isFixed, ownerOf, takersOf } from './extra-lines';

const AddExtraDialog = lazyDialog(async () => (await import('./add-extra-dialog')).AddExtraDialog);
const RemoveExtraDialog = lazyDialog(async () => (await import('./remove-extra-dialog')).RemoveExtraDialog);

interface ExtraListProps {
  reservation: Reservation;
  /** What a change needs; absent offline. */
  details?: ReservationDetails | undefined;
  forStaff?: boolean;
}

/** Whether a reservation has extras, or could have some. */
export function hasExtras({ reservation, details }: Omit<ExtraListProps, 'forStaff'>): boolean {
  return extraLines(reservation.lines).length > 0 || (details?.trip.extras ?? []).length > 0;
}

/** The extras of a reservation, each of whom it is; adds some while the trip sells them, and takes them out. */
export function ExtraList({ reservation, details, forStaff = false }: ExtraListProps) {
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<ReservationLine>();
  const lines = extraLines(reservation.lines);
  const sold = details?.trip.extras ?? [];
  const offered = details ? sold.filter((extra) => takersOf(extra, details).length > 0) : [];
  // What is no longer sold is no longer taken out either, but by staff.
  const isRemovable = ({ extraId }: ReservationLine) => forStaff || sold.some(({ id }) => id === extraId);
  const isClosed = details !== undefined && lines.length > 0 && !lines.some(isRemovable);
  return (
    <>
      {lines.length > 0 && (
        <Rows plain aria-label="Adicionais">
          {lines.map((line) => (
            <ExtraRow
              key={line.id}
              line={line}
              people={reservation.participants}
              isFixed={details && isFixed(line, details)}
              onRemove={details && isRemovable(line) ? () => setRemoved(line) : undefined}
            />
          ))}
        </Rows>
      )}
      {lines.length === 0 && offered.length > 0 && (
        <Text variant="hint">
          Este passeio oferece:{' '}
          {offered.map(({ label, priceCents }) => `${label} (${formatMoney(priceCents)})`).join(', ')}.
        </Text>
      )}
      {isClosed && (
        <Text variant="hint" mt={4}>
          O prazo para mudar os adicionais passou: fale com a gente.
        </Text>
      )}
      {offered.length > 0 && (
        <Button
          variant="default"
          size="md"
          mt="md"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Adicionar adicional
        </Button>
      )}
      {adding && details && <AddExtraDialog reservation={details} onClose={() => setAdding(false)} />}
      {removed && (
        <RemoveExtraDialog
          reservation={reservation}
          line={removed}
          forStaff={forStaff}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

interface ExtraRowProps {
  line: ReservationLine;
  people: Reservation['participants'];
  /** The trip requires it. */
  isFixed: boolean | undefined;
  onRemove: (() => void) | undefined;
}

function ExtraRow({ line, people, isFixed, onRemove }: ExtraRowProps) {
  const whose = ownerOf(line, people);
  return (
    <Row style={{ flexWrap: 'nowrap' }}>
      <div>
        <Text span fw={600}>
          {extraText(line)}
        </Text>
        <Text variant="hint">
          {whose} · {formatMoney(line.totalCents)}
          {isFixed && ' · obrigatório'}
        </Text>
      </div>
      {onRemove && !isFixed && (
        <Button
          variant="subtle"
          color="red"
          size="md"
          flex="none"
          px={10}
          mr={-10}
          aria-label={`Tirar: ${extraText(line)}, ${whose}`}
          onClick={onRemove}
        >
          Tirar
        </Button>
      )}
    </Row>
  );
}
