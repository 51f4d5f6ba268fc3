import { Button, Group } from '@mantine/core';
import { type ReportFormat, reportFormats } from '@passeio/contract/reports/reports';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Download } from '~/lib/api';
import { saveFile } from '~/lib/save-file';
import { showAlert } from '~/ui/feedback/alert';

const formatLabels: Record<ReportFormat, string> = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' };

/** Saves what the page shows, all of it, in the format that is pressed. */
export function FileButtons({ download }: { download: (format: ReportFormat) => Promise<Download> }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: download,
    onSuccess: (file) => {
      saveFile(file);
      showAlert('success', 'Relatório baixado.');
    },
  });
  return (
    <Group gap={8}>
      {reportFormats.map((format) => (
        <Button
          key={format}
          size="md"
          variant="default"
          loading={isPending && variables === format}
          disabled={isPending && variables !== format}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          aria-label={`Baixar ${formatLabels[format]}`}
          onClick={() => mutate(format)}
        >
          {formatLabels[format]}
        </Button>
      ))}
    </Group>
  );
}
