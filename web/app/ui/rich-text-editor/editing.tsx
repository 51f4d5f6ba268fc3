import '@mantine/tiptap/styles.css';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import textStyles from '../text/rich-text.module.css';
import styles from './editing.module.css';
import { extensions } from './extensions';
import { documentOf, htmlOf } from './html';
import { LinkDialog } from './link-dialog';
import { pasting } from './pasted';
import { purified } from './purified';
import { Toolbar } from './toolbar';

export interface EditingProps {
  /** HTML as the server's sanitiser stores it. */
  value: string;
  onChange: (html: string) => void;
  label: string;
  /** Attributes of the element that is typed in. */
  attributes: Record<string, string>;
}

/**
 * A stored text, and how the editor writes the same: a text that was only changed back is reported as it was stored.
 */
function load(value: string) {
  const document = documentOf(purified(value));
  return { value, document, html: htmlOf(document) };
}

/** The editor itself: Tiptap, in a file of its own that is loaded when it is needed. */
export default function Editing({ value, onChange, label, attributes }: EditingProps) {
  const [linking, setLinking] = useState(false);
  const [first] = useState(() => load(value));
  const loaded = useRef(first);
  const written = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;
  // The same object as long as it says the same: another one is a change of the editor's.
  const spoken = JSON.stringify(attributes);
  const editorProps = useMemo(
    () => ({ attributes: { ...JSON.parse(spoken), class: textStyles.text ?? '' }, ...pasting }),
    [spoken],
  );
  const editor = useEditor({
    extensions,
    content: first.document.toJSON(),
    // The page's policy takes no style element without a nonce; the rules are in editing.module.css.
    injectCSS: false,
    // Markdown's rules take signs that mean nothing for type; WhatsApp's are read in pasted.ts.
    enablePasteRules: ['link'],
    editorProps,
    onUpdate({ editor: changed }) {
      const html = htmlOf(changed.state.doc);
      written.current = html === loaded.current.html ? loaded.current.value : html;
      tell.current(written.current);
    },
  });

  // Another text than the one that was typed here: changes were discarded, or brought back.
  useEffect(() => {
    if (value === written.current || editor.isDestroyed) return;
    written.current = value;
    loaded.current = load(value);
    if (loaded.current.html === htmlOf(editor.state.doc)) return;
    editor.commands.setContent(loaded.current.document.toJSON(), { emitUpdate: false });
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
