import { Extension } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { allowedAddress } from './marks';

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

/** The nodes and marks of the contract's `richTextTags`, and no others. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    // An empty paragraph at the end would be a change that nobody made.
    trailingNode: false,
    link: {
      openOnClick: false,
      linkOnPaste: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => allowedAddress(address) !== undefined,
      shouldAutoLink: (address) => /^(https?:\/\/|www\.)/.test(address),
    },
  }),
  ListIndent,
];
