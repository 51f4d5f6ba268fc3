import '@mantine/tiptap/styles.css';
import { Button, TextInput } from '@mantine/core';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import { Link } from '@tiptap/extension-link';
import { DOMParser, DOMSerializer, type Node, type Slice } from '@tiptap/pm/model';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { type Editor, Extension, getSchema, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { ModalDialog } from '../dialogs/modal-dialog';
import textStyles from '../text/rich-text.module.css';
import styles from './editing.module.css';
import { allowedAddress, typedAddress } from './link-address';
import { bulletsMended, isTyped, messageHtml } from './message';
import { purified, rename, styleOf } from './purified';
import { Toolbar } from './toolbar';

/** Tab leaves the editor, as everywhere on the page; lists are indented as in other editors of text. */
const ListIndent = Extension.create({
  name: 'listIndent',
  addKeyboardShortcuts() {
    return {
      'Mod-]': () => this.editor.commands.sinkListItem('listItem'),
      'Mod-[': () => this.editor.commands.liftListItem('listItem'),
    };
  },
});

/** A link as the server's sanitiser writes it. Every link is drawn with a line under it: it takes no other. */
const SanitisedLink = Link.extend({
  excludes: 'link underline',
  addAttributes: () => ({ href: { default: null } }),
  renderHTML({ HTMLAttributes: { href } }) {
    return ['a', { href: allowedAddress(href ?? ''), rel: 'noopener nofollow', target: '_blank' }, 0];
  },
}).configure({
  openOnClick: false,
  linkOnPaste: false,
  defaultProtocol: 'https',
  isAllowedUri: (address) => allowedAddress(address) !== undefined,
  shouldAutoLink: (address) => /^(https?:\/\/|www\.)/.test(address),
});

/** The nodes and marks of the contract's `richTextTags`, and no others. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    // An empty paragraph at the end would be a change that nobody made.
    trailingNode: false,
    link: false,
  }),
  SanitisedLink,
  ListIndent,
];

const schema = getSchema(extensions);

/** The editor's document of what these elements say. */
export function documentOf(root: DocumentFragment): Node {
  return DOMParser.fromSchema(schema).parse(root);
}

/**
 * The HTML of a document as the server's sanitiser stores it, without empty blocks: the same text is always the same
 * bytes, so that two can be compared.
 */
export function htmlOf({ type, content }: Node): string {
  const root = document.createElement('div');
  root.append(DOMSerializer.fromSchema(type.schema).serializeFragment(content));
  // The words of an item need no paragraph around them, unless another one follows.
  for (const words of root.querySelectorAll('li > p:only-of-type')) words.replaceWith(...words.childNodes);
  // The parser keeps the space at which a line that ended in a break was cut.
  for (const block of root.querySelectorAll('p, h2, h3, h4, li')) {
    const first = document.createTreeWalker(block, NodeFilter.SHOW_TEXT).nextNode() as Text | null;
    if (first) first.data = first.data.replace(/^ +/, '');
  }
  root.normalize();
  for (const block of [...root.querySelectorAll('*')].reverse()) {
    if (!block.hasChildNodes() && !/^[BH]R$/.test(block.tagName)) block.remove();
  }
  return root.innerHTML
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('<hr>', '<hr />')
    .replace(/ *<br> */g, '<br />');
}

/**
 * How the editor reads what is pasted or dropped: from Word, Google Docs and web pages by the HTML, from WhatsApp and
 * plain texts by what people type to set a text (*negrito*, "- " before a line).
 */
const pasting: EditorProps = {
  transformPastedHTML: (html) => bulletsMended(pastedHtml(html)),
  clipboardTextParser: (text, _context, _isPlain, view) => messageSlice(view, text),
  handlePaste(view, { clipboardData }) {
    const html = clipboardData?.getData('text/html');
    const text = clipboardData?.getData('text/plain') ?? '';
    // HTML that only repeats the text, in bare paragraphs, knows less than a text that was set by typing.
    if (!html || !isTyped(text) || /<(?!\/?p>|br )/.test(pastedHtml(html))) return false;
    const change = view.state.tr.replaceSelection(messageSlice(view, text));
    view.dispatch(change.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
    return true;
  },
  handleDOMEvents: {
    // Tab leaves the editor: nobody is held in it.
    keydown: (_view, event) => event.key === 'Tab',
  },
};

/** What the editor would write of the HTML of a clipboard. */
function pastedHtml(html: string): string {
  const [, fragment = html] = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->/.exec(html) ?? [];
  // Word and browsers write spaces that do not break where people typed plain ones.
  const root = purified(fragment.replace(/&nbsp;|&#160;|\u00a0/g, ' '));
  wordListsMended(root);
  // A heading is heavy enough without bold type.
  return htmlOf(documentOf(root)).replace(/<(h\d)>.*?<\/\1>/gs, (heading) => heading.replace(/<\/?strong>/g, ''));
}

function messageSlice({ state }: EditorView, text: string): Slice {
  return DOMParser.fromSchema(state.schema).parseSlice(purified(messageHtml(text)));
}

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
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
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
    // Markdown's rules take signs that mean nothing for type; WhatsApp's are read in message.ts.
    enablePasteRules: ['link'],
    editorProps,
    onUpdate({ editor: changed }) {
      const html = htmlOf(changed.state.doc);
      written.current = html === loaded.current.html ? loaded.current.value : html;
      latestOnChange.current(written.current);
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

interface OpenList {
  level: number;
  list: Element;
}

/**
 * Word writes a list as paragraphs that only look like one: a mark, some spaces, the words. They become the lists they
 * stand for, at the depth that Word gives in "mso-list: l0 level2 lfo1". Its titles and quotations are paragraphs too.
 */
function wordListsMended(root: ParentNode): void {
  let open: OpenList[] = [];
  for (const paragraph of root.querySelectorAll('p')) {
    const level = /mso-list\s*:[^;]*\blevel(\d+)/i.exec(styleOf(paragraph))?.[1];
    if (level === undefined) continue;
    if (paragraph.previousElementSibling !== open[0]?.list) open = [];
    open = listsAround(paragraph, Number(level), open);
    const item = paragraph.ownerDocument.createElement('li');
    open.at(-1)?.list.append(item);
    item.append(paragraph);
  }
  for (const title of root.querySelectorAll('p:is([class^="MsoTitle"], [class^="MsoSubtitle"])')) rename(title, 'h2');
  for (const words of root.querySelectorAll('p:is([class^="MsoQuote"], [class^="MsoIntenseQuote"])')) {
    rename(words, 'blockquote');
  }
}

/** The lists that an item of this level stands in, outermost first; a new one is put where the item is. */
function listsAround(paragraph: Element, level: number, open: readonly OpenList[]): OpenList[] {
  const name = listName(paragraph);
  const around = open.filter((one) => one.level < level);
  const same = open.find((one) => one.level === level);
  if (same?.list.localName === name) return [...around, same];
  const list = paragraph.ownerDocument.createElement(name);
  const above = around.at(-1)?.list.lastElementChild;
  if (above) above.append(list);
  else paragraph.before(list);
  return [...around, { level, list }];
}

/** Takes the mark away that Word has typed before the words. */
function listName(paragraph: Element): 'ul' | 'ol' {
  const mark = [...paragraph.querySelectorAll('[style]')].find((one) => /mso-list\s*:\s*ignore/i.test(styleOf(one)));
  mark?.remove();
  return /^\(?(\d+|[a-z]|[ivxlc]+)[.)]/i.test(mark?.textContent?.trim() ?? '') ? 'ol' : 'ul';
}

/** Where the selected words lead; without a selection the address itself is written. */
function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const linked = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(linked.replace(/^(mailto|tel):/, ''));
  const [error, setError] = useState('');

  /** The dialog gives the focus back when it is gone; the text takes it after that. */
  function leave(): void {
    onClose();
    setTimeout(() => editor.commands.focus());
  }

  function apply(): void {
    const href = typedAddress(typed);
    if (!href) {
      setError('Use um site, um e-mail ou um telefone. Exemplo: https://exemplo.com.br');
      return;
    }
    const chain = editor.chain().extendMarkRange('link');
    if (editor.state.selection.empty && !linked) {
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    leave();
  }

  function remove(): void {
    editor.chain().extendMarkRange('link').unsetLink().run();
    leave();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  }

  return (
    <ModalDialog
      title={linked ? 'Alterar link' : 'Inserir link'}
      onClose={leave}
      actions={
        <>
          {linked && (
            <Button variant="subtle" color="red" size="md" onClick={remove}>
              Remover link
            </Button>
          )}
          <Button variant="default" size="md" onClick={leave}>
            Cancelar
          </Button>
          <Button size="md" onClick={apply}>
            Aplicar
          </Button>
        </>
      }
    >
      <TextInput
        label="Endereço"
        description="Site, e-mail ou telefone"
        size="md"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError('');
        }}
        onKeyDown={onKeyDown}
      />
    </ModalDialog>
  );
}
