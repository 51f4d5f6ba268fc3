import { loadSettings } from '~/features/settings/access-settings';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/configuracoes';
import { AccessSection } from './access-section';

export { AreaError as ErrorBoundary } from '../area/area-error';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadSettings(request.signal);
}

/** What the operator decides, one section per subject. */
export default function Configuracoes({ loaderData: { access } }: Route.ComponentProps) {
  return <AccessSection access={access} />;
}
