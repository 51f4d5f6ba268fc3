import { ActionIcon, Group } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconH2,
  IconH3,
  IconH4,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconSeparatorHorizontal,
  IconStrikethrough,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import styles from './editing.module.css';

interface Tool {
  label: string;
  icon: TablerIcon;
  /** As in the attribute aria-keyshortcuts. */
  keys?: string;
  run: (editor: Editor) => void;
  isOn?: (editor: Editor) => boolean;
  isUseless?: (editor: Editor) => boolean;
}

const mark = (label: string, icon: TablerIcon, name: string, keys: string): Tool => ({
  label,
  icon,
  keys,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
});

const heading = (label: string, icon: TablerIcon, level: 2 | 3 | 4): Tool => ({
  label,
  icon,
  keys: `Control+Alt+${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

const groups: readonly (readonly Tool[])[] = [
  [
    mark('Negrito', IconBold, 'bold', 'Control+B'),
    mark('Itálico', IconItalic, 'italic', 'Control+I'),
    mark('Sublinhado', IconUnderline, 'underline', 'Control+U'),
    mark('Riscado', IconStrikethrough, 'strike', 'Control+Shift+S'),
  ],
  [heading('Título grande', IconH2, 2), heading('Título médio', IconH3, 3), heading('Título pequeno', IconH4, 4)],
  [
    {
      label: 'Lista',
      icon: IconList,
      keys: 'Control+Shift+8',
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      label: 'Lista numerada',
      icon: IconListNumbers,
      keys: 'Control+Shift+7',
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isOn: (editor) => editor.isActive('orderedList'),
    },
    {
      label: 'Destaque',
      icon: IconBlockquote,
      keys: 'Control+Shift+B',
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      isOn: (editor) => editor.isActive('blockquote'),
    },
    {
      label: 'Linha divisória',
      icon: IconSeparatorHorizontal,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
  [
    {
      label: 'Limpar formatação',
      icon: IconClearFormatting,
      run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
    },
    {
      label: 'Desfazer',
      icon: IconArrowBackUp,
      keys: 'Control+Z',
      run: (editor) => editor.chain().focus().undo().run(),
      isUseless: (editor) => !editor.can().undo(),
    },
    {
      label: 'Refazer',
      icon: IconArrowForwardUp,
      keys: 'Control+Y',
      run: (editor) => editor.chain().focus().redo().run(),
      isUseless: (editor) => !editor.can().redo(),
    },
  ],
];

interface ToolbarProps {
  editor: Editor;
  /** Name of the text. */
  label: string;
  onLink: () => void;
}

/** One stop for the Tab key; the arrow keys go from tool to tool. */
export function Toolbar({ editor, label, onLink }: ToolbarProps) {
  const link: Tool = {
    label: 'Link',
    icon: IconLink,
    keys: 'Control+K',
    run: onLink,
    isOn: () => editor.isActive('link'),
  };
  const shown = groups.map((tools, index) => (index === 0 ? [...tools, link] : tools));
  const all = shown.flat();
  const roving = useRovingIndex({ total: all.length, orientation: 'horizontal', initialIndex: 0 });
  const states = useEditorState({
    editor,
    selector: () => all.map(({ isOn, isUseless }) => ({ on: isOn?.(editor), useless: isUseless?.(editor) ?? false })),
  });
  return (
    <div role="toolbar" aria-label={`Formatação de ${label}`} className={styles.toolbar}>
      {shown.map((tools) => (
        <Group key={tools[0]?.label} gap={0}>
          {tools.map((tool) => {
            const index = all.indexOf(tool);
            const state = states[index];
            return (
              <ActionIcon
                key={tool.label}
                {...roving.getItemProps({ index, onClick: () => !state?.useless && tool.run(editor) })}
                variant={state?.on ? 'light' : 'subtle'}
                color={state?.on ? 'accent' : 'gray'}
                className={styles.tool}
                aria-label={tool.label}
                aria-pressed={state?.on}
                aria-disabled={state?.useless || undefined}
                aria-keyshortcuts={tool.keys}
                title={tool.keys ? `${tool.label} (${tool.keys.replace('Control', 'Ctrl')})` : tool.label}
                // The words stay selected.
                onMouseDown={(event) => event.preventDefault()}
              >
                <tool.icon size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
            );
          })}
        </Group>
      ))}
    </div>
  );
}
