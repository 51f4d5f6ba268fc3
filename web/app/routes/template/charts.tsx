import { Plot } from '~/features/overview/plot';
import { formatDayAndMonth, formatWeekdayAndDay } from '~/lib/calendar';
import { pageMeta } from '~/lib/page-meta';
import { Section, SectionCard } from '~/ui/layout/section';

export const meta = pageMeta('Gráficos');
export const handle = { title: 'Gráficos' };

const points = [3, 5, 0, 8, 12, 4, 6].map((value, index) => {
  const date = `2027-05-0${index + 1}`;
  return {
    short: formatDayAndMonth(date),
    name: formatWeekdayAndDay(date),
    value,
    to: '/template/ui-elements/graficos',
  };
});

export default function Charts() {
  return (
    <Section title="Barras" lead="Poucas marcas, valor ao tocar. A tabela diz o mesmo, com links.">
      <SectionCard>
        <Plot
          summary="Exemplo: 38 reservas em 7 dias, no máximo 12 em um dia."
          points={points}
          format={String}
          columns={['Dia', 'Reservas']}
        />
      </SectionCard>
    </Section>
  );
}
