import { Stack } from '@mantine/core';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { useOperatorState } from '~/features/settings/form-context';
import { errorsOf } from '~/ui/editing/versioned-form';
import { type SettingsSection, sectionPath, settingsSections } from './section-list';
import styles from './settings-nav.module.css';

interface SettingsNavProps {
  /** Id of the open section; undefined on the list page. */
  current: string | undefined;
}

/** Navigation of the settings: a page on phones, a sidebar on wide screens. */
export function SettingsNav({ current }: SettingsNavProps) {
  return (
    <nav aria-label="Partes das configurações" className={styles.nav} data-beside={current !== undefined || undefined}>
      <ul className={current === undefined ? styles.framed : undefined}>
        {settingsSections.map((section) => (
          <li key={section.id}>
            <SectionLink section={section} isCurrent={section.id === current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SectionLink({
  section: { id, title, about, fields },
  isCurrent,
}: {
  section: SettingsSection;
  isCurrent: boolean;
}) {
  const errors = useOperatorState((state) => fields.filter((field) => field in errorsOf(state)).length);
  return (
    <Link to={sectionPath(id)} className={styles.way} aria-current={isCurrent ? 'page' : undefined}>
      <Stack component="span" flex={1} gap={0} miw={0}>
        <span className={styles.title}>{title}</span>
        <span className={styles.about}>{about}</span>
      </Stack>
      {errors > 0 && <span className={styles.errors}>{plural(errors, 'campo a corrigir', 'campos a corrigir')}</span>}
    </Link>
  );
}
