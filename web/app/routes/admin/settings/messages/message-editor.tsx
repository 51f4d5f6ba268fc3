import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { emailTemplates } from '@passeio/contract/messages/email-templates';
import {
  exampleValues,
  fillFields,
  fillParagraphs,
  MAX_TEMPLATE_SUBJECT,
  MAX_TEMPLATE_TEXT,
  type MessageTemplate,
  type Wording,
} from '@passeio/contract/messages/message-templates';
import { IconHistory } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ConflictDialog, versionText } from '~/ui/dialogs/versions-dialog';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import { FormActions } from '~/ui/editing/form-actions';
import { EditingNotice } from '~/ui/editing/notices';
import { errorsOf, isDirty, type SaveOutcome } from '~/ui/editing/versioned-form';
import { showAlert } from '~/ui/feedback/alert';
import { whenReleased } from '~/ui/feedback/when-released';
import { Section } from '~/ui/layout/section';
import { BrandMark } from '~/ui/media/brand-mark';
import { NavLink } from '~/ui/navigation/nav-link';
import { MESSAGES, sectionPath } from '../section-list';
import type { WordingForm, WordingForms } from '../wording-forms';
import fieldButtonsStyles from './field-buttons.module.css';
import styles from './message-editor.module.css';
import { Badges } from './message-list';
import messagePreviewStyles from './message-preview.module.css';

interface MessageEditorProps {
  messageKey: string;
  template: MessageTemplate;
  forms: WordingForms;
}

/** A message's wording with its fields, and beside it what it looks like. */
export function MessageEditor({ messageKey, template, forms }: MessageEditorProps) {
  const form = forms.formOf(messageKey);
  const element = useRef<HTMLFormElement>(null);
  const finish = useOutcome(form, element);
  return (
    <Section fields id={MESSAGES} title={template.label} lead={template.sentWhen}>
      <Group justify="space-between" gap="xs">
        <NavLink to={sectionPath(MESSAGES)}>Todas as mensagens</NavLink>
        <Badges messageKey={messageKey} forms={forms} />
      </Group>
      <Discarded form={form} />
      <div className={styles.editor}>
        <WordingInputs element={element} template={template} form={form} onSave={() => void finish(form.save())}>
          <ResetButton messageKey={messageKey} form={form} forms={forms} />
        </WordingInputs>
      </div>
      <ConflictDialog
        form={form}
        title="Outra pessoa salvou esta mensagem"
        labels={labels}
        words={(name, written) => <p className={`${versionText} ${styles.version}`}>{written[name]}</p>}
        onSettle={(choices) => void finish(form.settle(choices))}
      />
    </Section>
  );
}

const labels: Record<keyof Wording, string> = { subject: 'Assunto', text: 'Texto' };

/** Returns the handler of a save's outcome: shows a toast, or goes to the first invalid field. */
function useOutcome(form: WordingForm, element: { current: HTMLFormElement | null }) {
  return async (saving: Promise<SaveOutcome>): Promise<void> => {
    const outcome = await saving;
    if (outcome === 'saved') showAlert('success', 'Mensagem salva. As próximas já saem com este texto.');
    const errors = errorsOf(form.store.getState());
    if (outcome === 'refused') focusFirstInvalid(element.current, (input) => input in errors);
  };
}

interface WordingInputsProps {
  element: { current: HTMLFormElement | null };
  template: MessageTemplate;
  form: WordingForm;
  onSave: () => void;
  /** Additional buttons. */
  children: ReactNode;
}

function WordingInputs({ element, template, form, onSave, children }: WordingInputsProps) {
  const state = useStore(form.store);
  const [last, setLast] = useState<keyof Wording>('text');
  const errors = errorsOf(state);
  useEffect(() => cursorToEnd(element.current), [element]);
  const isEmail = template.channel === 'email';
  const propsOf = (name: keyof Wording) => ({
    name,
    label: labels[name],
    size: 'md',
    value: state.fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
    // The sentence moves what is below it, and a press on a button there goes on.
    onBlur: () => whenReleased(() => form.check(name)),
    onFocus: () => setLast(name),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSave();
  }
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.written}>
        {isEmail && (
          <TextInput
            {...propsOf('subject')}
            description="O nome da sua empresa entra no fim, sozinho"
            autoComplete="off"
            maxLength={MAX_TEMPLATE_SUBJECT}
          />
        )}
        <Textarea
          {...propsOf('text')}
          description="Uma linha em branco começa outro parágrafo"
          autosize
          minRows={5}
          maxRows={20}
          maxLength={MAX_TEMPLATE_TEXT}
        />
        <Group gap="sm">
          <FormActions save="Salvar mensagem" dirty={isDirty(state)} busy={state.busy} onUndo={form.discard} />
          {children}
        </Group>
      </div>
      <MessagePreview template={template} wording={state.fields} />
      <FieldButtons template={template} form={element} into={isEmail ? last : 'text'} />
    </form>
  );
}

/** So that fields go to the end of what nobody has clicked into. */
function cursorToEnd(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []) {
    input.setSelectionRange(input.value.length, input.value.length);
  }
}

/** Brings the default back at once; what was written can be taken back from the notice. */
function ResetButton({ messageKey, form, forms }: Omit<MessageEditorProps, 'template'> & { form: WordingForm }) {
  const isOwn = useStore(form.store, ({ stored }) => stored.version > 0);
  const busy = useStore(form.store, (state) => state.busy);
  const { mutate } = useMutation({
    mutationFn: () => forms.reset(messageKey),
    onSuccess: () => showAlert('success', 'O texto original está de volta.'),
  });
  if (!isOwn) return null;
  async function reset(): Promise<void> {
    const sure = await askToConfirm({
      titulo: 'Voltar ao texto original?',
      mensagem: 'As próximas mensagens saem com o texto original. Depois, você ainda pode recuperar o de agora.',
    });
    if (sure) mutate();
  }
  return (
    <Button type="button" size="md" px="sm" variant="subtle" disabled={busy} onClick={() => void reset()}>
      Voltar ao texto original
    </Button>
  );
}

function Discarded({ form }: { form: WordingForm }) {
  const canTakeBack = useStore(form.store, (state) => state.discarded !== null);
  return (
    <div role="status" className={styles.status}>
      {canTakeBack && (
        <EditingNotice icon={<IconHistory aria-hidden />} text="O que você tinha escrito ainda está aqui.">
          <Button size="sm" variant="default" onClick={form.takeBack}>
            Recuperar o texto
          </Button>
        </EditingNotice>
      )}
    </div>
  );
}

interface FieldButtonsProps {
  template: MessageTemplate;
  form: { current: HTMLFormElement | null };
  /** The input where the cursor was last. */
  into: keyof Wording;
}

/** The fields of a message; each goes to where the cursor was. */
function FieldButtons({ template: { channel, fields }, form, into }: FieldButtonsProps) {
  function insert(name: string): void {
    // A sentence does not fit a subject.
    const input = form.current?.elements.namedItem(fields[name]?.onlyInText ? 'text' : into);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    input.focus();
    input.setRangeText(`{${name}}`, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return (
    <fieldset className={fieldButtonsStyles.fields}>
      <legend>Campos</legend>
      <p className={fieldButtonsStyles.hint}>
        Cada um dá lugar ao dado da reserva. Toque para pôr onde está o cursor
        {channel === 'email' ? '; as frases, só no texto.' : '.'}
      </p>
      <ul>
        {Object.entries(fields).map(([name, { label, example }]) => (
          <li key={name}>
            <button type="button" className={fieldButtonsStyles.field} onClick={() => insert(name)}>
              <code>{`{${name}}`}</code> <span>{label}</span>{' '}
              <span className={fieldButtonsStyles.hint}>Ex.: {example}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface MessagePreviewProps {
  template: MessageTemplate;
  wording: Wording;
}

/** What becomes of a wording, with the examples of its fields. */
function MessagePreview({ template, wording }: MessagePreviewProps) {
  const email = Object.values(emailTemplates).find((one) => one === template);
  const values = exampleValues(template);
  const paragraphs = fillParagraphs(wording.text, values);
  return (
    <section aria-labelledby="previa" className={messagePreviewStyles.preview}>
      <h3 id="previa" className={messagePreviewStyles.title}>
        Prévia, com dados de exemplo
      </h3>
      {email ? (
        <EmailPreview {...email.around} subject={fillFields(wording.subject, values)} paragraphs={paragraphs} />
      ) : (
        <p className={messagePreviewStyles.bubble}>{paragraphs.join('\n\n')}</p>
      )}
    </section>
  );
}

interface EmailPreviewProps {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  box?: string;
  button: string;
}

function EmailPreview({ subject, heading, paragraphs, box, button }: EmailPreviewProps) {
  const brand = useSettings();
  return (
    <div className={messagePreviewStyles.mail}>
      <p className={messagePreviewStyles.subject}>
        <span className={messagePreviewStyles.quiet}>Assunto: </span>
        {`${subject} – ${brand.name}`}
      </p>
      <div className={messagePreviewStyles.sheet}>
        <p className={messagePreviewStyles.brand}>
          <BrandMark brand={brand} />
        </p>
        <p className={messagePreviewStyles.heading}>{heading}</p>
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are nothing but their place
          <p key={index} className={messagePreviewStyles.paragraph}>
            {paragraph}
          </p>
        ))}
        {box && (
          <p className={messagePreviewStyles.box}>
            <strong>{box}</strong>
            <span className={messagePreviewStyles.quiet}>Os dados da reserva entram aqui, sozinhos.</span>
          </p>
        )}
        <span className={messagePreviewStyles.button}>{button}</span>
        <p className={messagePreviewStyles.end}>No fim vão os seus contatos e os dados da empresa.</p>
      </div>
    </div>
  );
}
