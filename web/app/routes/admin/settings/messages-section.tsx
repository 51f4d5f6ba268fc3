import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { editableMessages, templateOf } from '@passeio/contract/messages/editable-messages';
import { emailTemplates } from '@passeio/contract/messages/email-templates';
import {
  exampleValues,
  fillFields,
  fillParagraphs,
  MAX_TEMPLATE_SUBJECT,
  MAX_TEMPLATE_TEXT,
  type MessageChannel,
  type MessageTemplate,
  type Wording,
} from '@passeio/contract/messages/message-templates';
import { IconHistory } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useStore } from 'zustand';
import { FieldEditor } from '~/features/messages/field-editor';
import { BrandMark } from '~/features/settings/brand-mark';
import { MESSAGES, messagePath, sectionPath } from '~/features/settings/section-list';
import { useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ConflictDialog, versionText } from '~/ui/dialogs/versions-dialog';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import { FormActions } from '~/ui/editing/form-actions';
import { EditingNotice } from '~/ui/editing/notices';
import { errorsOf, isDirty, type SaveOutcome } from '~/ui/editing/versioned-form';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { whenReleased } from '~/ui/feedback/when-released';
import { Card } from '~/ui/layout/card';
import table from '~/ui/layout/data-table.module.css';
import { LinkRow, Rows } from '~/ui/layout/rows';
import { Section } from '~/ui/layout/section';
import { NavLink } from '~/ui/navigation/nav-link';
import styles from './messages-section.module.css';
import type { WordingForm, WordingForms } from './wording-forms';

interface MessagesSectionProps {
  forms: WordingForms;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** The wording of messages: their list, or the one that is open. */
export function MessagesSection({ forms, onDirty }: MessagesSectionProps) {
  const { section, message } = useParams();
  const dirty = useStore(forms.store, ({ unsaved }) => unsaved.length > 0);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  if (section !== MESSAGES) return null;
  const template = message === undefined ? undefined : templateOf(message);
  if (message === undefined || !template) return <MessageList forms={forms} />;
  return <MessageEditor key={message} messageKey={message} template={template} forms={forms} />;
}

const groups: readonly { channel: MessageChannel; title: string; about: string }[] = [
  { channel: 'email', title: 'E-mails', about: 'O sistema envia sozinho.' },
  { channel: 'whatsapp', title: 'WhatsApp', about: 'A equipe abre a conversa com o texto pronto.' },
];

/** Every message that can be worded, by channel. */
function MessageList({ forms }: { forms: WordingForms }) {
  return (
    <Section
      fields
      id={MESSAGES}
      title="Mensagens"
      lead="Escreva do jeito de vocês o que os clientes recebem sobre reservas e lista de espera. Os e-mails de conta e senha são fixos, por segurança."
    >
      {groups.map(({ channel, title, about }) => (
        <section key={channel} aria-labelledby={`mensagens-${channel}`}>
          <h3 id={`mensagens-${channel}`}>{title}</h3>
          <Text c="dimmed" fz="sm" mb="sm">
            {about}
          </Text>
          <Rows>
            {Object.entries(editableMessages)
              .filter(([, template]) => template.channel === channel)
              .map(([key, { label, sentWhen }]) => (
                <LinkRow key={key} to={messagePath(key)}>
                  <Text span flex="1 1 14rem" lh={1.35}>
                    <strong>{label}</strong>
                    <span className={`${table.detail} ${styles.about}`}>{sentWhen}</span>
                  </Text>
                  <Badges messageKey={key} forms={forms} />
                </LinkRow>
              ))}
          </Rows>
        </section>
      ))}
    </Section>
  );
}

/** Whether a message has an own wording, and unsaved changes. */
function Badges({ messageKey, forms }: { messageKey: string; forms: WordingForms }) {
  const isOwn = useStore(forms.store, ({ own }) => own.some(({ key }) => key === messageKey));
  const isUnsaved = useStore(forms.store, ({ unsaved }) => unsaved.includes(messageKey));
  return (
    (isOwn || isUnsaved) && (
      <Group component="span" gap={6}>
        {isOwn && <StatusBadge color="news">Alterada</StatusBadge>}
        {isUnsaved && <StatusBadge color="waiting">Não salva</StatusBadge>}
      </Group>
    )
  );
}

interface MessageEditorProps {
  messageKey: string;
  template: MessageTemplate;
  forms: WordingForms;
}

/** A message's wording with its fields, and beside it what it looks like. */
function MessageEditor({ messageKey, template, forms }: MessageEditorProps) {
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
      <WordingInputs element={element} template={template} form={form} onSave={() => void finish(form.save())}>
        <ResetButton messageKey={messageKey} form={form} forms={forms} />
      </WordingInputs>
      <ConflictDialog
        form={form}
        title="Outra pessoa salvou esta mensagem"
        labels={labels}
        textOf={(name, written) => <p className={`${versionText} ${styles.paragraph}`}>{written[name]}</p>}
        onChoose={(choices) => void finish(form.applyChoices(choices))}
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
    <form ref={element} noValidate onSubmit={submit}>
      <FieldEditor
        template={template}
        into={isEmail ? last : 'text'}
        preview={<MessagePreview template={template} wording={state.fields} />}
      >
        <Stack gap={20}>
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
        </Stack>
      </FieldEditor>
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
  const canUndo = useStore(form.store, (state) => state.discarded !== null);
  return (
    <div role="status" className={styles.status}>
      {canUndo && (
        <EditingNotice icon={<IconHistory aria-hidden />} text="O que você tinha escrito ainda está aqui.">
          <Button size="sm" variant="default" onClick={form.undoDiscard}>
            Recuperar o texto
          </Button>
        </EditingNotice>
      )}
    </div>
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
  if (!email) return <p className={styles.bubble}>{paragraphs.join('\n\n')}</p>;
  return <EmailPreview {...email.around} subject={fillFields(wording.subject, values)} paragraphs={paragraphs} />;
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
    <Card tone="sunken" className={styles.mail}>
      <Text px={4} fw={600} lh={1.35}>
        <Text span c="dimmed" fz="sm" fw={400}>
          Assunto:{' '}
        </Text>
        {`${subject} – ${brand.name}`}
      </Text>
      <Card className={styles.sheet}>
        <Text c="var(--accent-text)" fw={700}>
          <BrandMark brand={brand} />
        </Text>
        <Text fz="1.375rem" fw={700} lh={1.3}>
          {heading}
        </Text>
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are nothing but their place
          <p key={index} className={styles.paragraph}>
            {paragraph}
          </p>
        ))}
        {box && (
          <Card gap="small">
            <strong>{box}</strong>
            <Text c="dimmed" fz="sm">
              Os dados da reserva entram aqui, sozinhos.
            </Text>
          </Card>
        )}
        <span className={styles.button}>{button}</span>
        <Text className={styles.end} c="dimmed" fz="sm">
          No fim vão os seus contatos e os dados da empresa.
        </Text>
      </Card>
    </Card>
  );
}
