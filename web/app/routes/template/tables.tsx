import { pageMeta } from '~/lib/page-meta';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import { ChoiceFilter, ListPages, SearchField } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import { Section } from '~/ui/layout/section';

export const meta = pageMeta('Tabelas');
export const handle = { title: 'Tabelas' };

const rows: { name: string; detail: string; color: StatusColor; status: string; places: string; price: string }[] = [
  {
    name: 'Serra e cachoeira',
    detail: 'sáb., 8 de mai., 06:00',
    color: 'good',
    status: 'Saída garantida',
    places: '21 de 28',
    price: 'R$ 189,00',
  },
  {
    name: 'Fim de semana na praia, com um nome comprido que não cabe em uma linha só',
    detail: 'sex., 14 de mai., 21:00',
    color: 'waiting',
    status: 'Últimas vagas',
    places: '43 de 46',
    price: 'R$ 749,00',
  },
  {
    name: 'Cidade histórica',
    detail: 'dom., 30 de mai., 05:30',
    color: 'quiet',
    status: 'Rascunho',
    places: '0 de 46',
    price: 'R$ 219,00',
  },
];

export default function Tables() {
  return (
    <Section
      title="Lista com busca, filtro e páginas"
      lead="Tudo fica no endereço. No celular, cada linha vira um cartão."
    >
      <search className={toolStyles.tools}>
        <SearchField label="Buscar exemplo" />
        <ChoiceFilter
          name="periodo"
          label="Período"
          choices={[
            { value: '', label: 'Próximas saídas' },
            { value: 'todos', label: 'Todas as saídas' },
          ]}
        />
      </search>
      <DataTable caption="Exemplos" columns={['Passeio', 'Situação', 'Vagas', { label: 'Preço', number: true }]}>
        {rows.map(({ name, detail, color, status, places, price }) => (
          <tr key={name}>
            <th scope="row">
              <span className={tableStyles.name}>{name}</span>
              <span className={tableStyles.detail}>{detail}</span>
            </th>
            <td data-label="Situação">
              <StatusBadge color={color}>{status}</StatusBadge>
            </td>
            <td data-label="Vagas" className={tableStyles.figures}>
              {places}
            </td>
            <td data-label="Preço" className={tableStyles.number}>
              {price}
            </td>
          </tr>
        ))}
      </DataTable>
      <ListPages page={{ number: 2, size: 3, total: 14 }} one="passeio" many="passeios" />
    </Section>
  );
}
