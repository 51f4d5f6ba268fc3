import '@mantine/tiptap/styles.css';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import textStyles from '../text/rich-text.module.css';
import { documentOf, type RichDocument } from './document';
import styles from './editing.module.css';
import { extensions } from './extensions';
import { LinkDialog } from './link-dialog';
import { pasting } from './take-pasted';
import { htmlOf } from './to-html';
import { Toolbar } from './toolbar';

export interface EditingProps {
  /** HTML as `canonicalHtml` writes it. */
  value: string;
  onChange: (html: string) => void;
  label: string;
  /** Attributes of the element that is typed in. */
  attributes: Record<string, string>;
}

/** The editor itself: Tiptap, in a file of its own that is loaded when it is needed. */
export default function Editing({ value, onChange, label, attributes }: EditingProps) {
  const [linking, setLinking] = useState(false);
  const written = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;
  // The same object as long as it says the same: another one is a change of the editor's.
  const spoken = JSON.stringify(attributes);
  const editorProps = useMemo(
    () => ({ attributes: { ...JSON.parse(spoken), class: textStyles.text ?? '' }, handleDOMEvents: pasting }),
    [spoken],
  );
  const editor = useEditor({
    extensions,
    content: documentOf(value),
    // The page's policy takes no style element without a nonce; the rules are in editing.module.css.
    injectCSS: false,
    editorProps,
    onUpdate({ editor: changed }) {
      written.current = htmlOf(changed.getJSON() as RichDocument);
      tell.current(written.current);
    },
  });

  // Another text than the one that was typed here: changes were discarded, or brought back.
  useEffect(() => {
    if (value === written.current || editor.isDestroyed) return;
    written.current = value;
    editor.commands.setContent(documentOf(value), { emitUpdate: false });
  }, [value, editor]);

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    setLinking(true);
  }

  return (
    <Frame
      editor={editor}
      withTypographyStyles={false}
      withCodeHighlightStyles={false}
      className={styles.frame}
      onKeyDown={onKeyDown}
      data-invalid={attributes['aria-invalid'] === 'true' || undefined}
    >
      <Toolbar editor={editor} label={label} onLink={() => setLinking(true)} />
      <Frame.Content className={styles.content} />
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </Frame>
  );
}
