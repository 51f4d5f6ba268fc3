import { pageMeta } from '~/lib/page-meta';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

/** The list of the pages is drawn by the page around it. */
export default function SettingsIndex() {
  return null;
}
