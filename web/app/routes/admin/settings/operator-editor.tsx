import { Box, Text } from '@mantine/core';
import {
  type OperatorField,
  type OperatorSettings,
  operatorLabels,
  operatorTable,
} from '@passeio/contract/operator/operator';
import { plural } from '@passeio/contract/words';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Outlet, useNavigate, useParams, useRevalidator } from 'react-router';
import { useStore } from 'zustand';
import { readDraft, useDraft } from '~/features/session/drafts';
import { SETTINGS_PAGE, type SettingsSection, sectionPath, settingsSections } from '~/features/settings/section-list';
import { ConflictDialog, VersionText, versionText } from '~/ui/dialogs/versions-dialog';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import { FormNotices } from '~/ui/editing/notices';
import { SaveBarFrame } from '~/ui/editing/save-bar-frame';
import { useSaveShortcut } from '~/ui/editing/use-save-shortcut';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { draftOf, errorsOf, isDirty, type SaveOutcome } from '~/ui/editing/versioned-form';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import table from '~/ui/layout/data-table.module.css';
import { LinkRow, Rows } from '~/ui/layout/rows';
import { NavLink } from '~/ui/navigation/nav-link';
import { RichText } from '~/ui/text/rich-text';
import styles from './operator-editor.module.css';
import {
  createOperatorForm,
  type OperatorForm,
  OperatorFormContext,
  type OperatorFormValues,
  operatorCalls,
  parseOperatorDraft,
  useOperatorState,
} from './operator-form';

const DRAFT = 'configuracoes';

const draft = { nameOf: () => DRAFT, workOf: draftOf<OperatorSettings, OperatorFormValues> };

interface OperatorEditorProps {
  settings: OperatorSettings;
  ownForms: readonly OwnForm[];
}

/** A section with a form of its own. */
interface OwnForm {
  section: string;
  dirty: boolean;
  form: ReactNode;
}

/** Editor of the operator's settings. All sections are one form; the logo is saved at once. */
export function OperatorEditor({ settings, ownForms }: OperatorEditorProps) {
  const [form] = useState(() => createOperatorForm(settings, operatorCalls, parseOperatorDraft(readDraft(DRAFT))));
  const { section: current } = useParams();
  const element = useRef<HTMLFormElement>(null);
  const dirty = useStore(form.store, isDirty);
  const busy = useStore(form.store, (state) => state.busy);
  const { forget } = useDraft(form.store, draft);
  const isOwn = ownForms.some(({ section }) => section === current);
  useUnsavedWarning(dirty || ownForms.some((own) => own.dirty), 'O que você alterou nas configurações será perdido.', {
    onLeave: forget,
    within: SETTINGS_PAGE,
  });

  const finish = useOutcome(form, element);
  const save = () => void finish(form.save());
  useSaveShortcut(save);

  return (
    <OperatorFormContext value={form}>
      <Box pos="relative">
        <FormNotices form={form} />
        {current && (
          <p className={styles.back}>
            <NavLink to={SETTINGS_PAGE}>Configurações</NavLink>
          </p>
        )}
        <div className={styles.columns} data-open={current}>
          <SettingsNav current={current} />
          {/* No submit button, so that Enter in a field does not save. */}
          <form ref={element} noValidate onSubmit={(event) => event.preventDefault()} hidden={isOwn}>
            <Outlet />
          </form>
          {ownForms.map(({ section, form: own }) => (
            <div key={section} hidden={current !== section}>
              {own}
            </div>
          ))}
        </div>
        {(dirty || (current && !isOwn)) && (
          <SaveBarFrame
            state={stateLabel(dirty, ownForms)}
            dirty={dirty}
            busy={busy}
            onSave={save}
            onDiscard={form.discard}
          />
        )}
      </Box>
      <ConflictDialog
        form={form}
        title="Outra pessoa salvou as configurações"
        labels={operatorLabels}
        textOf={versionOf}
        onChoose={(choices) => void finish(form.applyChoices(choices))}
      />
    </OperatorFormContext>
  );
}

/** Returns the handler of a save's outcome: shows a toast, or goes to the first invalid field. */
function useOutcome(form: OperatorForm, element: RefObject<HTMLFormElement | null>) {
  const { section: current } = useParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const wrongThere = useRef<(field: string) => boolean>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another page has opened
  useEffect(() => {
    if (wrongThere.current) focusFirstInvalid(element.current, wrongThere.current);
    wrongThere.current = undefined;
  }, [current]);

  async function finish(saving: Promise<SaveOutcome>): Promise<void> {
    const outcome = await saving;
    const errors = errorsOf(form.store.getState());
    if (outcome === 'saved') {
      showAlert('success', 'Configurações salvas. O site já mostra as mudanças.');
      void revalidate();
    }
    if (outcome === 'refused') goToFirstWrong((input) => input in errors);
  }

  /** Opens the section of the first invalid field, unless the open one has some too. */
  function goToFirstWrong(isWrong: (field: string) => boolean): void {
    const wrong = settingsSections.filter(({ fields }) => fields.some(isWrong));
    if (!wrong[0] || wrong.some(({ id }) => id === current)) {
      focusFirstInvalid(element.current, isWrong);
      return;
    }
    wrongThere.current = isWrong;
    void navigate(sectionPath(wrong[0].id));
  }

  return finish;
}

/** The content of a field, for reading. */
function versionOf(name: OperatorField, values: OperatorFormValues): ReactNode {
  const value = values[name];
  return operatorTable[name].input === 'html' && value ? (
    <RichText html={value} className={versionText} />
  ) : (
    <VersionText lines={[value]} />
  );
}

function stateLabel(dirty: boolean, ownForms: readonly OwnForm[]): string {
  if (dirty) return 'Há alterações não salvas';
  const unsaved = settingsSections.find(({ id }) => ownForms.some((own) => own.dirty && own.section === id));
  return unsaved ? `Falta salvar “${unsaved.title}”` : 'Tudo salvo';
}

interface SettingsNavProps {
  /** Id of the open section; undefined on the list page. */
  current: string | undefined;
}

/** Navigation of the settings: a page on phones, a sidebar on wide screens. */
function SettingsNav({ current }: SettingsNavProps) {
  return (
    <nav aria-label="Partes das configurações" className={styles.nav} data-beside={current && ''}>
      <Rows plain={current !== undefined}>
        {settingsSections.map((section) => (
          <SectionLink key={section.id} section={section} isCurrent={section.id === current} />
        ))}
        <LinkRow to="/admin/nota-fiscal" className={styles.way}>
          <Text span flex={1} lh={1.35}>
            <strong>Nota fiscal</strong>
            <span className={`${table.detail} ${styles.about}`}>Município, códigos e certificado da NFS-e</span>
          </Text>
        </LinkRow>
      </Rows>
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
    <LinkRow to={sectionPath(id)} className={styles.way} aria-current={isCurrent ? 'page' : undefined}>
      <Text span flex={1} lh={1.35}>
        <strong>{title}</strong>
        <span className={`${table.detail} ${styles.about}`}>{about}</span>
      </Text>
      {errors > 0 && <StatusBadge color="bad">{plural(errors, 'campo a corrigir', 'campos a corrigir')}</StatusBadge>}
    </LinkRow>
  );
}
