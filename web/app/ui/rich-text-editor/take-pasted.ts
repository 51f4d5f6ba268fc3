import { Node, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { documentOfPasted, type Pasted } from './pasted';

/**
 * Puts what is pasted or dropped into the text, read by our own means: the editor's would hand the raw HTML to the
 * browser, which the page's Trusted Types policy refuses, and would keep whatever it knows of it.
 */
export const pasting = {
  paste(view: EditorView, event: ClipboardEvent): boolean {
    if (!event.clipboardData) return false;
    event.preventDefault();
    insert(view, read(event.clipboardData));
    return true;
  },
  drop(view: EditorView, event: DragEvent): boolean {
    // What is dragged within the text is moved by the editor itself.
    if (!event.dataTransfer || view.dragging) return false;
    event.preventDefault();
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
    const pasted = read(event.dataTransfer);
    if (at && (pasted.html || pasted.text)) insert(view, pasted, at.pos);
    return true;
  },
  // Tab leaves the editor: nobody is held in it.
  keydown(_view: EditorView, event: KeyboardEvent): boolean {
    return event.key === 'Tab';
  },
};

function read(data: DataTransfer): Pasted {
  return { html: data.getData('text/html'), text: data.getData('text/plain') };
}

function insert(view: EditorView, pasted: Pasted, at?: number): void {
  const { state } = view;
  const node = Node.fromJSON(state.schema, documentOfPasted(pasted));
  const slice = Slice.maxOpen(node.content);
  if (slice.size === 0) return;
  const change = at === undefined ? state.tr.replaceSelection(slice) : state.tr.replaceRange(at, at, slice);
  view.dispatch(change.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  view.focus();
}
