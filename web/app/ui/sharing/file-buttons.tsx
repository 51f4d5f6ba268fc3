import { Button, Group } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Download } from '~/lib/api';
import { saveFile } from '~/lib/save-file';
import { showAlert } from '../feedback/alert';

const formatLabels = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF', json: 'JSON' } as const;

interface FileButtonsProps<Format extends keyof typeof formatLabels> {
  formats: readonly Format[];
  /** What is downloaded, where the page offers several, as in "extrato de novembro de 2026". */
  of?: string;
  /** What is said then. */
  done: string;
  download: (format: Format) => Promise<Download>;
}

/** Saves what the page shows, all of it, in the format that is pressed. */
export function FileButtons<Format extends keyof typeof formatLabels>({
  formats,
  of,
  done,
  download,
}: FileButtonsProps<Format>) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: download,
    onSuccess: (file) => {
      saveFile(file);
      showAlert('success', done);
    },
  });
  return (
    <Group gap={8}>
      {formats.map((format) => (
        <Button
          key={format}
          size="md"
          variant="default"
          loading={isPending && variables === format}
          disabled={isPending && variables !== format}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          aria-label={`Baixar ${formatLabels[format]}${of ? ` do ${of}` : ''}`}
          onClick={() => mutate(format)}
        >
          {formatLabels[format]}
        </Button>
      ))}
    </Group>
  );
}
