import { Outlet } from 'react-router';
import { pageMeta } from '~/lib/page-meta';
import { PageTabs } from '~/ui/navigation/page-tabs';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Vendedores');
export const handle = { title: 'Vendedores' };

const tabs = [
  { to: '/admin/vendedores', label: 'Vendedores' },
  { to: '/admin/vendedores/extratos', label: 'Extratos' },
  { to: '/admin/vendedores/regras', label: 'Regras' },
];

/** People who sell for the operator, their statements, and the rules of their commission. */
export default function Sellers() {
  return (
    <>
      <PageTabs label="Partes de Vendedores" tabs={tabs} />
      <Outlet />
    </>
  );
}
