import { Button, Group, Input, Paper } from '@mantine/core';
import { type ComponentType, useEffect, useId, useState } from 'react';
import type { EditingProps } from './editing';

interface RichTextEditorProps {
  /** Name of the field, by which a form finds it among its errors. */
  name: string;
  label: string;
  description?: string;
  error?: string;
  /** HTML as the server's sanitiser stores it. */
  value: string;
  onChange: (html: string) => void;
}

/** A text with headings, lists and links, written as it will be read. */
export function RichTextEditor({ name, label, description, error, value, onChange }: RichTextEditorProps) {
  const id = useId();
  const { Editing, failed, load } = useEditing();
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={description}
      error={error}
      size="md"
      labelProps={{ onClick: () => document.getElementById(id)?.focus() }}
    >
      {Editing ? (
        <Editing
          value={value}
          onChange={onChange}
          label={label}
          attributes={{
            id,
            role: 'textbox',
            'data-field': name,
            'aria-multiline': 'true',
            'aria-labelledby': `${id}-label`,
            ...(described ? { 'aria-describedby': described } : {}),
            ...(error ? { 'aria-invalid': 'true' } : {}),
          }}
        />
      ) : (
        <Paper component={Group} role="status" mih="15.5rem" mt={6} p="md" c="dimmed" radius="md">
          {failed ? (
            <>
              Não foi possível carregar o editor de texto.
              <Button variant="default" size="md" onClick={load}>
                Tentar de novo
              </Button>
            </>
          ) : (
            'Carregando o editor de texto…'
          )}
        </Paper>
      )}
    </Input.Wrapper>
  );
}

/** The editor weighs more than the rest of the page: it comes after it. */
function useEditing() {
  const [Editing, setEditing] = useState<ComponentType<EditingProps>>();
  const [failed, setFailed] = useState(false);

  function load(): void {
    setFailed(false);
    import('./editing').then(
      (module) => setEditing(() => module.default),
      (error) => {
        console.warn('Text editor could not be loaded', error);
        setFailed(true);
      },
    );
  }

  useEffect(load, []);
  return { Editing, failed, load };
}
