import type { MessageTemplate, Wording } from '@passeio/contract/messages/message-templates';
import styles from './field-buttons.module.css';

interface FieldButtonsProps {
  template: MessageTemplate;
  form: { current: HTMLFormElement | null };
  /** The input where the cursor was last. */
  into: keyof Wording;
}

/** The fields of a message; each goes to where the cursor was. */
export function FieldButtons({ template: { channel, fields }, form, into }: FieldButtonsProps) {
  function insert(name: string): void {
    // A sentence does not fit a subject.
    const input = form.current?.elements.namedItem(fields[name]?.onlyInText ? 'text' : into);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    input.focus();
    input.setRangeText(`{${name}}`, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return (
    <fieldset className={styles.fields}>
      <legend>Campos</legend>
      <p className={styles.hint}>
        Cada um dá lugar ao dado da reserva. Toque para pôr onde está o cursor
        {channel === 'email' ? '; as frases, só no texto.' : '.'}
      </p>
      <ul>
        {Object.entries(fields).map(([name, { label, example }]) => (
          <li key={name}>
            <button type="button" className={styles.field} onClick={() => insert(name)}>
              <code>{`{${name}}`}</code> <span>{label}</span> <span className={styles.hint}>Ex.: {example}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
