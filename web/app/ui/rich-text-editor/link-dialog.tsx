import { Button, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { ModalDialog } from '../dialogs/modal-dialog';
import { typedAddress } from './link-address';

/** Where the selected words lead; without a selection the address itself is written. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
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
