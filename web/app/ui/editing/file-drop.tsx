import '@mantine/dropzone/styles.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { explainFailure } from '~/lib/explain-failure';
import { UploadProgress } from '~/ui/feedback/upload-progress';
import styles from './file-drop.module.css';
import { FormNotice } from './form-notice';

interface FileDropProps {
  /** The label of the input, read aloud. */
  label: string;
  button: string;
  hint: string;
  accept: string;
  isPending: boolean;
  /** How much is sent, from 0 to 1. */
  part: number;
  progress: { sending: string; reading: string };
  /** Why the last file was refused. */
  refusal: string | undefined;
  multiple?: boolean;
  onFile: (file: File) => void;
}

/** Takes a file, or several, by drag and drop or from a file dialog. */
export function FileDrop({
  label,
  button,
  hint,
  accept,
  isPending,
  part,
  progress,
  refusal,
  multiple = false,
  onFile,
}: FileDropProps) {
  return (
    <Stack maw={736}>
      <Dropzone
        // Accepts every file: the server says what it cannot read.
        onDrop={(files) => files.forEach(onFile)}
        multiple={multiple}
        disabled={isPending}
        className={styles.drop}
        // The whole drop zone is clickable; keyboards use the button, whose clicks bubble here.
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': label, accept, tabIndex: -1 }}
      >
        <Group gap="md">
          <Button variant="light" size="md" disabled={isPending} leftSection={<IconFileUpload size={20} aria-hidden />}>
            {button}
          </Button>
          <div>
            <span className={styles.drag}>ou arraste {multiple ? 'os arquivos' : 'o arquivo'} para cá</span>
            <Text c="dimmed" fz="sm">
              {hint}
            </Text>
          </div>
        </Group>
      </Dropzone>
      <Stack role="status" gap={8}>
        {isPending && <UploadProgress part={part} label={progress.sending} then={progress.reading} />}
      </Stack>
      {refusal && <FormNotice>{refusal}</FormNotice>}
    </Stack>
  );
}

/** Why a file was refused: what in it was not understood, where the server says it. */
export function explainRefusedFile(error: unknown): string {
  const { fields } = (error ?? {}) as { fields?: Record<string, string> };
  return fields?.file ?? explainFailure(error);
}
