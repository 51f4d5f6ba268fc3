import { Stack, Textarea, type TextareaProps } from '@mantine/core';
import { contractFields, MAX_CONTRACT_TEXT } from '@passeio/contract/contracts/travel-contract';
import { exampleValues, fillFields } from '@passeio/contract/messages/message-templates';
import type { ReactNode } from 'react';
import { Card } from '~/ui/layout/card';
import textStyles from '~/ui/text/text.module.css';
import { FieldEditor } from './field-editor';

const template = { channel: 'whatsapp', fields: contractFields } as const;

interface ContractEditorProps extends Pick<TextareaProps, 'label' | 'description'> {
  text: string;
  input: TextareaProps;
  /** What else belongs to the text. */
  children?: ReactNode;
}

/** The text of a travel contract, with its fields and what it reads like. */
export function ContractEditor({ text, input, children, ...labels }: ContractEditorProps) {
  return (
    <FieldEditor
      template={template}
      into="text"
      preview={
        <Card tone="sunken">
          <p className={textStyles.written}>{text ? fillFields(text, exampleValues(template)) : 'Sem contrato.'}</p>
        </Card>
      }
    >
      <Stack gap={20}>
        <Textarea
          name="text"
          {...input}
          {...labels}
          size="md"
          autosize
          minRows={8}
          maxRows={24}
          maxLength={MAX_CONTRACT_TEXT}
        />
        {children}
      </Stack>
    </FieldEditor>
  );
}
