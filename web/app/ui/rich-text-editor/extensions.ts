import { Link } from '@tiptap/extension-link';
import { Extension } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { allowedAddress } from './link-address';

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
export const extensions = [
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
