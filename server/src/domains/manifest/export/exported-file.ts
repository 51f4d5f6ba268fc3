import type { ExportFormat } from '@passeio/contract/boarding/passengers';

export interface ExportedFile {
  /** Lower-case letters, digits, hyphens and dots: safe in headers and file systems. */
  name: string;
  mediaType: string;
  content: Buffer;
}

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
