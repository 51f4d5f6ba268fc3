import { Stack, Text } from '@mantine/core';
import type { MessageTemplate, Wording } from '@passeio/contract/messages/message-templates';
import { type ReactNode, useId } from 'react';
import styles from './field-editor.module.css';

interface FieldEditorProps {
  template: Pick<MessageTemplate, 'channel' | 'fields'>;
  /** The input where the cursor was last. */
  into: keyof Wording;
  /** What becomes of the text, with the examples of its fields. */
  preview: ReactNode;
  /** The inputs. */
  children: ReactNode;
}

/** In a form: a text with fields, what it reads like, and the fields, each of which goes to where the cursor was. */
export function FieldEditor({ template, into, preview, children }: FieldEditorProps) {
  const id = useId();
  return (
    <div className={styles.editor}>
      <div className={styles.columns}>
        {children}
        <section className={styles.preview} aria-labelledby={id}>
          <Text component="h3" id={id} mb="xs" fz="md" fw={600}>
            Prévia, com dados de exemplo
          </Text>
          {preview}
        </section>
        <FieldButtons template={template} into={into} />
      </div>
    </div>
  );
}

function FieldButtons({ template: { channel, fields }, into }: Pick<FieldEditorProps, 'template' | 'into'>) {
  function insert(form: HTMLFormElement | null, name: string): void {
    // A sentence does not fit a subject.
    const input = form?.elements.namedItem(fields[name]?.onlyInText ? 'text' : into);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    input.focus();
    input.setRangeText(`{${name}}`, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return (
    <fieldset>
      <legend>Campos</legend>
      <Text c="dimmed" fz="sm" mb={10} lh={1.35}>
        Cada um dá lugar ao dado da reserva. Toque para pôr onde está o cursor
        {channel === 'email' ? '; as frases, só no texto.' : '.'}
      </Text>
      <Stack component="ul" gap={6}>
        {Object.entries(fields).map(([name, { label, example }]) => (
          <li key={name}>
            <button
              type="button"
              className={styles.field}
              onClick={({ currentTarget }) => insert(currentTarget.form, name)}
            >
              <code>{`{${name}}`}</code> <span>{label}</span>{' '}
              <Text span c="dimmed" fz="sm">
                Ex.: {example}
              </Text>
            </button>
          </li>
        ))}
      </Stack>
    </fieldset>
  );
}
