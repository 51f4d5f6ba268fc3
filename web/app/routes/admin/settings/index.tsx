import { pageMeta } from '~/lib/page-meta';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

/** The parent route renders the list of sections. */
export default function SettingsIndex() {
  return null;
}
