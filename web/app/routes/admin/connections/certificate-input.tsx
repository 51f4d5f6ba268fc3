import { FileInput, type FileInputProps } from '@mantine/core';
import { isPem } from '@passeio/contract/connections/connection-kinds';
import { useState } from 'react';

interface CertificateInputProps extends Pick<FileInputProps, 'size' | 'label' | 'description' | 'required'> {
  /** Whether there is a file already. */
  stored: boolean;
  accept: string | undefined;
  error: FileInputProps['error'];
  /** Gets the text of a file in PEM, or the bytes of another one in base64. */
  onRead: (content: string) => void;
}

/** Larger ones are no certificates. */
const MAX_BYTES = 30_000;

/** Reads a certificate or its key in the browser. */
export function CertificateInput({ stored, accept, error, onRead, ...props }: CertificateInputProps) {
  const [refusal, setRefusal] = useState<string>();
  async function read(file: File | null): Promise<void> {
    setRefusal(file && file.size > MAX_BYTES ? 'O arquivo é grande demais para um certificado.' : undefined);
    if (!file || file.size > MAX_BYTES) return onRead('');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    onRead(isPem(text) ? text : bytes.toBase64());
  }
  return (
    <FileInput
      {...props}
      withAsterisk={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Tirar o arquivo' }}
      placeholder={stored ? 'Guardado. Trocar arquivo' : 'Escolher arquivo'}
      {...(accept && { accept })}
      error={refusal ?? error}
      onChange={(file) => void read(file)}
    />
  );
}
