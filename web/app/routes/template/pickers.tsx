import { Box, Group } from '@mantine/core';
import { useState } from 'react';
import { pageMeta } from '~/lib/page-meta';
import { DayInput } from '~/ui/inputs/day-input';
import { MoveButtons, Sortable, SortableItem } from '~/ui/inputs/sortable';
import { moved } from '~/ui/inputs/sortable-order';
import { TimeInput } from '~/ui/inputs/time-input';
import { Grid } from '~/ui/layout/grid';
import { Rows } from '~/ui/layout/rows';
import { Section, SectionCard } from '~/ui/layout/section';

export const meta = pageMeta('Seletores');
export const handle = { title: 'Seletores' };

export default function Pickers() {
  return (
    <>
      <Section title="Data e hora" lead="Digite como quiser, ou escolha no calendário.">
        <SectionCard>
          <Moment />
        </SectionCard>
      </Section>
      <Section title="Ordem" lead="Arraste, use as setas do teclado ou os botões.">
        <SectionCard>
          <Order />
        </SectionCard>
      </Section>
    </>
  );
}

function Moment() {
  const [day, setDay] = useState('2027-05-08');
  const [time, setTime] = useState('06:00');
  return (
    <Grid columns={2} gap={1.25}>
      <DayInput
        field="day"
        label="Dia da saída"
        description="Sem o ano, é o próximo"
        today="2027-01-01"
        value={day}
        onChange={setDay}
      />
      <TimeInput label="Hora" description="Como em 6h, 6:30 ou 0630" value={time} onChange={setTime} />
    </Grid>
  );
}

function Order() {
  const [places, setPlaces] = useState(['Rodoviária', 'Praça da matriz', 'Trevo']);
  const move = (from: number, to: number) => setPlaces(moved(places, from, to));
  return (
    <Sortable keys={places} nameOf={(place) => place} onMove={move}>
      <Rows component="ol" plain>
        {places.map((place, index) => (
          <SortableItem key={place} id={place} handleLabel={`Mover ${place}`}>
            {(handle) => (
              <Group gap="xs" wrap="nowrap" py={4}>
                {handle}
                <Box flex={1}>{place}</Box>
                <MoveButtons index={index} count={places.length} name={place} onMove={move} />
              </Group>
            )}
          </SortableItem>
        ))}
      </Rows>
    </Sortable>
  );
}
