import type { OperatorField, OperatorSettings } from '@passeio/contract/operator';
import { type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useStore } from 'zustand';
import { keptWork } from '~/features/session/kept-work';
import { useKeptWork } from '~/features/session/use-kept-work';
import { OperatorFormContext, useOperatorForm, useOperatorState } from '~/features/settings/form-context';
import { operatorCalls } from '~/features/settings/operator-calls';
import {
  createOperatorForm,
  isDirty,
  type KeptOperator,
  type OperatorFormState,
  readKept,
  type SaveOutcome,
} from '~/features/settings/operator-form';
import { showAlert } from '~/ui/alert';
import { focusFirstWrong } from '~/ui/editing/focus-first-wrong';
import { DiscardedNotice, Notices, RecoveredNotice } from '~/ui/editing/notices';
import { SaveBarFrame } from '~/ui/editing/save-bar-frame';
import { useSaveKey } from '~/ui/editing/use-save-key';
import { useUnsavedCare } from '~/ui/use-unsaved-care';
import { BrandSection } from './brand-section';
import { ConflictDialog } from './conflict-dialog';
import styles from './operator-editor.module.css';
import { SectionNav } from './section-nav';
import { CompanySection, ContactSection, PaymentSection, TextsSection } from './sections';

const KEPT = 'configuracoes';

const keeping = {
  nameOf: () => KEPT,
  workOf: (state: OperatorFormState): KeptOperator | undefined =>
    isDirty(state) ? { stored: state.stored, fields: state.fields } : undefined,
};

interface OperatorEditorProps {
  settings: OperatorSettings;
  /** The rest of the page has something of its own that is not saved. */
  elsewhereDirty: boolean;
  /** The rest of the page, between the fields and the bar that saves. */
  children: ReactNode;
}

/** What the operator tells about itself. Fields are saved together; the logo is saved as it is chosen. */
export function OperatorEditor({ settings, elsewhereDirty, children }: OperatorEditorProps) {
  const [form] = useState(() => createOperatorForm(settings, operatorCalls, readKept(keptWork(KEPT))));
  const { revalidate } = useRevalidator();
  const element = useRef<HTMLFormElement>(null);
  const dirty = useStore(form.store, isDirty);
  const busy = useStore(form.store, (state) => state.busy);
  const hasConflict = useStore(form.store, ({ conflict }) => conflict !== null);
  const { forget } = useKeptWork(form.store, keeping);
  useUnsavedCare(dirty || elsewhereDirty, 'O que você alterou nas configurações será perdido.', forget);

  async function finish(saving: Promise<SaveOutcome>): Promise<void> {
    const outcome = await saving;
    const { errors } = form.store.getState();
    if (outcome === 'saved') {
      showAlert('success', 'Configurações salvas. O site já mostra as mudanças.');
      void revalidate();
    }
    if (outcome === 'refused') focusFirstWrong(element.current, (input) => Boolean(errors[input as OperatorField]));
  }

  const save = () => void finish(form.save());
  useSaveKey(save);

  return (
    <OperatorFormContext value={form}>
      <div className={styles.page}>
        <OperatorNotices />
        <SectionNav />
        {/* Enter in a field is no wish to save: there is no button of type submit. */}
        <form ref={element} noValidate onSubmit={(event) => event.preventDefault()}>
          <BrandSection />
          <CompanySection />
          <ContactSection />
          <PaymentSection />
          <TextsSection />
        </form>
        {children}
        <SaveBarFrame
          state={stateInWords(dirty, elsewhereDirty)}
          dirty={dirty}
          busy={busy}
          onSave={save}
          onDiscard={form.discard}
        />
      </div>
      {hasConflict && <ConflictDialog onSettle={(choices) => void finish(form.settle(choices))} />}
    </OperatorFormContext>
  );
}

/** What the person should know before anything is typed. */
function OperatorNotices() {
  const { noticeRecovery, discard, takeBack } = useOperatorForm();
  const recovered = useOperatorState((state) => state.recovered);
  const canTakeBack = useOperatorState((state) => state.discarded !== null);
  return (
    <Notices>
      {recovered && <RecoveredNotice onKeep={noticeRecovery} onDiscard={discard} />}
      {canTakeBack && <DiscardedNotice onTakeBack={takeBack} />}
    </Notices>
  );
}

function stateInWords(dirty: boolean, elsewhereDirty: boolean): string {
  if (dirty) return 'Há alterações não salvas';
  return elsewhereDirty ? 'Falta salvar “Acesso e segurança”' : 'Tudo salvo';
}
