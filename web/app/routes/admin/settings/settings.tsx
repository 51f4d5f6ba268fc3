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

/** No revalidation: the form's state is newer. */
export const shouldRevalidate = () => false;

/** The settings; one form for all sections, so that switching sections loses nothing. */
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
