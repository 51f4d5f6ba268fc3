import { useState } from 'react';
import { loadSettings } from '~/features/settings/access-settings';
import { loadOperator } from '~/features/settings/operator-calls';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/settings';
import { AccessSection } from './access-section';
import { OperatorEditor } from './operator-editor';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [operator, { access }] = await Promise.all([loadOperator(signal), loadSettings(signal)]);
  return { operator, access };
}

/** The open page knows better than a second look would. */
export const shouldRevalidate = () => false;

/** What the operator decides, a page per subject; what is typed on one is kept while another is open. */
export default function Settings({ loaderData: { operator, access } }: Route.ComponentProps) {
  const [accessDirty, setAccessDirty] = useState(false);
  return (
    <OperatorEditor
      settings={operator}
      accessDirty={accessDirty}
      access={<AccessSection access={access} onDirty={setAccessDirty} />}
    />
  );
}
