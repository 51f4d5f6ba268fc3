import { DOMParser, type Slice } from '@tiptap/pm/model';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { documentOf, htmlOf } from './html';
import { bulletsMended, isTyped, messageHtml } from './message';
import { purified } from './purified';
import { wordListsMended } from './word-lists';

/**
 * How the editor reads what is pasted or dropped: from Word, Google Docs and web pages by the HTML, from WhatsApp and
 * plain texts by what people type to set a text (*negrito*, "- " before a line).
 */
export const pasting: EditorProps = {
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
